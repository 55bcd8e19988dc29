/** When a bet wins, in a few words: what the odds alone do not say. */

/** @import { Bet } from "../wire/frames.d.ts" */

/**
 * "push on three-card 7", "half on 6", "first two cards a pair", "win by 4 to 9"; empty for a plain bet.
 * @param {Pick<Bet, "main" | "lines">} bet
 */
export function betRule({ main, lines }) {
  const all = lines
    .map((line) => line.split(": "))
    .filter(([when, pays]) => !(when.startsWith("tie") && pays === "push"));
  if (main)
    return all
      .slice(0, -1)
      .map(([when, pays]) => `${SHARE[pays] ?? pays} on ${hand(when)}`)
      .join(", ");
  const margins = all.flatMap(([when]) => when.match(/by (\d)/)?.[1] ?? []);
  if (margins.length > 1) return `win by ${margins.at(-1)} to ${margins[0]}`;
  return all.map(([when]) => when.replace(/^.*'s (.*) are a pair$/, "$1 a pair")).join(", ");
}

/**
 * The odds of a bet; of a main bet with a rule of its own, those that are paid otherwise.
 * @param {Pick<Bet, "main" | "lines" | "pays">} bet
 */
export function plainOdds(bet) {
  return bet.main && betRule(bet) ? bet.lines[bet.lines.length - 1].split(": ")[1] : bet.pays;
}

/** @type {Record<string, string>} */
const SHARE = { push: "push", "1 to 2": "half" };

/**
 * A winning hand without its side, which the spot names.
 * @param {string} when
 */
const hand = (when) => when.replace(/^\w+ wins with (a )?/, "");
