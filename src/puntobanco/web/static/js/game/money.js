/** Money: whole cents inside, dollars on the felt. */

import { LARGEST_AMOUNT } from "../wire/protocol.js";

const CENTS = 100;
/** @type {[number, string][]} */
const UNITS = [
  [1e9, "b"],
  [1e6, "m"],
  [1e3, "k"],
];

/**
 * "$1,234" or "$9.50", with a minus sign below zero.
 * @param {number} chips
 */
export function dollars(chips) {
  return `${chips < 0 ? "−" : ""}$${amount(Math.abs(chips))}`;
}

/**
 * The same without signs, for a field that is labelled with them: "1,234" or "9.50".
 * @param {number} chips
 */
export function amount(chips) {
  const cents = chips % CENTS;
  const whole = Math.floor(chips / CENTS).toLocaleString("en");
  return cents ? `${whole}.${String(cents).padStart(2, "0")}` : whole;
}

/**
 * The same with a plus sign above zero.
 * @param {number} chips
 */
export function signed(chips) {
  return chips > 0 ? `+${dollars(chips)}` : dollars(chips);
}

/**
 * In at most so many letters: "$9,999", "$187.50", "$1.23m".
 * @param {number} chips
 * @param {number} letters
 */
export function brief(chips, letters) {
  const text = dollars(Math.abs(chips));
  return `${chips < 0 ? "−" : ""}${text.length <= letters ? text : `$${short(Math.abs(chips))}`}`;
}

/**
 * Short, for a chip: "500", "2.5k", "1m".
 * @param {number} chips
 */
export function short(chips) {
  const value = chips / CENTS;
  const [unit, letter] = UNITS.find(([each]) => value >= each) ?? [1, ""];
  return `${trimmed(value / unit)}${letter}`;
}

/** @param {number} value */
function trimmed(value) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const text = (Math.floor(value * 10 ** digits) / 10 ** digits).toFixed(digits);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

const WHOLE = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
/** A comma before one or two last digits is a decimal comma, as most of Europe writes it. */
const DECIMAL_COMMA = /^(\d+),(\d{1,2})$/;

/**
 * Dollars as a guest types them, in cents. Throws one clear line when it is no amount.
 * @param {string} text
 */
export function parseDollars(text) {
  const [, whole, cents = ""] = WHOLE.exec(bare(text)) ?? DECIMAL_COMMA.exec(bare(text)) ?? [];
  const chips = Number((whole ?? "0").replaceAll(",", "")) * CENTS + Number(cents.padEnd(2, "0"));
  if (!chips) throw new Error("Type an amount in dollars, such as 1000 or 250.50.");
  if (chips > LARGEST_AMOUNT)
    throw new Error(`That is too much: ${dollars(LARGEST_AMOUNT)} at most.`);
  return chips;
}

/** @param {string} text */
const bare = (text) => text.replace(/[$\s_]/g, "");
