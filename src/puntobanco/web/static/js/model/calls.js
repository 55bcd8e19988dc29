/** The call in the middle of the felt. */

/** @import { Outcome } from "../wire/frames.d.ts" */
/** @import { OpenModel } from "./model.js" */

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
