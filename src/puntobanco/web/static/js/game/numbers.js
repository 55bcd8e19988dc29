/** Percentages and times of day, as the language writes them. */

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

/**
 * The hour and the minute, by the guest's own clock.
 * @param {number} at  milliseconds since 1970
 */
export function timeOfDay(at) {
  const { language } = catalogue();
  return new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
}
