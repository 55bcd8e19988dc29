/** A guest's bankroll since sitting down: its points, in words, and by shoe. */

import { count } from "../lib/count.js";
import { dollars, signed } from "./money.js";

/** @import { Bankroll } from "../wire/answers.d.ts" */

/** @typedef {{ coup: number, shoe: number, bankroll: number, bought: number }} Point */
/** @typedef {{ shoe: number, bought: number, low: number, high: number, end: number }} ShoeRow */

/**
 * The points of the server's answer, named.
 * @param {Pick<Bankroll, "points">} bankroll
 * @returns {Point[]}
 */
export function pointsOf({ points }) {
  return points.map(([coup, shoe, bankroll, bought]) => ({ coup, shoe, bankroll, bought }));
}

/**
 * The points at which a buy-in was made; the first is one, unless older points are left out.
 * @param {Point[]} points
 * @param {number} leftOut
 */
export function buyIns(points, leftOut = 0) {
  return points.filter(({ bought }, at) => (at ? bought > points[at - 1].bought : !leftOut));
}

/**
 * The curve in words.
 * @param {Point[]} points
 * @param {{ coups: number, leftOut: number }} answer
 */
export function bankrollWords(points, { coups, leftOut }) {
  const amounts = points.map(({ bankroll }) => bankroll);
  const last = points[points.length - 1];
  const many = buyIns(points, leftOut).length;
  const since = leftOut
    ? `the latest ${count(points.length, "change")} of your bankroll`
    : "since you sat down";
  return (
    `Your bankroll over ${count(coups - (leftOut ? points[0].coup : 0), "coup")}, ${since}: ` +
    `from ${dollars(amounts[0])} to ${dollars(last.bankroll)}, lowest ${dollars(Math.min(...amounts))}, highest ${dollars(Math.max(...amounts))}. ` +
    `Bought in: ${dollars(last.bought)}${many > 1 ? ` in ${many} parts` : ""}, so far ${signed(last.bankroll - last.bought)}.`
  );
}

/**
 * What was bought in each shoe, between which bankrolls the money went, and where it ended, the newest shoe first.
 * @param {Point[]} points
 */
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
