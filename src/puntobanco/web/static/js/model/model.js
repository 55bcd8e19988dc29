/** The page's knowledge of a table: a frozen value. Only a `ModelWriter` replaces it; components read it. */

import { EMPTY_BOARD } from "./board.js";
import { NOBODY_READY } from "./permissions.js";

/**
 * @import {
 *   Ceremony, ClockCall, Coup, Durations, House, Notice, NumberedCoup, Roads, Room, WireMessage, Seat, ShoeStateChange,
 *   Stake, Welcome,
 * } from "../wire/frames.d.ts"
 */
/** @import { Board } from "./board.js" */
/** @import { Promised } from "./promises.js" */
/** @import { ReadyState } from "./permissions.js" */

/**
 * The betting clock in this machine's time.
 * @typedef {object} ClockMembers
 * @property {number} opensAt
 * @property {number | null} closesAt
 * @property {number} period
 * @property {number} more
 * @property {Readonly<Record<string, number>>} used
 * @property {readonly ClockCall[]} said
 */
/** @typedef {Readonly<ClockMembers>} ClockState */

/**
 * @typedef {object} Members
 * @property {string} table
 * @property {string} name
 * @property {number | null} seat  null for a guest who watches
 * @property {number | null} number  the last event that was shown whole
 * @property {House | null} house  null before the first frame
 * @property {Welcome["dealing"]} dealing
 * @property {Durations | null} durations  null before the first frame
 * @property {boolean} isPrivate
 * @property {ShoeStateChange} shoe
 * @property {readonly NumberedCoup[]} coups
 * @property {Coup | null} last
 * @property {Readonly<Record<string, Seat>>} seats
 * @property {Roads | null} roads
 * @property {ClockState} clock
 * @property {Readonly<Partial<Ceremony>>} ceremony
 * @property {ReadyState} ready
 * @property {Pick<Room, "here" | "watching" | "spectators">} room
 * @property {readonly Stake[]} pending  own bets that are not answered yet
 * @property {Readonly<Record<string, string>>} refusals  why own bets were refused, by key
 * @property {Readonly<Record<string, number>>} offers  what would fit in place of a refused stake, by key
 * @property {Board} board  what lies on the table
 * @property {Readonly<Record<string, number>>} results  what each seat earned in the last coup that was shown
 * @property {string | null} revealed  the house's secret of the shoe that is over
 * @property {WireMessage | null} trouble  why the house cannot go on
 * @property {Notice | null} notice  the last notice of the house to everyone
 * @property {WireMessage | null} closing  why the server or the table is about to close
 * @property {boolean} isClosed  the table was closed while the guest looked on, though it may not be shown yet
 * @property {boolean} isBuying  the guest has taken a seat and asked for chips, which have not come yet
 * @property {boolean} isUp  whether the connection is
 * @property {readonly Promised[]} promises  what the house has promised, as this browser first saw it
 * @property {"coup" | "shoe" | null} showing  what is being shown: a coup, or the end or beginning of a shoe
 * @property {number} showingSince  when that began, in this machine's time
 * @property {number} time  milliseconds in which views move what has changed; 0 is at once
 */
/** @typedef {Readonly<Members>} Model */

/** A model after the first frame. @typedef {Model & { readonly house: House, readonly durations: Durations }} OpenModel */

/**
 * Return a model before the first frame, with what the tab remembers of the last coup's money and the
 * browser of promises.
 * @param {string} table
 * @param {Partial<Pick<Model, "results" | "board" | "promises">>} remembered
 * @returns {Model}
 */
export function newModel(table, remembered = {}) {
  return Object.freeze({
    table,
    name: "",
    seat: null,
    number: null,
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
    room: { here: [], watching: 0, spectators: [] },
    pending: [],
    refusals: {},
    offers: {},
    board: EMPTY_BOARD,
    results: {},
    revealed: null,
    trouble: null,
    notice: null,
    closing: null,
    isClosed: false,
    isBuying: false,
    isUp: false,
    promises: [],
    showing: null,
    showingSince: 0,
    time: 0,
    ...remembered,
  });
}

/**
 * Return whether the first frame has come.
 * @param {Model} model
 * @returns {model is OpenModel}
 */
export const isOpen = (model) => model.house !== null;

/**
 * Return whether the server may know more of the table's coups than at `asked`. While a coup is
 * shown, the server knows how it ends, and the guest should not.
 * @param {Model} model
 * @param {Model | null} asked
 */
export function hasNewCoups({ coups, shoe, showing }, asked) {
  if (showing === "coup") return false;
  return coups !== asked?.coups || shoe.shoe !== asked.shoe.shoe || shoe.phase !== asked.shoe.phase;
}
