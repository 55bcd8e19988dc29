/**
 * A number of things: "1 card", "12 cards".
 * @param {number} number
 * @param {string} noun
 * @param {string} plural
 */
export function count(number, noun, plural = `${noun}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
}
