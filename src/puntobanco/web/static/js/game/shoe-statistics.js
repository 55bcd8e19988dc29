import { hands } from "./coups.js";

/** @import { CoupFacts, Side } from "../wire/frames.d.ts" */

/**
 * How many coups of a shoe ended so, and in how many a hand was special.
 * @param {CoupFacts[]} coups
 */
export function shoeStatistics(coups) {
  /** @param {(coup: CoupFacts) => boolean} test */
  const number = (test) => coups.filter(test).length;
  return {
    banker: number(({ outcome }) => outcome === "banker"),
    player: number(({ outcome }) => outcome === "player"),
    tie: number(({ outcome }) => outcome === "tie"),
    naturals: number(({ natural }) => natural),
    playerPairs: number((coup) => isPair(coup, "player")),
    bankerPairs: number((coup) => isPair(coup, "banker")),
  };
}

/**
 * Whether the first two cards of a side have the same rank.
 * @param {CoupFacts} coup
 * @param {Side} side
 */
function isPair({ coup }, side) {
  const [one, two] = hands(coup)[side];
  return one[0] === two[0];
}
