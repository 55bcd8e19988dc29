/** The texts of a betting spot. */

import { catalogue, textOf, words } from "../words/words.js";
import { brief } from "./money.js";
import { betFact, betName } from "./names.js";

/** @import { Bet, Fate } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

/** The result of a stake. @typedef {{ fate: Fate, earned: number }} Paid */
/**
 * @typedef {object} SpotState
 * @property {number} mine
 * @property {boolean} standing
 * @property {number} pending
 * @property {{ name: string, stake: number }[]} others
 * @property {string} [refusal]
 * @property {Paid | null} [paid]
 * @property {boolean} [wins]  whether the coup that lies on the felt has won it
 */

/** Return a spot's screen-reader label. @type {(bet: Bet, state: SpotState) => string} */
export function spotLabel(bet, { mine, standing, pending, others, refusal, paid, wins }) {
  const said = [
    ...naming(bet),
    mine && words(standing ? "page.spot.stands" : "page.spot.accepted", { stake: mine }),
    pending && words("page.spot.pending", { stake: pending }),
    refusal && words("page.spot.refused", { text: refusal }),
    paid ? fateWords(paid) : wins && words("page.spot.wins"),
    others.length && words("page.spot.others", { count: others.length, sum: stakeSum(others) }),
  ];
  return catalogue().joined(
    said.flatMap((each) => each || []),
    "list.comma",
  );
}

/** Return a bet's name; if it can be placed, also what it pays and its rule. @param {Bet} bet */
function naming(bet) {
  if (bet.minimum === null) return [betName(bet)];
  const pays = words("page.spot", { bet: betFact([bet], bet.key), all_pays: bet.pays });
  return [pays, bet.rule && textOf(bet.rule)];
}

/** @param {Paid} paid */
function fateWords({ fate, earned }) {
  if (fate === "won") return words("page.spot.won", { chips: earned });
  if (fate === "lost") return words("page.spot.lost", { chips: -earned });
  return fate === "returned" ? words("page.spot.returned") : null;
}

/** Return a short result. @type {(paid: Paid | null | undefined, letters: number) => string} */
export function fateText(paid, letters) {
  if (!paid) return "";
  return {
    won: words("page.money.more", { amount: brief(paid.earned, letters) }),
    lost: brief(paid.earned, letters),
    returned: words("page.spot.returned"),
    stands: "",
  }[paid.fate];
}

/** @param {{ stake: number }[]} stakes */
export const stakeSum = (stakes) => stakes.reduce((sum, { stake }) => sum + stake, 0);

/** Return what the words and pays on a felt mean: the commission and a push, if they occur. @type {(felt: readonly Bet[]) => Message[]} */
export const payNotes = (felt) => {
  const isTaxed = felt.some(({ key, pays }) => key === "banker" && pays[0] === "19/20");
  const hasPush = felt.some(({ lines }) => lines.some(({ pays }) => pays === "0"));
  return [
    ["page.pays.note", {}],
    ...(hasPush ? [/** @type {Message} */ (["page.pays.push", {}])] : []),
    ...(isTaxed ? [/** @type {Message} */ (["page.pays.commission", {}])] : []),
  ];
};
