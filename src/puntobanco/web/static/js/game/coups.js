/** The hands of a coup, and why each has its cards. */

/** @import { Side, Square } from "../wire/frames.d.ts" */

/** @typedef {Record<Side, readonly string[]>} Hands */

/** @type {Record<string, string>} */
export const SIDE_NAMES = { player: "Player", banker: "Banker" };

/**
 * Why a hand has its cards: "natural", "drew on 5 against a third card of 4", "stood on 7"; empty while it is open.
 * @param {Side} side
 * @param {Hands & { lit: readonly Square[], naturals: readonly Side[] }} board
 */
export function reason(side, { player, banker, lit, naturals }) {
  const cards = { player, banker }[side];
  const square = lit.find((each) => each.side === side);
  if (!square) return naturals.includes(side) ? "natural" : "";
  const against =
    side === "banker" && square.third !== null ? ` against a third card of ${square.third}` : "";
  return `${cards.length > 2 ? "drew" : "stood"} on ${square.holding}${against}`;
}
