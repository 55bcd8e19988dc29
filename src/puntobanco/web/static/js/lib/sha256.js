/** SHA-256 by the browser, or computed here if the page was loaded over plain HTTP. */

/** Return the digest of some bytes. @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return plainSha256(bytes);
}

const [STARTS, ROUNDS] = constants();

/** The first 32 bits of the fractions of square and cube roots of the first primes (FIPS 180-4). */
function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < 64; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  /** @param {number} root */
  const bits = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
  return [
    primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime))),
    primes.map((prime) => bits(Math.cbrt(prime))),
  ];
}

/** Return the digest without the browser's help. @param {Uint8Array} bytes */
export function plainSha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Uint32Array.from(STARTS);
  for (let at = 0; at < padded.length; at += 64) block(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) digest.setUint32(at * 4, word);
  return new Uint8Array(digest.buffer);
}

/** @type {(word: number, by: number) => number} */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** @type {(state: Uint32Array, view: DataView, at: number) => void} */
const block = (state, view, at) => {
  const words = new Uint32Array(64);
  for (let t = 0; t < 16; t += 1) words[t] = view.getUint32(at + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const [early, late] = [words[t - 15], words[t - 2]];
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[t] = words[t - 16] + small + words[t - 7] + large;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t += 1) {
    const one =
      (h +
        (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
        ((e & f) ^ (~e & g)) +
        ROUNDS[t] +
        words[t]) |
      0;
    const two =
      ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  for (const [t, word] of [a, b, c, d, e, f, g, h].entries()) state[t] += word;
};
