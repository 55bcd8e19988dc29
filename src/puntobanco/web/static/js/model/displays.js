import { words } from "../words/words.js";

/** @import { ClockState, Model } from "./model.js" */
/** @import { ClockCall } from "../wire/frames.d.ts" */

/** Less time than this is short, in milliseconds. */
const SHORT = 5000;
/** While more than this part of the period is left, nobody needs more time. */
const FRESH = 0.8;

/** @param {number} milliseconds */
const seconds = (milliseconds) => Math.ceil(milliseconds / 1000);

/**
 * Return how the betting clock looks, or null if none runs.
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
 * Return the calls that are due. “No more bets” comes with the cards.
 * @type {(clock: ClockState, left: number) => ClockCall[]}
 */
export const dueCalls = ({ said }, left) =>
  said.filter((call) => call.left > 0 && call.left >= left);

/**
 * Return how the shoe looks: how full it is from 0 to 1, the cards left, the cut card, and the id of
 * the ribbon that announces its end. A shoe that is over stays until its last board is cleared.
 * @param {Model} model
 */
export function shoeDisplay({ shoe, house, last, board }) {
  const { phase, left = 0, cards = 1, burned, hidden, cut_card_out: isOut, last_coup } = shoe;
  const isOver = phase === "no shoe" && last !== null && !house?.every_coup;
  const isThere = phase === "betting" || isOver;
  const { dealt, isCut, isLast } = board.coming ?? {
    dealt: 0,
    isCut: isThere && Boolean(isOut),
    isLast: isOver || Boolean(last_coup),
  };
  const isFilled = isThere || (phase === "seeding" && Boolean(burned || hidden));
  const ending = isOver ? "page.ribbon.end" : isLast ? "page.ribbon.last" : "page.ribbon.more";
  return {
    fullness: isFilled ? (left - dealt) / cards : 0,
    cardsLeft: isThere ? left - dealt : null,
    isCut,
    ribbon: isLast || isCut ? ending : null,
  };
}
