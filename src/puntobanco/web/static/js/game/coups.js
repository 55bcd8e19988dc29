/** A coup from its cards. */

/** @import { Side, Square } from "../wire/frames.d.ts" */

import { points } from "./cards.js";

/** @typedef {Record<Side, string[]>} Hands */
/** @typedef {Square & { side: Side }} DecidingSquare */

/** @type {Record<string, string>} */
export const SIDE_NAMES = { player: "Player", banker: "Banker" };

/**
 * The total of a hand: the sum's last digit.
 * @param {string[]} cards
 */
export function total(cards) {
  return cards.reduce((sum, card) => sum + points(card), 0) % 10;
}

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
 * The squares of the tableau that decided a coup; none where a natural ended it.
 * @param {{ coup: string, natural: boolean }} facts
 * @returns {DecidingSquare[]}
 */
export function squares({ coup, natural }) {
  if (natural) return [];
  const { player, banker } = hands(coup);
  /** @param {string[]} hand */
  const held = (hand) => total(hand.slice(0, 2));
  return [
    { side: "player", holding: held(player), third: null },
    { side: "banker", holding: held(banker), third: player.length > 2 ? points(player[2]) : null },
  ];
}

/**
 * Why a hand has its cards: "natural", "drew on 5 against a third card of 4", "stood on 7"; empty while it is open.
 * @param {Side} side
 * @param {Hands & { lit: DecidingSquare[] }} board
 */
export function reason(side, { player, banker, lit }) {
  const cards = { player, banker }[side];
  const square = lit.find((each) => each.side === side);
  if (!square) return cards.length === 2 && total(cards) >= 8 ? "natural" : "";
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
