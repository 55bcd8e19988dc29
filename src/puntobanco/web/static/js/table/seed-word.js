/** The word that this browser adds to a shoe. */

import { randomWords } from "../game/seeds.js";

/** The seed for a shoe: the guest's word and random ones; the same again after a reload. */
export function wordFor(table, shoe, settings) {
  const key = `puntobanco.seed.${table}.${shoe}`;
  const word = settings.get("word");
  const made = word && !settings.get("addRandom") ? word : [word, randomWords()].filter(Boolean).join(" ");
  try {
    const kept = sessionStorage.getItem(key) ?? made;
    sessionStorage.setItem(key, kept);
    sessionStorage.removeItem(`puntobanco.seed.${table}.${shoe - 1}`);
    return kept;
  } catch {
    return made;
  }
}
