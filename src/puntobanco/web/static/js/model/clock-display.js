import { words } from "../words/words.js";

/** @import { Model, ClockState } from "./model.js" */
/** @import { ClockCall } from "../wire/frames.d.ts" */

/** Less time than this is short, in milliseconds. */
const SHORT = 5000;
/** As long as more of the period than this part is left, nobody needs more time. */
const FRESH = 0.8;

/** @param {number} milliseconds */
const seconds = (milliseconds) => Math.ceil(milliseconds / 1000);

/**
 * How the betting clock looks, or null where none runs.
 * @param {Model} model
 * @param {number} now
 */
export function clockDisplay({ clock, seat, seats, isUp, showing }, now) {
  if (clock.closesAt === null || !isUp) return null;
  const left = Math.max(0, clock.closesAt - now);
  const isWaiting = clock.opensAt > now;
  const waiting = showing
    ? words("page.clock.then", { seconds: seconds(clock.period) })
    : words("page.clock.open");
  return {
    left,
    number: isWaiting ? "" : String(seconds(left)),
    text: isWaiting ? waiting : words("page.clock.left"),
    part: Math.min(1, left / (clock.period || left || 1)),
    isShort: left < SHORT,
    canLengthen: seat !== null && seat in seats && clock.more > (clock.used[seat] ?? 0),
    isFresh: left > FRESH * clock.period,
  };
}

/**
 * What is due to be said of the clock. That no more bets are taken is said with the cards.
 * @param {ClockState} clock
 * @param {number} left
 * @returns {ClockCall[]}
 */
export function dueCalls({ said }, left) {
  return said.filter((call) => call.left > 0 && call.left >= left);
}
