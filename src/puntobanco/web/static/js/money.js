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

/** Dollars as a guest types them, in cents; null when it is no amount. */
export function parse(text) {
  const clean = text.replace(/[$,\s_]/g, "");
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(clean)) return null;
  const [whole, cents = ""] = clean.split(".");
  return Number(whole) * COINS + Number(cents.padEnd(2, "0"));
}
