/** The hands of a coup, and why each has its cards. */

import { catalogue, words } from "../words/words.js";

/** @import { Side, Square } from "../wire/frames.d.ts" */

/** @typedef {Record<Side, readonly unknown[]>} Hands */

/** The name of a side. @param {Side} side */
export const sideName = (side) => catalogue().said("side", side);

/**
 * Return why a hand has its cards: "natural", "drew on 5 against a third card of 4", "stood on 7"; empty while it is open.
 * @param {Side} side
 * @param {Hands & { lit: readonly Square[], naturals: readonly Side[] }} board
 */
export function reason(side, { player, banker, lit, naturals }) {
  const cards = { player, banker }[side];
  const square = lit.find((each) => each.side === side);
  if (!square) return naturals.includes(side) ? words("page.hand.natural") : "";
  const { holding, third } = square;
  const drew = cards.length > 2;
  if (side === "player" || third === null)
    return words(drew ? "page.hand.drew" : "page.hand.stood", { holding });
  return words(drew ? "page.hand.drew.against" : "page.hand.stood.against", { holding, third });
}

/**
 * Return a card's place in the order of dealing: four cards in turn, then Player's third.
 * @param {Side} side
 * @param {number} at  its place in the hand
 * @param {number} playerCards
 */
export function placeInCoup(side, at, playerCards) {
  const isBanker = side === "banker" ? 1 : 0;
  return at < 2 ? 2 * at + isBanker : 4 + (isBanker ? playerCards - 2 : 0);
}
