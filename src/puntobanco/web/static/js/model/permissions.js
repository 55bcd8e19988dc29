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
 * Why the guest can neither bet nor deal now, as the id of one line.
 * @param {Model} model
 * @param {string} undone  the line where the connection is down
 */
export function whyNot(model, undone = "page.undone") {
  if (!model.isUp) return undone;
  if (!ownSeat(model)) return "refused.not_seated";
  if (model.shoe.phase === "closed") return "refused.closed";
  if (model.showing === "coup") return "page.bets_later";
  if (model.showing || model.shoe.phase !== "betting") return "refused.shuffling";
  if (!model.house?.limits) return "refused.just_deal";
  return "refused.clock_deals";
}
