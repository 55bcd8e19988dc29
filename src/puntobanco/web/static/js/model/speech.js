/** The announcer's words, picked by level, by whose they are, and by whether they are read or heard. */

/** @import { CoupDealt, Sentences, TableEvent, Worded } from "../wire/frames.d.ts" */

/** @typedef {keyof Sentences} Level */

/**
 * Whether an event is about the guest in a seat.
 * @param {TableEvent} event
 * @param {number | null} seat
 */
export function isOwnEvent({ data }, seat) {
  return "seat" in data && data.seat === seat;
}

/**
 * The lines to read: the guest's own words where they are about the guest.
 * @param {Worded | undefined} words
 * @param {Level} level
 */
export function writtenLines(words, level, isOwn = false) {
  return (isOwn ? words?.say_own : words?.say)?.[level] ?? [];
}

/**
 * The sentences to hear.
 * @param {Worded | undefined} words
 * @param {Level} level
 */
export function spokenLines(words, level, isOwn = false) {
  return (isOwn ? words?.aloud_own : words?.aloud)?.[level] ?? writtenLines(words, level, isOwn);
}

/**
 * The sentences to hear of a coup's money: the guest's own, then everyone else's.
 * @param {CoupDealt} coup
 * @param {Level} level
 * @param {number | null} seat
 */
export function spokenMoney({ facts: { settled } }, level, seat) {
  return (settled[String(seat)] ?? settled.others)?.[level] ?? [];
}

/**
 * The sentences to hear of a whole coup but for its money.
 * @param {CoupDealt} coup
 * @param {Level} level
 */
export function spokenCoup({ words, facts: { steps } }, level) {
  return [words, ...steps.map((step) => step.words)].flatMap((part) => spokenLines(part, level));
}
