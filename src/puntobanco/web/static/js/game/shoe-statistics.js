/** @import { Coup, Outcome, Side } from "../wire/frames.d.ts" */

/**
 * How many coups of a shoe ended so, and in how many a hand was special.
 * @param {readonly Pick<Coup, "outcome" | "natural" | "pairs">[]} coups
 */
export function shoeStatistics(coups) {
  /** @param {Outcome} wanted */
  const ended = (wanted) => coups.filter(({ outcome }) => outcome === wanted).length;
  /** @param {Side} side */
  const paired = (side) => coups.filter(({ pairs }) => pairs.includes(side)).length;
  return {
    banker: ended("banker"),
    player: ended("player"),
    tie: ended("tie"),
    naturals: coups.filter(({ natural }) => natural).length,
    playerPairs: paired("player"),
    bankerPairs: paired("banker"),
  };
}
