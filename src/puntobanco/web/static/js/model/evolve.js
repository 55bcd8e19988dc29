/** How a model changes: by frames, by what is shown of them, and by what the guest does. */

import { keptIfSame } from "../lib/changes.js";
import { afterEvent, NO_REFUSALS, roadsAfterCoup } from "./after-event.js";
import { boardOf, EMPTY_BOARD } from "./board.js";
import { readyFrom } from "./permissions.js";
import { withPromises } from "./promises.js";
import { fittingOn, hasNewBets, ownSeat } from "./seats.js";

/**
 * @import {
 *   Ceremony, Clock, Closing, Events, Notice, Ready, Roads, RoadsAfterCoup, Room, Stake, TableEvent, Trouble, Welcome,
 * } from "../wire/frames.d.ts"
 */
/** @import { Board } from "./board.js" */
/** @import { ClockState, Model } from "./model.js" */

/** All events of a frame, or the first of them: only the last part has the number. @typedef {Omit<Events, "number"> & Partial<Pick<Events, "number">>} EventsPart */
/** A frame. @typedef {Welcome | EventsPart | Roads | RoadsAfterCoup | Clock | Ready | Ceremony | Room | Trouble | Notice | Closing} FrameChange */
/**
 * The progress of the show: what is shown, the board, and the time in which views move there.
 * @typedef {(
 *   | { type: "shown", what: Model["showing"], board?: Board }
 *   | { type: "time", time: number }
 *   | { type: "closed" }
 * )} ShownChange
 */
/**
 * The guest's actions and their results. The promises include those that other tabs have seen.
 * @typedef {(
 *   | { type: "bet", bet: Stake }
 *   | { type: "answered", bet: Stake, refusal: string | null, isTooMuch?: boolean }
 *   | { type: "asked" }
 *   | { type: "seated", seat: number }
 *   | { type: "buying", isBuying: boolean }
 *   | { type: "connection", isUp: boolean }
 *   | { type: "promises", promises: Model["promises"] }
 * )} GuestChange
 */
/** @typedef {FrameChange | ShownChange | GuestChange} Change */

/** `now` is this machine's time. @type {(model: Model, change: Change, now: number) => Model} */
export const evolve = (model, change, now) => {
  const after = { ...model, ...changes(model, change, now) };
  return Object.freeze({ ...after, promises: withPromises(after.promises, after) });
};

/** @type {(model: Model, change: Change, now: number) => Partial<Model>} */
const changes = (model, change, now) => {
  switch (change.type) {
    case "welcome":
      return afterWelcome(model, change, now);
    case "events":
      return afterEvents(model, change);
    case "roads":
      return { roads: change };
    case "roads_after_coup":
      return { roads: model.roads && roadsAfterCoup(model.roads, change) };
    case "room":
      return { room: change };
    case "ceremony":
      return { ceremony: change };
    case "clock":
      return { clock: clockFrom(change, now) };
    case "ready":
      return { ready: readyFrom(change, now) };
    case "trouble":
      return { trouble: change.said };
    case "notice":
      return model.notice?.at === change.at ? {} : { notice: change };
    case "closing":
      return { closing: change.said };
    case "shown":
      return afterShown(model, change, now);
    case "time":
      return { time: change.time };
    case "closed":
      return { isClosed: true };
    case "bet":
      return {
        pending: [...model.pending, change.bet],
        ...NO_REFUSALS,
        board: { ...model.board, won: null },
      };
    case "answered":
      return afterAnswer(model, change);
    case "asked":
      return NO_REFUSALS;
    case "seated":
      return { seat: change.seat };
    case "buying":
      return { isBuying: change.isBuying };
    case "connection":
      return { isUp: change.isUp };
    case "promises":
      return { promises: change.promises };
  }
};

/**
 * Return the model of a welcome frame. The rest, such as the last coup's money, follows from the
 * missed events. If these are unknown, it is unknown too.
 * @type {(model: Model, frame: Welcome, now: number) => Partial<Model>}
 */
const afterWelcome = (model, frame, now) => {
  const { coups, last, won, seats, ...shoe } = frame.state;
  const { board, results, revealed } = frame.resync
    ? { board: EMPTY_BOARD, results: {}, revealed: null }
    : folded({ ...model, seat: frame.seat, house: frame.house }, frame.missed);
  const { name, seat, number, house, dealing, durations, private: isPrivate, roads, room } = frame;
  return {
    ...withKept(model, { house, durations, shoe, coups, last, seats, roads, room }),
    name,
    seat,
    number,
    dealing,
    isPrivate,
    clock: clockFrom(frame.clock, now),
    ceremony: frame.ceremony,
    ready: readyFrom(frame.ready, now),
    board: last
      ? { ...boardOf(last, hasNewBets(ownSeat({ seats, seat })) ? null : won), paid: board.paid }
      : EMPTY_BOARD,
    results,
    revealed,
    trouble: null,
    closing: null,
    isBuying: false,
    showing: null,
    time: 0,
  };
};

