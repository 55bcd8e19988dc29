/** Money: whole coins inside, as language and house write it on the felt. */

import { LARGEST_AMOUNT } from "../wire/protocol.js";
import { catalogue, words } from "../words/words.js";

/**
 * Units that may have a sign, the largest first. The sign is empty if the language has none.
 * @type {[number, string][]}
 */
const UNITS = [
  [1e9, "page.money.unit.9"],
  [1e8, "page.money.unit.8"],
  [1e6, "page.money.unit.6"],
  [1e4, "page.money.unit.4"],
  [1e3, "page.money.unit.3"],
];

/** Return "$1,234" or "$9.50", with a minus sign below zero. @param {number} chips */
export const money = (chips) => withMinus(chips, catalogue().money(Math.abs(chips)));

/** Return money with a plus sign above zero. @param {number} chips */
export const signed = (chips) =>
  chips > 0 ? words("page.money.more", { amount: money(chips) }) : money(chips);

/** Return money, shortened to fit: "$1.23m". @type {(chips: number, letters: number) => string} */
export function brief(chips, letters) {
  const text = money(Math.abs(chips));
  const fits = text.length <= letters;
  return withMinus(chips, fits ? text : catalogue().signed(short(Math.abs(chips))));
}

/** @type {(chips: number, text: string) => string} */
const withMinus = (chips, text) => (chips < 0 ? words("page.money.less", { amount: text }) : text);

/** Return a short amount for a chip: "500", "2.5k", "1m". @param {number} chips */
export function short(chips) {
  const value = chips / catalogue().unit;
  const found = UNITS.find(([unit, id]) => value >= unit && words(id));
  return found ? trimmed(value / found[0]) + words(found[1]) : trimmed(value);
}

/** @param {number} value */
function trimmed(value) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const text = (Math.floor(value * 10 ** digits) / 10 ** digits).toFixed(digits);
  const bare = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return bare.replace(".", catalogue().text("number.decimal"));
}

/** The signs that languages group digits by, or put before the cents. */
const SIGNS = [",", "."];

/** Return a typed amount in chips. Throw a message for the guest if it's invalid. @param {string} text */
export function parseMoney(text) {
  const { currency, unit, namedSign } = catalogue();
  const typed = text.replaceAll(currency.sign, "").replace(/[\s_]/g, "");
  const decimal = catalogue().text("number.decimal");
  const group = SIGNS.find((sign) => sign !== decimal) ?? "";
  // The other sign before one or two last digits is a decimal sign too: no language groups so few.
  const [, whole, coins = ""] =
    new RegExp(`^(\\d{1,3}(?:[${group}]\\d{3})+|\\d+)(?:[${decimal}](\\d{1,2}))?$`).exec(typed) ??
    new RegExp(`^(\\d+)[${group}](\\d{1,2})$`).exec(typed) ??
    [];
  const digits = (whole ?? "0").replaceAll(group, "");
  const chips = Number(digits) * unit + Number(coins.padEnd(currency.digits, "0"));
  const needed = currency.digits ? "page.amount.needed" : "page.amount.needed.whole";
  if (!chips || coins.length > currency.digits)
    throw new Error(words(needed, { currency: namedSign }));
  if (chips > LARGEST_AMOUNT) throw new Error(words("page.amount.most", { high: LARGEST_AMOUNT }));
  return chips;
}
