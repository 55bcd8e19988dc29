/** What the page knows of a table. Frames change it, through the functions here; views only read it. */

import { applyReady, NOBODY_READY } from "./ready.js";

/** @import { DecidingSquare } from "../game/coups.js" */
/**
 * @import {
 *   Ceremony, Clock, CoupFacts, Dealing, Durations, EventsFrame, Fate, House, NumberedCoup, Outcome, Roads,
 *   Room, Seat, Shoe, Stake, TableEvent, WelcomeFrame, ClockWords,
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
 * @property {Dealing} dealing
 * @property {Durations | null} durations  null before the first frame
 * @property {boolean} isPrivate
 * @property {Partial<Shoe>} shoe
 * @property {NumberedCoup[]} coups
 * @property {CoupFacts | null} last
 * @property {Record<string, Seat>} seats
 * @property {Roads | null} roads
 * @property {ClockState} clock
 * @property {Partial<Ceremony>} ceremony
 * @property {ReadyState} ready
 * @property {Room} room
 * @property {Stake[]} pending  own bets that are not answered yet
 * @property {Record<string, string>} refusals  why own bets were refused, by key
 * @property {Record<string, { fate: Fate, earned: number }>} paid  own bets of the last coup, by key
 * @property {number | null} lastWin
 * @property {DecidingSquare[]} lit
 * @property {string | null} revealed  the house's secret of the shoe that is over
 * @property {Outcome | null} shown  the outcome of the coup that is being shown, once it is known
 * @property {boolean} isUp  whether the connection is
 * @property {boolean} isDealing  a coup is being shown
 * @property {boolean} isShowing  the end or the beginning of a shoe is being shown
 * @property {boolean} isMoving  either of them
 */

/** A model after the first frame. @typedef {Model & { house: House, durations: Durations }} OpenModel */

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
 * @param {WelcomeFrame} frame
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
    isPrivate: frame.private,
    shoe,
    coups: [...coups],
    last,
    seats: { ...seats },
    roads: frame.roads,
    ceremony: frame.ceremony ?? { stage: null },
    room: frame.room ?? model.room,
  });
  applyClock(model, frame.clock ?? {}, now);
  applyReady(model, frame.ready, now);
}

/**
 * Take over the seats and the shoe from an events frame.
 * @param {Model} model
 * @param {Partial<Pick<EventsFrame, "seats" | "table">>} frame
 */
export function applyState(model, frame) {
  for (const [number, seat] of Object.entries(frame.seats ?? {})) {
    if (seat === null) delete model.seats[number];
    else model.seats[number] = seat;
  }
  model.shoe = { ...model.shoe, ...frame.table };
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
        here: [...model.room.here, event.seat],
        watching: Math.max(0, model.room.watching - 1),
      };
      break;
    case "guest_left":
      if (event.seat === model.seat) model.seat = null;
      model.room = { ...model.room, here: model.room.here.filter((seat) => seat !== event.seat) };
      break;
    case "shoe_committed":
      Object.assign(model, { coups: [], revealed: null });
      // Where every coup has a shoe of its own, the last board stays until the next coup.
      if (!model.house?.every_coup) Object.assign(model, { last: null, lit: [], shown: null });
      break;
    case "coup_dealt": {
      const {
        coup_number: number,
        coup,
        outcome,
        natural,
        player_total,
        banker_total,
        position,
      } = event;
      const dealt = { number, coup, outcome, natural, player_total, banker_total, position };
      model.last = dealt;
      model.coups.push(dealt);
      break;
    }
    case "shoe_revealed":
      model.revealed = event.secret;
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
  if (event.kind === "bet_settled" && event.seat === model.seat) {
    model.lastWin = (model.lastWin ?? 0) + event.earned;
    model.paid[event.key] = { fate: event.fate, earned: event.earned };
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
