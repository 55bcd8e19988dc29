/** The words of the guest's language, loaded before anything is shown. */

import { Refused } from "../lib/http.js";
import { Catalogue } from "./catalogue.js";

/** @import { Currency } from "../wire/frames.d.ts" */
/** @import { Message } from "./catalogue.js" */
/** @import { Facts } from "./template.js" */

let current = new Catalogue("en", {});

/** Use another language from now on. @param {Catalogue} catalogue */
export function speak(catalogue) {
  current = catalogue.countingIn(current.currency);
}

/** Count money in the currency of a house from now on; null is dollars. @param {Currency | null} currency */
export function countIn(currency) {
  current = current.countingIn(currency);
}

export function catalogue() {
  return current;
}

/** @type {(id: string, facts?: Facts) => string} */
export function words(id, facts = {}) {
  return current.words([id, facts]);
}

/**
 * Return the words of an id with an element in the place of the fact `text`.
 * @param {string} id
 * @param {Node | readonly (Node | string)[]} element
 * @param {Facts} facts
 * @returns {(Node | string)[]}
 */
export function wordsAround(id, element, facts = {}) {
  return current.wordsAround([id, facts], { text: element }).flat();
}

/** Return a message in words. @param {Message} message */
export const textOf = (message) => current.words(message);

/** Return an error as one line for the guest. @param {unknown} error */
export function errorMessage(error) {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof Refused)) return error.message;
  if (error.said) return textOf(error.said);
  if (error.code === "offline") return words("page.offline");
  return error.message || words("page.no_reason");
}
