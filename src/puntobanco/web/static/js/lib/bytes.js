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
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number));
  return new Uint8Array(view.buffer, 8 - size);
}

/** Concatenate bytes. @param {(Uint8Array | number[])[]} parts */
export const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
