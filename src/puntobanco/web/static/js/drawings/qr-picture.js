import { svg } from "../lib/elements.js";

/** Light modules that must surround a code. */
const QUIET = 4;

/**
 * Draw a QR code, always dark on light.
 * @param {readonly string[]} rows  1 for a dark module
 * @param {string} label
 */
export function qrPicture(rows, label) {
  const size = rows.length + 2 * QUIET;
  return svg(
    "svg.qr",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    svg("path.qr-light", { d: `M0 0h${size}v${size}h-${size}z` }),
    svg("path.qr-dark", { d: rows.map(runs).join("") }),
  );
}

/** @type {(row: string, down: number) => string} */
const runs = (row, down) =>
  [...row.matchAll(/1+/g)]
    .map(({ 0: run, index }) => `M${index + QUIET} ${down + QUIET}h${run.length}v1h-${run.length}z`)
    .join("");
