/** Money: whole cents inside, dollars on the felt. */

export const COINS = 100;

/** "$1,234" or "$9.50"; a minus sign where money is owed. */
export function dollars(chips) {
  const whole = Math.abs(chips);
  const cents = whole % COINS;
  const text = `$${Math.floor(whole / COINS).toLocaleString("en")}${cents ? `.${String(cents).padStart(2, "0")}` : ""}`;
  return chips < 0 ? `−${text}` : text;
}

/** The same with a plus sign where it was won. */
export function signed(chips) {
  return chips > 0 ? `+${dollars(chips)}` : dollars(chips);
}

/** In no more letters than there is room for: "$9,999", "$187.50", "$1.23m"; the whole amount is said elsewhere. */
export function brief(chips, letters) {
  const text = dollars(Math.abs(chips));
  return `${chips < 0 ? "−" : ""}${text.length <= letters ? text : `$${short(Math.abs(chips))}`}`;
}

/** Short, for a chip: "500", "2.5k", "1m". */
export function short(chips) {
  const value = chips / COINS;
  for (const [unit, letter] of [[1e9, "b"], [1e6, "m"], [1e3, "k"]]) {
    if (value >= unit) return `${trimmed(value / unit)}${letter}`;
  }
  return trimmed(value);
}

function trimmed(value) {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const text = (Math.floor(value * 10 ** digits) / 10 ** digits).toFixed(digits);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** The most that the house takes at once. */
const MOST = 1e12;
const WHOLE = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
/** A comma before one or two last digits is a decimal one, as most of Europe writes it. */
const DECIMAL_COMMA = /^(\d+),(\d{1,2})$/;

/** Dollars as a guest types them, in cents; throws one clear line when it is no amount. */
export function parse(text) {
  const [, whole, cents = ""] = WHOLE.exec(bare(text)) ?? DECIMAL_COMMA.exec(bare(text)) ?? [];
  const chips = Number((whole ?? "0").replaceAll(",", "")) * COINS + Number(cents.padEnd(2, "0"));
  if (!chips) throw new Error("Type an amount in dollars, such as 1000 or 250.50.");
  if (chips > MOST) throw new Error(`That is too much: ${dollars(MOST)} at most.`);
  return chips;
}

const bare = (text) => text.replace(/[$\s_]/g, "");
