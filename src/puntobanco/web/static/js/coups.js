/** A coup from its cards, and the picture that decides third cards. */

import { points } from "./faces.js";

/** For each holding of Banker's: the third cards of Player's on which it draws; - is "stood". */
export const TABLEAU = [
  { holding: 0, draws: "-0123456789" },
  { holding: 1, draws: "-0123456789" },
  { holding: 2, draws: "-0123456789" },
  { holding: 3, draws: "-012345679" },
  { holding: 4, draws: "-234567" },
  { holding: 5, draws: "-4567" },
  { holding: 6, draws: "67" },
  { holding: 7, draws: "" },
];

export const SIDE_NAMES = { player: "Player", banker: "Banker" };

/** The total of a hand: the sum's last digit. */
export function total(cards) {
  return cards.reduce((sum, card) => sum + points(card), 0) % 10;
}

/** "4h 3c / Ks 5d 9c" as two hands. */
export function hands(text) {
  const [player, banker] = text.split("/").map((hand) => hand.trim().split(/\s+/));
  return { player, banker };
}

/** All cards in dealing order. */
export function inOrder({ player, banker }) {
  return [player[0], banker[0], player[1], banker[1], ...player.slice(2), ...banker.slice(2)];
}
