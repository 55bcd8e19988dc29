/** What the page knows of a table. Frames change it, through the functions here; views only read it. */

import { applyReady, NOBODY_READY } from "./ready.js";

/**
 * @import {
 *   BetPlaced, BetTakenBack, Ceremony, Clock, ClockWords, Coup, Durations, Events, Fate, House, NumberedCoup,
 *   Outcome, Phrases, Roads, Room, Seat, ShoeChange, Square, Stake, TableEvent, Welcome,
 * } from "../wire/frames.d.ts"
 */
/** @import { ReadyState } from "./ready.js" */

/**
 * The betting clock in this machine's time.
 * @typedef {object} ClockState
 * @property {number} opensAt
 * @property {number | null} closesAt
 * @property {number} period
 * @property {number} more
 * @property {Record<string, number>} used
 * @property {ClockWords[]} said
 */

/**
 * @typedef {object} Model
 * @property {string} table
 * @property {string} name
 * @property {number | null} seat  null for a guest who watches
 * @property {House | null} house  null before the first frame
 * @property {Welcome["dealing"]} dealing
 * @property {Durations | null} durations  null before the first frame
 * @property {Phrases | null} phrases  null before the first frame
 * @property {boolean} isPrivate
 * @property {ShoeChange} shoe
 * @property {NumberedCoup[]} coups
 * @property {Coup | null} last
 * @property {Record<string, Seat>} seats
 * @property {Roads | null} roads
 * @property {ClockState} clock
 * @property {Partial<Ceremony>} ceremony
 * @property {ReadyState} ready
 * @property {Pick<Room, "here" | "watching">} room
 * @property {Stake[]} pending  own bets that are not answered yet
 * @property {Record<string, string>} refusals  why own bets were refused, by key
 * @property {Record<string, { fate: Fate, earned: number }>} paid  own bets of the last coup, by key
 * @property {number | null} lastWin
 * @property {Square[]} lit
 * @property {string | null} revealed  the house's secret of the shoe that is over
 * @property {Outcome | null} shown  the outcome of the coup that is being shown, once it is known
 * @property {boolean} isUp  whether the connection is
 * @property {boolean} isDealing  a coup is being shown
 * @property {boolean} isShowing  the end or the beginning of a shoe is being shown
 * @property {boolean} isMoving  either of them
 */

/** A model after the first frame. @typedef {Model & { house: House, durations: Durations, phrases: Phrases }} OpenModel */

/** Guests who can sit at a table. */
export const SEATS = 14;

/**
 * A model before the first frame.
 * @param {string} table
 * @returns {Model}
 */
export function newModel(table) {
  return {
    table,
    name: "",
    seat: null,
    house: null,
    dealing: "button",
    durations: null,
    phrases: null,
    isPrivate: false,
    shoe: {},
    coups: [],
    last: null,
    seats: {},
    roads: null,
    clock: { opensAt: 0, closesAt: null, period: 0, more: 0, used: {}, said: [] },
    ceremony: { stage: null },
    ready: NOBODY_READY,
    room: { here: [], watching: 0 },
    pending: [],
    refusals: {},
    paid: {},
    lastWin: null,
    lit: [],
    revealed: null,
    shown: null,
    isUp: false,
    isDealing: false,
    isShowing: false,
    get isMoving() {
      return this.isDealing || this.isShowing;
    },
  };
}

/**
 * Whether the first frame has come.
 * @param {Model | undefined} model
 * @returns {model is OpenModel}
 */
export function isOpen(model) {
  return Boolean(model?.house);
}

/**
 * Take over everything from a welcome frame.
 * @param {Model} model
 * @param {Welcome} frame
 * @param {number} now
 */
export function applyWelcome(model, frame, now) {
  const { coups, last, seats, ...shoe } = frame.state;
  Object.assign(model, {
    name: frame.name,
    seat: frame.seat,
    house: frame.house,
    dealing: frame.dealing,
    durations: frame.durations,
    phrases: frame.phrases,
    isPrivate: frame.private,
    shoe,
    coups: [...coups],
    last,
    seats: { ...seats },
    roads: frame.roads,
    ceremony: frame.ceremony,
    room: frame.room,
  });
  applyClock(model, frame.clock, now);
  applyReady(model, frame.ready, now);
}

