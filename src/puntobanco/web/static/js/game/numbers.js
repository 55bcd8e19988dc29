import { catalogue, words } from "../words/words.js";

/**
 * A percentage with so many digits behind the decimal sign.
 * @param {number} percent
 * @param {number} digits
 */
export function percentage(percent, digits) {
  const amount = percent.toFixed(digits).replace(".", catalogue().text("number.decimal"));
  return words("page.percent", { amount });
}