/**
 * Return parts of a model. Unchanged parts stay the same values, so that a view
 * finds with `!==` what it has to draw.
 * @type {(model: Readonly<Record<string, unknown>>, parts: Partial<Model>) => Partial<Model>}
 */
const withKept = (model, parts) => {
  const entries = Object.entries(parts);
  return Object.fromEntries(entries.map(([name, part]) => [name, keptIfSame(model[name], part)]));
};

/** @type {(model: Model, events: readonly TableEvent[]) => Model} */
const folded = (model, events) => {
  let after = model;
  for (const event of events) after = { ...after, ...afterEvent(after, event) };
  return after;
};

/** Events first, then the rest. @type {(model: Model, frame: EventsPart) => Partial<Model>} */
const afterEvents = (model, { events, seats, table, number }) => {
  const after = folded(model, events);
  return {
    ...after,
    number: number ?? model.number,
    seats: seats ? withSeats(after.seats, seats) : after.seats,
    shoe: table ? keptIfSame(model.shoe, { ...model.shoe, ...table }) : model.shoe,
  };
};

/**
 * @param {Model["seats"]} seats
 * @param {NonNullable<Events["seats"]>} changes  null for a seat that is free again
 * @returns {Model["seats"]}
 */
function withSeats(seats, changes) {
  const changed = Object.entries(changes).map(([at, change]) => [
    at,
    change && { ...seats[at], ...change },
  ]);
  const all = Object.entries({ ...seats, ...Object.fromEntries(changed) });
  return Object.fromEntries(all.filter(([, seat]) => seat !== null));
}

/**
 * A board that nothing is shown of rests: no call, and no chips that move.
 * @type {(model: Model, change: { what: Model["showing"], board?: Board }, now: number) => Partial<Model>}
 */
const afterShown = (model, { what, board = model.board }, now) => ({
  showing: what,
  showingSince: model.showing ? model.showingSince : now,
  board: what ? board : { ...board, call: null, coming: null, paying: null, preparing: null },
  ...(what === "coup" ? NO_REFUSALS : {}),
});

/**
 * @param {Model} model
 * @param {{ bet: Stake, refusal: string | null, isTooMuch?: boolean }} answer
 * @returns {Partial<Model>}
 */
function afterAnswer(model, { bet, refusal, isTooMuch = false }) {
  const { refusals, offers } = model;
  const pending = model.pending.filter((each) => each !== bet);
  const fitting = isTooMuch ? fittingOn({ ...model, pending }, bet.key) : 0;
  return {
    pending,
    refusals: refusal === null ? refusals : { ...refusals, [bet.key]: refusal },
    offers: fitting && fitting < bet.stake ? { ...offers, [bet.key]: fitting } : offers,
  };
}

/**
 * Return the betting clock. Bets are also accepted before `opensAt`.
 * @type {(clock: Omit<Clock, "type">, now: number) => ClockState}
 */
const clockFrom = ({ closes_in: closesIn, opens_in: opensIn, period, more, used, said }, now) => {
  const closesAt = closesIn === null ? null : now + closesIn;
  return { opensAt: now + (opensIn ?? 0), closesAt, period: period ?? 0, more, used, said };
};

/**
 * The one writer of a model. A frame may change it in several parts, so views get it only when it is
 * published, with the one they got before.
 */
export class ModelWriter {
  #model;
  #published;
  #render;

  /**
   * @param {Model} model
   * @param {(model: Model, before: Model) => void} render
   */
  constructor(model, render) {
    this.#model = this.#published = model;
    this.#render = render;
  }

  get model() {
    return this.#model;
  }

  /** @param {Change[]} changes */
  write(...changes) {
    for (const change of changes) this.#model = evolve(this.#model, change, performance.now());
  }

  /** Write a change and publish it. @param {Change} change */
  change(change) {
    this.write(change);
    this.publish();
  }

  /** Pass the model to the views, unless they have it. */
  publish() {
    const before = this.#published;
    if (this.#model === before) return;
    this.#published = this.#model;
    this.#render(this.#model, before);
  }
}
