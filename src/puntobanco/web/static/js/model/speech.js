/** Which messages a guest reads and hears, by level and by whether they are about the guest. */

/** @import { CoupDealt, Level, WireMessage, TableEvent } from "../wire/frames.d.ts" */

/** @typedef {"eye" | "ear"} Sense */

/** The levels from little to everything. @type {Level[]} */
export const LEVELS = ["terse", "normal", "full"];

/**
 * @param {TableEvent} event
 * @returns {event is CoupDealt}
 */
export const isCoup = (event) => event.kind === "coup_dealt";

/** @type {(event: TableEvent, seat: number | null) => boolean} */
export const isOwnEvent = ({ data }, seat) => "seat" in data && data.seat === seat;

/**
 * Return the bit of a guest who reads or hears at a level. `isOwn` is for messages about the guest.
 * @type {(level: Level, sense: Sense, isOwn: boolean) => number}
 */
export const listening = (level, sense, isOwn) =>
  1 << (4 * LEVELS.indexOf(level) + (sense === "ear" ? 2 : 0) + (isOwn ? 0 : 1));

/**
 * @param {readonly WireMessage[] | undefined} said
 * @param {Level} level
 */
export function written(said, level, isOwn = false) {
  return saidTo(listening(level, "eye", isOwn), said);
}

/**
 * @param {readonly WireMessage[] | undefined} said
 * @param {Level} level
 */
export function spoken(said, level, isOwn = false) {
  return saidTo(listening(level, "ear", isOwn), said);
}

/**
 * @param {number} who
 * @param {readonly WireMessage[] | undefined} said
 */
function saidTo(who, said = []) {
  return said.filter(([, , audience]) => audience & who);
}

/**
 * Return the messages to hear about a coup's money: the guest's own first.
 * @type {(coup: CoupDealt, level: Level, seat: number | null) => WireMessage[]}
 */
export const spokenMoney = ({ facts: { settled } }, level, seat) =>
  spoken(settled[String(seat)] ?? settled.others, level);

/**
 * Return the messages to hear about a coup without its money, grouped by step.
 * @param {CoupDealt} coup
 * @param {Level} level
 */
export function spokenCoup({ said, facts: { steps } }, level) {
  const head = spoken(said, level).map((each) => [each]);
  return [...head, ...steps.map((step) => spoken(step.said, level))].filter((part) => part.length);
}
