/** What the guest may do now, and why not. */

import { ownSeat } from "./seats.js";

/** @import { Model } from "./model.js" */

/**
 * Whether bets are open and the guest may place one now.
 * @param {Model} model
 */
export function canBet(model) {
  return (
    model.isUp &&
    !model.showing &&
    model.shoe.phase === "betting" &&
    ownSeat(model) !== null &&
    Boolean(model.house?.limits)
  );
}

/**
 * Whether the guest is one who deals at this table.
 * @param {Model} model
 */
export function canDealEver(model) {
  return model.seat !== null && model.ready.dealers.includes(model.seat);
}

/**
 * Whether the guest may deal now.
 * @param {Model} model
 */
export function canDeal(model) {
  return model.isUp && !model.showing && model.shoe.phase === "betting" && canDealEver(model);
}

/**
 * Why the guest can neither bet nor deal now, in one line.
 * @param {Model} model
 * @param {string} undone
 */
export function whyNot(model, undone = "Nothing was done") {
  if (!model.isUp) return `${undone}: the line is down.`;
  if (!ownSeat(model)) return "Take a seat first.";
  if (model.shoe.phase === "closed") return "This table is closed.";
  if (model.shoe.phase !== "betting") return "The shoe is being shuffled; a moment.";
  if (!model.house?.limits) return "This house takes no bets; just deal.";
  return "At a table with a clock, the clock deals.";
}
