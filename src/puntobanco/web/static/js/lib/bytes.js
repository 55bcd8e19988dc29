/** Bytes and their hexadecimal text. */

/** @param {string} text */
export const fromHex = (text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export const toHex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);

/** Return a number as big-endian bytes. @type {(number: number, size?: number) => Uint8Array} */
export function bigEndian(number, size = 4) {
  const bytes = new Uint8Array(size);
  let rest = number;
  for (let at = size - 1; at >= 0; at -= 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** Concatenate bytes. @param {(Uint8Array | number[])[]} parts */
export function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
