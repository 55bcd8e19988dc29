/** The announcer's words, picked by level, by whose they are, and by whether they are read or heard. */

/** @import { CoupDealt, Level, Sentences, Worded } from "../wire/frames.d.ts" */

/**
 * @param {Worded} worded
 * @param {number | null} seat
 */
const isOwn = (worded, seat) => worded.seat !== undefined && worded.seat === seat;

/**
 * The lines to read of an event or of a step of a coup.
 * @param {Worded} worded
 * @param {Level} level
 * @param {number | null} seat
 */
export function writtenLines(worded, level, seat = null) {
  const sentences = isOwn(worded, seat) ? worded.say_own : worded.say;
  return sentences?.[level] ?? [];
}

/**
 * The sentences to hear of it.
 * @param {Worded} worded
 * @param {Level} level
 * @param {number | null} seat
 */
export function spokenLines(worded, level, seat = null) {
  const sentences = isOwn(worded, seat) ? worded.aloud_own : worded.aloud;
  return sentences?.[level] ?? writtenLines(worded, level, seat);
}

/**
 * The sentences to hear of a coup's money: the guest's own, then everyone else's.
 * @param {{ settled: Record<string, Sentences> }} coup
 * @param {Level} level
 * @param {number | null} seat
 */
export function spokenMoney({ settled }, level, seat) {
  return (settled[String(seat)] ?? settled.others)?.[level] ?? [];
}

/**
 * The sentences to hear of a whole coup but for its money.
 * @param {CoupDealt} coup
 * @param {Level} level
 */
export function spokenCoup(coup, level) {
  return [coup, ...coup.story].flatMap((part) => spokenLines(part, level));
}
