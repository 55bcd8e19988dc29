/** Where a table stands: the call in the middle of the felt, and what is said on request. */

import { dollars } from "../game/money.js";
import { ownMoney, ownSeat } from "./seats.js";

/** @import { Outcome } from "../wire/frames.d.ts" */
/** @import { Model, OpenModel } from "./model.js" */

/** @type {Record<Outcome, string>} */
export const WINNER_CALLS = { player: "Player wins", banker: "Banker wins", tie: "Égalité – tie" };

/**
 * The call while nothing is dealt.
 * @param {Pick<OpenModel, "shoe" | "house" | "last" | "room">} model
 */
export function idleCall({ shoe: { phase }, house, last, room }) {
  if (phase === "closed") return "This table is closed";
  if (last) return WINNER_CALLS[last.outcome];
  if (phase === "seeding") return "Shuffling the shoe";
  if (phase === "no shoe") return room.here.length ? "Shuffling" : "Waiting for guests";
  return house.limits ? "Place your bets" : "Ready to deal";
}

/** @param {Pick<Model, "roads">} model */
export function decisionsLine({ roads }) {
  const letters = [...(roads?.decisions ?? "")].join(" ");
  return letters ? `Decisions, oldest first: ${letters}.` : "Decisions: none since the shuffle.";
}

/** @param {Pick<Model, "seat" | "seats" | "pending" | "house">} model */
export function moneyLine(model) {
  const seat = ownSeat(model);
  if (!seat) return "You are watching, without chips.";
  const { available, staked } = ownMoney(model);
  const names = new Map(model.house?.felt.map(({ key, name }) => [key, name]));
  const bets = seat.wagers.map(
    ({ key, stake, standing }) =>
      `${dollars(stake)} on ${names.get(key)}${standing ? ", standing" : ""}`,
  );
  return `Left to bet: ${dollars(available)}. Staked: ${dollars(staked)}${bets.length ? `: ${bets.join("; ")}` : ""}.`;
}
