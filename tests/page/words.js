/** Reads messages by language, and writes them as the page words them. */

import { readFileSync } from "node:fs";
import { catalogueOf } from "./english.js";

/** @import { Message } from "#page/words/catalogue.js" */

/** @import { Currency } from "#page/wire/frames.d.ts" */

/** @type {{ messages: Record<string, Message[]>, currency: Currency }} */
const { messages: given, currency } = JSON.parse(readFileSync(0, "utf-8"));
const textOf = Object.entries(given).map(([language, messages]) => {
  const catalogue = catalogueOf(language).countingIn(currency);
  return [language, messages.map((each) => catalogue.words(each))];
});
console.log(JSON.stringify(Object.fromEntries(textOf)));
