/** The guest's seed: a word that the browser commits to first and reveals later. */

import { bigEndian, fromHex, joined, toHex, utf8 } from "../lib/bytes.js";
import { sha256 } from "../lib/sha256.js";

/**
 * Return a guest's commitment to a seed, which includes the house's commitment.
 * @type {(house: string, seat: number, seed: string) => Promise<string>}
 */
export const seedCommitment = async (house, seat, seed) => {
  const parts = [utf8("BAC1 guest"), fromHex(house), bigEndian(seat, 8), utf8(seed)];
  return toHex(await sha256(joined(...parts.flatMap((part) => [bigEndian(part.length), part]))));
};

const ONSETS = [..."bdfghklmnprstvwz"];
const VOWELS = [..."aeio"];
const WORDS = 4;
const SYLLABLES = 3;

/** Return four pronounceable words with 72 random bits. */
export function randomWords() {
  const bytes = crypto.getRandomValues(new Uint8Array(WORDS * SYLLABLES));
  const syllables = Array.from(bytes, (byte) => ONSETS[byte & 15] + VOWELS[(byte >> 4) & 3]);
  return Array.from({ length: WORDS }, (_, at) =>
    syllables.slice(at * SYLLABLES, (at + 1) * SYLLABLES).join(""),
  ).join(" ");
}
