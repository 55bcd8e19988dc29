import { words } from "../words/words.js";
import { signed } from "./money.js";

/** @import { Bankroll } from "../wire/answers.d.ts" */
/** @import { BeadCell, Coup, Outcome, Side } from "../wire/frames.d.ts" */

/** @param {readonly Pick<Coup, "outcome" | "natural" | "pairs">[]} coups */
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

/** @typedef {"banker" | "player" | "tie" | "banker_pairs" | "player_pairs"} Counted */

/**
 * Count the results and pairs on a bead plate, in the order in which they are shown.
 * @type {(beads: readonly BeadCell[]) => { kind: Counted, number: number }[]}
 */
export const countsOf = (beads) => [
  { kind: "banker", number: beads.filter(({ outcome }) => outcome === "banker").length },
  { kind: "player", number: beads.filter(({ outcome }) => outcome === "player").length },
  { kind: "tie", number: beads.filter(({ outcome }) => outcome === "tie").length },
  { kind: "banker_pairs", number: beads.filter((bead) => bead.banker_pair).length },
  { kind: "player_pairs", number: beads.filter((bead) => bead.player_pair).length },
];

/** @typedef {{ coup: number, shoe: number, bankroll: number, bought: number }} Point */
/** @typedef {{ shoe: number, bought: number, low: number, high: number, end: number }} ShoeRow */

/** @type {(bankroll: Pick<Bankroll, "points">) => Point[]} */
export const pointsOf = ({ points }) =>
  points.map(([coup, shoe, bankroll, bought]) => ({ coup, shoe, bankroll, bought }));

/**
 * Return the points of buy-ins. The first point is one, unless older points are left out.
 * @type {(points: Point[], leftOut?: number) => Point[]}
 */
export function buyIns(points, leftOut = 0) {
  return points.filter(({ bought }, at) => (at ? bought > points[at - 1].bought : !leftOut));
}

/** @type {(points: Point[], answer: { coups: number, leftOut: number }) => string} */
export function bankrollWords(points, { coups, leftOut }) {
  const amounts = points.map(({ bankroll }) => bankroll);
  const last = points[points.length - 1];
  const facts = {
    coups: coups - (leftOut ? points[0].coup : 0),
    chips: amounts[0],
    bankroll: last.bankroll,
    low: Math.min(...amounts),
    high: Math.max(...amounts),
    sum: last.bought,
    count: Math.max(1, buyIns(points, leftOut).length),
    amount: signed(last.bankroll - last.bought),
  };
  return leftOut
    ? words("page.curve.words.latest", { ...facts, shown: points.length })
    : words("page.curve.words", facts);
}

/** Return the bankrolls of each shoe, the newest shoe first. @param {Point[]} points */
export function bankrollByShoe(points) {
  /** @type {Map<number, ShoeRow>} */
  const shoes = new Map();
  let boughtBefore = 0;
  for (const { shoe, bankroll, bought } of points) {
    const row = shoes.get(shoe) ?? { shoe, bought: 0, low: Infinity, high: -Infinity, end: 0 };
    shoes.set(shoe, {
      shoe,
      bought: row.bought + bought - boughtBefore,
      low: Math.min(row.low, bankroll),
      high: Math.max(row.high, bankroll),
      end: bankroll,
    });
    boughtBefore = bought;
  }
  return [...shoes.values()].toReversed();
}
