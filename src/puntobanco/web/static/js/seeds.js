/** The guest's part in the shuffle: a word that the browser promises first and shows later. */

import { bigEndian, fromHex, joined, toHex, utf8 } from "./bytes.js";
import { sha256 } from "./sha256.js";

/** A guest's promise of a seed, in answer to the house's commitment. */
export async function seedCommitment(house, seat, seed) {
  const parts = [utf8("BAC1 guest"), fromHex(house), bigEndian(seat, 8), utf8(seed)];
  return toHex(await sha256(joined(...parts.flatMap((part) => [bigEndian(part.length), part]))));
}

/** The seed for a shoe: the guest's word and 128 random bits; the same again after a reload. */
export function wordFor(table, shoe, settings) {
  const key = `puntobanco.seed.${table}.${shoe}`;
  const random = () => toHex(crypto.getRandomValues(new Uint8Array(16)));
  const word = settings.get("word");
  const made = word && !settings.get("addRandom") ? word : [word, random()].filter(Boolean).join(" ");
  try {
    const kept = sessionStorage.getItem(key) ?? made;
    sessionStorage.setItem(key, kept);
    sessionStorage.removeItem(`puntobanco.seed.${table}.${shoe - 1}`);
    return kept;
  } catch {
    return made;
  }
}
