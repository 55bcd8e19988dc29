/** Sets the language to English, without a server. */

import { readFileSync } from "node:fs";
import { Catalogue } from "#page/words/catalogue.js";
import { speak } from "#page/words/words.js";

const FOLDER = "../../src/puntobanco/words";

/** Return the catalogue of a language. @param {string} language */
export function catalogueOf(language) {
  const text = readFileSync(new URL(`${FOLDER}/${language}.json`, import.meta.url), "utf-8");
  return new Catalogue(language, JSON.parse(text).words);
}

speak(catalogueOf("en"));
