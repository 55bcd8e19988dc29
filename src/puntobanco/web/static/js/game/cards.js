/** Cards as text, such as "9h": their names. */

/** @type {Record<string, string>} */
const RANK_WORDS = {
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};
/** @type {Record<string, string>} */
const SUIT_WORDS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/**
 * A card in words: "nine of hearts".
 * @param {string} card
 */
export function cardWords(card) {
  return `${RANK_WORDS[card[0]]} of ${SUIT_WORDS[card[1]]}`;
}
