/** What the page says on request. */

import { dollars } from "../game/money.js";
import { ownMoney, ownSeat } from "./seats.js";

/** @import { Model } from "./model.js" */

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
