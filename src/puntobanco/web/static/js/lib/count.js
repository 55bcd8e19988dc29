/** Numbers of things, in words. */

/** A number of things: "1 card", "12 cards". */
export function count(number, noun, plural = `${noun}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
}
