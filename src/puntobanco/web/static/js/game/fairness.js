/** Fair shoes, scheme BAC1: the check of a card against the published root, and the guest's seed. */

import { bigEndian, fromHex, joined, toHex, utf8 } from "../lib/bytes.js";
import { sha256 } from "../lib/sha256.js";

const SALT_BYTES = 16;

/**
 * Return whether a path leads from a card to the root of `size` cards.
 * @param {string} card
 * @param {{ position: number, salt: string, beside: readonly string[] }} path
 * @param {{ root: string, size: number }} promise
 */
export async function verifyPath(card, path, { root, size }) {
  const salt = fromHex(path.salt);
  let [place, width] = [path.position, size];
  if (!(place >= 0 && place < size) || salt.length !== SALT_BYTES) return false;
  let found = await sha256(joined([0], bigEndian(place), salt, utf8(card)));
  const beside = path.beside.map(fromHex);
  while (width > 1) {
    if ((place ^ 1) < width) {
      const other = beside.shift();
      if (!other) return false;
      found = await sha256(place & 1 ? joined([1], other, found) : joined([1], found, other));
    }
    [place, width] = [place >> 1, (width + 1) >> 1];
  }
  return beside.length === 0 && toHex(found) === root.toLowerCase();
}

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
