/** The guest's permissions: bets, the deal, and the ready button among several guests. */

import { ownSeat } from "./seats.js";

/** @import { Model } from "./model.js" */
/** @import { Ready } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

/** Return whether bets are open and the guest may place one now. @param {Model} model */
export const canBet = (model) =>
  model.isUp &&
  !model.showing &&
  !model.isBuying &&
  model.shoe.phase === "betting" &&
  ownSeat(model) !== null &&
  Boolean(model.house?.limits);

/** Return whether the guest deals at this table. @param {Model} model */
export const canDealEver = (model) =>
  model.seat !== null && model.ready.dealers.includes(model.seat);

/** Return whether the guest may deal now. @param {Model} model */
export const canDeal = (model) =>
  model.isUp && !model.showing && model.shoe.phase === "betting" && canDealEver(model);

/** Milliseconds in which a second press on the deal button is a slip. */
const SLIP = 1000;

/**
 * Return whether the deal button skips now. It does so only after a while, because a double press on
 * it would skip the whole coup.
 * @type {(model: Pick<Model, "showing" | "showingSince">, now: number) => boolean}
 */
export const canSkip = ({ showing, showingSince }, now) =>
  showing !== null && now - showingSince > SLIP;

/**
 * Return why the guest can neither bet nor deal now, as the id of one line.
 * @param {Model} model
 * @param {string} undone  the line if the connection is down
 */
export function whyNot(model, undone = "page.undone") {
  if (!model.isUp) return undone;
  if (model.shoe.phase === "closed") return "refused.closed";
  if (!ownSeat(model)) return "refused.not_seated";
  if (model.showing === "coup") return "page.bets_later";
  if (model.showing || model.isBuying || model.shoe.phase !== "betting") return "refused.shuffling";
  if (!model.house?.limits) return "refused.just_deal";
  return "refused.clock_deals";
}

/** @typedef {Pick<Ready, "dealers" | "seats" | "waiting" | "waits">} ReadySeats */
/**
 * The seats that may deal and those that are ready. `dealsAt` is in this machine's time.
 * @typedef {Readonly<ReadySeats & { dealsAt: number | null }>} ReadyState
 */

/** @type {ReadyState} */
export const NOBODY_READY = { dealers: [], seats: [], waiting: [], waits: null, dealsAt: null };

/** @type {(frame: ReadySeats & Pick<Ready, "deals_in">, now: number) => ReadyState} */
export const readyFrom = ({ dealers, seats, waiting, waits, deals_in: dealsIn }, now) => ({
  dealers,
  seats,
  waiting,
  waits,
  dealsAt: dealsIn === null ? null : now + dealsIn,
});

/** Whether the guest waits for others. @param {{ seat: number | null, ready: ReadyState }} model */
export const isWaiting = ({ seat, ready }) =>
  seat !== null && ready.seats.includes(seat) && ready.waiting.length > 0;

/** Answer a ready guest who presses again. @type {(ready: ReadyState, now: number) => Message} */
export const waitingMessage = (ready, now) => {
  const seconds = secondsLeft(ready, now);
  const said = ready.waits;
  if (seconds === null) return ["page.ready.line", { said }];
  return ["page.ready.line.seconds", { said, seconds }];
};

/** The seconds to the deal, at most. @type {(ready: ReadyState, now: number) => number | null} */
export const secondsLeft = ({ dealsAt }, now) =>
  dealsAt === null ? null : Math.ceil(Math.max(0, dealsAt - now) / 1000);
