/** Reads messages by language, and writes them in the words of the page. */

import { readFileSync } from "node:fs";
import { catalogueOf } from "./english.js";

/** @import { Message } from "../../src/puntobanco/web/static/js/words/catalogue.js" */

/** @type {Record<string, Message[]>} */
const given = JSON.parse(readFileSync(0, "utf-8"));
const worded = Object.entries(given).map(([language, messages]) => {
  const catalogue = catalogueOf(language);
  return [language, messages.map((each) => catalogue.words(each))];
});
console.log(JSON.stringify(Object.fromEntries(worded)));