/**
 * Take over what changed in the seats and at the shoe from an events frame.
 * @param {Model} model
 * @param {Pick<Events, "seats" | "table">} frame
 */
export function applyState(model, frame) {
  for (const [number, change] of Object.entries(frame.seats ?? {})) {
    if (change === null) delete model.seats[number];
    else model.seats[number] = { ...model.seats[number], ...change };
  }
  model.shoe = { ...model.shoe, ...frame.table };
}

/**
 * Take over what lies on a spot after a stake.
 * @param {Model} model
 * @param {BetPlaced | BetTakenBack} event
 */
function applyStake(model, { data: { seat: number, key }, facts: { total, available } }) {
  const seat = model.seats[number];
  if (!seat) return;
  const lies = seat.wagers.find((wager) => wager.key === key);
  const wager = { key, stake: total, standing: lies?.standing ?? false };
  const wagers = lies
    ? seat.wagers.map((each) => (each === lies ? wager : each)).filter(({ stake }) => stake > 0)
    : [...seat.wagers, wager];
  model.seats[number] = { ...seat, wagers, available, staked: seat.bankroll - available };
}

/**
 * One event's effect on what the frames do not carry themselves.
 * @param {Model} model
 * @param {TableEvent} event
 */
export function applyEvent(model, event) {
  switch (event.kind) {
    case "guest_sat":
      model.room = {
        ...model.room,
        here: [...model.room.here, event.data.seat],
        watching: Math.max(0, model.room.watching - 1),
      };
      break;
    case "guest_left": {
      const left = event.data.seat;
      if (left === model.seat) model.seat = null;
      model.room = { ...model.room, here: model.room.here.filter((seat) => seat !== left) };
      break;
    }
    case "bet_placed":
    case "bet_taken_back":
      applyStake(model, event);
      break;
    case "shoe_committed":
      Object.assign(model, { coups: [], revealed: null });
      // Where every coup has a shoe of its own, the last board stays until the next coup.
      if (!model.house?.every_coup) Object.assign(model, { last: null, lit: [], shown: null });
      break;
    case "coup_dealt":
      model.last = event.facts.dealt;
      model.coups.push(event.facts.dealt);
      break;
    case "shoe_revealed":
      model.revealed = event.data.secret;
      break;
    default:
  }
}

/**
 * Take over an event's effect on the guest's own money.
 * @param {Model} model
 * @param {TableEvent} event
 */
export function applyMoney(model, event) {
  if (event.kind === "coup_dealt") Object.assign(model, { lastWin: null, paid: {} });
  if (event.kind === "shoe_committed" && !model.house?.every_coup) model.paid = {};
  if (event.kind === "bet_settled" && event.data.seat === model.seat) {
    const { key, fate, earned } = event.data;
    model.lastWin = (model.lastWin ?? 0) + earned;
    model.paid[key] = { fate, earned };
  }
}

/**
 * An own bet lies on the felt now: it is no longer pending, and its spot's refusal is outdated.
 * @param {Model} model
 * @param {Stake} bet
 */
export function applyOwnBet(model, { key, stake }) {
  const at = model.pending.findIndex((bet) => bet.key === key && bet.stake === stake);
  if (at >= 0) model.pending.splice(at, 1);
  delete model.refusals[key];
  model.paid = {};
}

/**
 * Take over the betting clock. Bets are also taken before `opensAt`.
 * @param {Model} model
 * @param {Partial<Clock>} clock
 * @param {number} now
 */
export function applyClock(
  model,
  { closes_in: closesIn = null, opens_in: opensIn, period, more = 0, used = {}, said = [] },
  now,
) {
  const closesAt = closesIn === null ? null : now + closesIn;
  model.clock = { opensAt: now + (opensIn ?? 0), closesAt, period: period ?? 0, more, used, said };
}
