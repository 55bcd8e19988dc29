/** Check one card against the root that was published before the first bet (scheme BAC1). */

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
