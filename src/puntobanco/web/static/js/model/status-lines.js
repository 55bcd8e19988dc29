/** The state of a table in words: the call in the middle of the felt, and answers to keys. */

import { betFact } from "../game/names.js";
import { textOf, words } from "../words/words.js";
import { waitingMessage } from "./permissions.js";
import { lastWin, ownMoney, ownSeat } from "./seats.js";

/** @import { Coup, Outcome } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */
/** @import { Model, OpenModel } from "./model.js" */

/** @type {Record<Outcome, string>} */
const RESULT_CALLS = {
  player: "page.call.player",
  banker: "page.call.banker",
  tie: "page.call.tie",
};

/**
 * Return the call of a result: the winner and the score.
 * @type {(result: { outcome: Outcome, player: number, banker: number }) => Message}
 */
export const resultMessage = ({ outcome, player, banker }) => [
  RESULT_CALLS[outcome],
  { player, banker },
];

/**
 * Return the call between coups: the last result until the guest bets again, then what comes next.
 * @param {Pick<OpenModel, "shoe" | "house" | "last" | "board" | "room" | "closing">} model
 */
export function idleCall({ shoe: { phase }, house, last, board: { won }, room, closing }) {
  const isByHouse = closing?.[0] === "closing.by_house";
  if (phase === "closed")
    return words(isByHouse ? "page.call.closed_by_house" : "page.call.closed");
  if (last && (won || phase !== "betting")) return textOf(resultMessage(resultOf(last)));
  if (phase === "seeding") return words("page.call.shuffling_shoe");
  if (phase === "no shoe")
    return words(room.here.length ? "page.call.shuffling" : "page.call.waiting");
  return words(house.limits ? "page.call.bets" : "page.call.deal");
}

/**
 * Return the prompt below the last result.
 * @param {Pick<OpenModel, "shoe" | "house" | "last" | "board">} model
 */
export function idlePrompt({ shoe: { phase }, house, last, board: { won } }) {
  if (phase !== "betting" || !last || !won) return "";
  return words(house.limits ? "page.call.bets" : "page.call.deal");
}

/** Return what the skip button says. @param {Pick<Model, "showing">} model */
export const skipWords = ({ showing }) =>
  words(showing === "shoe" ? "page.do.skip.shoe" : "page.do.skip");

/** @param {Coup} coup */
const resultOf = ({ outcome, player_total: player, banker_total: banker }) => ({
  outcome,
  player,
  banker,
});

/** Return the last ten outcomes. @type {(model: Pick<Model, "roads">) => Message} */
export const decisionsMessage = ({ roads }) => {
  const outcomes = [...(roads?.decisions ?? "")].map((letter) => OUTCOMES[letter]);
  return outcomes.length ? ["decisions", { outcomes }] : ["decisions.none", {}];
};

/** @type {Record<string, Outcome>} */
const OUTCOMES = { P: "player", B: "banker", T: "tie" };

/** @type {(model: Pick<Model, "last" | "seat" | "results">) => Message[]} */
const againMessages = ({ last, ...model }) => {
  if (!last) return [["page.again.none", {}]];
  const earned = lastWin(model);
  const { outcome, ...totals } = resultOf(last);
  const isUneven = outcome === "tie" && totals.player !== totals.banker;
  const id = `coup.result.${isUneven ? "naturals_tie" : outcome}`;
  if (earned === null) return [[id, totals]];
  const won = earned > 0 ? "page.again.won" : "page.again.lost";
  return [[id, totals], earned ? [won, { chips: Math.abs(earned) }] : ["page.again.even", {}]];
};

/**
 * Return the time left to bet, or until the cards come.
 * @type {(model: Pick<Model, "clock" | "ready" | "isUp">, now: number) => Message}
 */
const timeMessage = ({ clock, ready, isUp }, now) => {
  if (isUp && clock.closesAt !== null) {
    const isOpen = clock.opensAt <= now;
    const left = isOpen ? clock.closesAt - now : clock.period;
    const seconds = Math.ceil(Math.max(0, left) / 1000);
    return [isOpen ? "clock.short" : "page.time.opens", { seconds }];
  }
  return ready.dealsAt === null ? ["refused.no_clock", {}] : waitingMessage(ready, now);
};

/** Answer a question key. @type {(does: string, model: Model, now: number) => Message[]} */
export const saidOnRequest = (does, model, now) => {
  switch (does) {
    case "decisions":
      return [decisionsMessage(model)];
    case "money":
      return [moneyMessage(model)];
    case "again":
      return againMessages(model);
    case "time":
      return [timeMessage(model, now)];
    default:
      return [];
  }
};

/** @type {(model: Pick<Model, "seat" | "seats" | "pending" | "house">) => Message} */
export const moneyMessage = (model) => {
  const seat = ownSeat(model);
  if (!seat) return ["page.watching.line", {}];
  const { available, staked: sum } = ownMoney(model);
  const clauses = seat.wagers.map(({ key, stake, standing }) => [
    standing ? "page.money.bet.standing" : "heard.on",
    { stake, bet: betFact(model.house?.felt ?? [], key) },
  ]);
  if (!clauses.length) return ["page.money.line", { available, sum }];
  return ["page.money.line.bets", { available, sum, clauses }];
};
