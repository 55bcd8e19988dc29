/** The page's knowledge of a table: a frozen value. Only a `ModelWriter` replaces it; components read it. */

import { EMPTY_BOARD } from "./board.js";
import { NOBODY_READY } from "./permissions.js";

/**
 * @import {
 *   Ceremony, ClockCall, Coup, Durations, House, Notice, NumberedCoup, Roads, Room, WireMessage, Seat, ShoeStateChange,
 *   Stake, Welcome,
 * } from "../wire/frames.d.ts"
 */
/** @import { Promised } from "./promises.js" */

/** The betting clock in this machine's time. */
const NO_CLOCK = {
  opensAt: 0,
  closesAt: /** @type {number | null} */ (null),
  period: 0,
  more: 0,
  used: /** @type {Readonly<Record<string, number>>} */ ({}),
  said: /** @type {readonly ClockCall[]} */ ([]),
};
/** @typedef {Readonly<typeof NO_CLOCK>} ClockState */

/** A table before the first frame. */
const UNKNOWN = {
  table: "",
  name: "",
  seat: /** @type {number | null} */ (null), // null for a guest who watches
  number: /** @type {number | null} */ (null), // the last event that was shown whole
  house: /** @type {House | null} */ (null),
  dealing: /** @type {Welcome["dealing"]} */ ("button"),
  durations: /** @type {Durations | null} */ (null),
  isPrivate: false,
  shoe: /** @type {ShoeStateChange} */ ({}),
  coups: /** @type {readonly NumberedCoup[]} */ ([]),
  last: /** @type {Coup | null} */ (null),
  seats: /** @type {Readonly<Record<string, Seat>>} */ ({}),
  roads: /** @type {Roads | null} */ (null),
  clock: NO_CLOCK,
  ceremony: /** @type {Readonly<Partial<Ceremony>>} */ ({ stage: null }),
  ready: NOBODY_READY,
  room: /** @type {Pick<Room, "here" | "watching" | "spectators">} */ ({
    here: [],
    watching: 0,
    spectators: [],
  }),
  pending: /** @type {readonly Stake[]} */ ([]), // own bets that are not answered yet
  refusals: /** @type {Readonly<Record<string, string>>} */ ({}), // why own bets were refused, by key
  offers: /** @type {Readonly<Record<string, number>>} */ ({}), // what would fit instead, by key
  board: EMPTY_BOARD,
  /** What each seat earned in the last coup that was shown. */
  results: /** @type {Readonly<Record<string, number>>} */ ({}),
  revealed: /** @type {string | null} */ (null), // the house's secret of the shoe that is over
  trouble: /** @type {WireMessage | null} */ (null), // why the house cannot go on
  notice: /** @type {Notice | null} */ (null), // the last one of the house to everyone
  closing: /** @type {WireMessage | null} */ (null), // why the server or the table is about to close
  isClosed: false, // closed while the guest looked on, though it may not be shown yet
  isBuying: false, // the guest has taken a seat and asked for chips, which have not come yet
  isUp: false, // the connection
  promises: /** @type {readonly Promised[]} */ ([]), // the house's, as this browser first saw them
  /** What is being shown: a coup, or the end or beginning of a shoe. */
  showing: /** @type {"coup" | "shoe" | null} */ (null),
  showingSince: 0, // in this machine's time
  time: 0, // milliseconds in which views move what has changed; 0 is at once
};
/** @typedef {Readonly<typeof UNKNOWN>} Model */
/** A model after the first frame. @typedef {Model & { readonly house: House, readonly durations: Durations }} OpenModel */

/**
 * Return a model before the first frame, with what the tab remembers of the last coup's money and the
 * browser of promises.
 * @type {(table: string, remembered?: Partial<Pick<Model, "results" | "board" | "promises">>) => Model}
 */
export const newModel = (table, remembered) => Object.freeze({ ...UNKNOWN, table, ...remembered });

/**
 * Return whether the first frame has come.
 * @param {Model} model
 * @returns {model is OpenModel}
 */
export const isOpen = (model) => model.house !== null;

/**
 * Return whether the server may know more of the table's coups than at `asked`. While a coup is
 * shown, the server knows how it ends, and the guest should not.
 * @type {(model: Model, asked: Model | null) => boolean}
 */
export function hasNewCoups({ coups, shoe, showing }, asked) {
  if (showing === "coup") return false;
  return coups !== asked?.coups || shoe.shoe !== asked.shoe.shoe || shoe.phase !== asked.shoe.phase;
}
