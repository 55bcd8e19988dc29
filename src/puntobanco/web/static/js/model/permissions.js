/** What the guest may do now. */

import { own } from "./seats.js";

/** Whether bets are open and a guest may place one now. */
export function canBet(model) {
  return model.isUp && !model.isMoving && model.shoe.phase === "betting" && own(model) !== null && Boolean(model.house.limits);
}

/** Whether the guest is one who deals at this table. */
export function canDealEver(model) {
  return own(model) !== null && (model.dealing === "button" || Object.keys(model.seats).length === 1);
}

/** Whether the guest may deal now. */
export function canDeal(model) {
  return model.isUp && !model.isMoving && model.shoe.phase === "betting" && canDealEver(model);
}
