/** The texts of a betting spot. */

import { count } from "../lib/count.js";
import { brief, dollars } from "./money.js";

/** @import { Bet, Fate } from "../wire/frames.d.ts" */

/** What became of a stake. @typedef {{ fate: Fate, earned: number }} Paid */
/**
 * @typedef {object} SpotState
 * @property {number} mine
 * @property {boolean} standing
 * @property {number} pending
 * @property {{ name: string, stake: number }[]} others
 * @property {string} [refusal]
 * @property {Paid | null} [paid]
 */

/**
 * Everything that a spot shows, for a screen reader.
 * @param {Bet} bet
 * @param {SpotState} state
 */
export function spotLabel(bet, { mine, standing, pending, others, refusal, paid }) {
  return [
    bet.minimum === null
      ? bet.name
      : [`${bet.name}, pays ${bet.pays}`, bet.rule].filter(Boolean).join(", "),
    mine ? `your stake ${dollars(mine)} ${standing ? "stands" : "accepted"}` : null,
    pending ? `${dollars(pending)} pending` : null,
    refusal ? `refused: ${refusal}` : null,
    paid
      ? {
          won: `won ${dollars(paid.earned)}`,
          lost: `lost ${dollars(-paid.earned)}`,
          returned: "returned",
          stands: null,
        }[paid.fate]
      : null,
    others.length ? `${count(others.length, "other guest")} ${dollars(stakeSum(others))}` : null,
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * What became of a stake, in few letters.
 * @param {Paid | null | undefined} paid
 * @param {number} letters
 */
export function fateText(paid, letters) {
  if (!paid) return "";
  return {
    won: `+${brief(paid.earned, letters)}`,
    lost: brief(paid.earned, letters),
    returned: "returned",
    stands: "",
  }[paid.fate];
}

/** @param {{ stake: number }[]} stakes */
export function stakeSum(stakes) {
  return stakes.reduce((sum, { stake }) => sum + stake, 0);
}
