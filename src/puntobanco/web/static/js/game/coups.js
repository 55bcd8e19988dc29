/** The cards of a coup, and why each hand has them. */

/** @import { Side, Square } from "../wire/frames.d.ts" */

/** @typedef {Record<Side, string[]>} Hands */

/** @type {Record<string, string>} */
export const SIDE_NAMES = { player: "Player", banker: "Banker" };

/**
 * "4h 3c / Ks 5d 9c" as two hands.
 * @param {string} text
 * @returns {Hands}
 */
export function hands(text) {
  const [player, banker] = text.split("/").map((hand) => hand.trim().split(/\s+/));
  return { player, banker };
}

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

/**
 * All cards in dealing order.
 * @param {Hands} hands
 */
export function inOrder({ player, banker }) {
  return [player[0], banker[0], player[1], banker[1], ...player.slice(2), ...banker.slice(2)];
}
