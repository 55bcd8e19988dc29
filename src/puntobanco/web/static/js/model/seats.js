/** Seats: the guest's own, its money, and the stakes on a spot. */

import { fittingStake } from "../game/chips.js";

/** @import { Seat, Stake } from "../wire/frames.d.ts" */
/** @import { Model } from "./model.js" */

/** Return the guest's seat, or null. @param {Pick<Model, "seat" | "seats">} model */
export const ownSeat = (model) => (model.seat === null ? null : (model.seats[model.seat] ?? null));

/** Return what the guest earned in the last coup. @param {Pick<Model, "seat" | "results">} model */
export const lastWin = ({ seat, results }) => (seat === null ? null : (results[seat] ?? null));

/**
 * Return the stakes on a spot: the guest's own, unanswered ones, and those of others.
 * @param {Pick<Model, "seat" | "seats" | "pending">} model
 * @param {string} key
 */
export function stakesOn(model, key) {
  /** @param {readonly Stake[]} bets */
  const sum = (bets) => bets.reduce((all, bet) => all + (bet.key === key ? bet.stake : 0), 0);
  const mine = ownSeat(model)?.wagers ?? [];
  const others = Object.entries(model.seats)
    .filter(([number]) => Number(number) !== model.seat)
    .map(([number, { name, wagers }]) => ({ seat: Number(number), name, stake: sum(wagers) }))
    .filter(({ stake }) => stake > 0);
  return {
    mine: sum(mine),
    standing: mine.some((wager) => wager.key === key && wager.standing),
    pending: sum(model.pending),
    others,
  };
}

/** Return whether a guest has put down more than what a tie left standing. @param {Seat | null} seat */
export const hasNewBets = (seat) => seat?.wagers.some(({ standing }) => !standing) ?? false;

/** Count pending bets as accepted. @param {Pick<Model, "seat" | "seats" | "pending">} model */
export function ownMoney(model) {
  const seat = ownSeat(model);
  const pending = model.pending.reduce((sum, bet) => sum + bet.stake, 0);
  return seat
    ? { available: seat.available - pending, staked: seat.staked + pending }
    : { available: 0, staked: 0 };
}

/**
 * Return the most that the guest can add to a spot, or 0 if nothing fits.
 * @type {(model: Pick<Model, "seat" | "seats" | "pending" | "house">, key: string) => number}
 */
export function fittingOn(model, key) {
  const { minimum = null, maximum, step } = model.house?.felt.find((bet) => bet.key === key) ?? {};
  if (minimum === null || !maximum || !step) return 0;
  const { mine, pending } = stakesOn(model, key);
  return fittingStake({ minimum, maximum, step }, mine + pending, ownMoney(model).available);
}

/**
 * Return whether a seated guest has less than the smallest stake, on the felt and off it, and has
 * not asked for chips.
 * @param {Pick<Model, "seat" | "seats" | "house" | "isBuying">} model
 */
export function isOutOfChips(model) {
  const [seat, limits] = [ownSeat(model), model.house?.limits];
  return Boolean(seat && limits && !model.isBuying && seat.bankroll < limits.minimum);
}

/** Return whether a namesake has just sat down. @type {(model: Model, before: Model) => boolean} */
export const hasNamesake = ({ name, seat, seats }, before) =>
  before.house !== null &&
  seat === null &&
  Object.entries(seats).some(([at, each]) => each.name === name && !(at in before.seats));

/** Return whether anybody else sits at the table. @param {Pick<Model, "seat" | "seats">} model */
export const hasCompany = ({ seat, seats }) => Object.keys(seats).some((at) => Number(at) !== seat);
