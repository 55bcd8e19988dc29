import { randomWords } from "../game/seeds.js";

/** @import { Values } from "../shell/settings.js" */

/**
 * The seed of this browser for a shoe: the guest's word, random words, or both. It is the same
 * again after a reload.
 * @param {string} table
 * @param {number} shoe
 * @param {{ get(name: "word"): Values["word"], get(name: "addRandom"): Values["addRandom"] }} settings
 */
export function wordFor(table, shoe, settings) {
  const key = `puntobanco.seed.${table}.${shoe}`;
  const word = settings.get("word");
  const made =
    word && !settings.get("addRandom") ? word : [word, randomWords()].filter(Boolean).join(" ");
  try {
    const kept = sessionStorage.getItem(key) ?? made;
    sessionStorage.setItem(key, kept);
    sessionStorage.removeItem(`puntobanco.seed.${table}.${shoe - 1}`);
    return kept;
  } catch {
    return made;
  }
}
