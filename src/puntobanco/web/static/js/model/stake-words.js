/** The words of stakes, from patterns that the server sends once: they come by the thousand. */

import { dollars } from "../game/money.js";
import { filled } from "../lib/filled.js";

/**
 * @import {
 *   BetPlaced, BetSettled, BetTakenBack, House, Phrases, Sentences, StakePhrases, TableEvent, Worded,
 * } from "../wire/frames.d.ts"
 */

/** @typedef {BetPlaced | BetTakenBack} StakeEvent */

/** @type {Sentences} */
const SILENCE = { terse: [], normal: [], full: [] };
/** Other guests' stakes are heard at the full level only. @type {Sentences} */
const ONLY_IN_FULL = { terse: [], normal: [] };

/**
 * The events with words for every stake. Stakes of a guest that went down or came back together are heard as one.
 * @param {readonly TableEvent[]} events
 * @param {Phrases} phrases
 * @param {House["felt"]} felt
 * @returns {TableEvent[]}
 */
export function worded(events, phrases, felt) {
  const names = new Map(felt.map(({ key, name }) => [key, name]));
  const together = groups(events.filter(isStake));
  return events.map((event) => {
    if (event.kind === "bet_settled")
      return { ...event, words: settledWords(event, phrases, names) };
    if (!isStake(event)) return event;
    const words = stakeWords(event, phrases[event.kind], names);
    const group = together.get(groupOf(event)) ?? [];
    if (group.length < 2) return { ...event, words };
    const heard = event === group.at(-1) ? inOne(group, phrases, names) : SILENCE;
    return { ...event, words: { ...words, aloud_own: heard } };
  });
}

/**
 * @param {TableEvent} event
 * @returns {event is StakeEvent}
 */
function isStake(event) {
  return event.kind === "bet_placed" || event.kind === "bet_taken_back";
}

/** @param {StakeEvent} event */
const groupOf = ({ at, kind, data }) => `${at}/${kind}/${data.seat}`;

/** @param {StakeEvent[]} stakes */
function groups(stakes) {
  /** @type {Map<string, StakeEvent[]>} */
  const found = new Map();
  for (const event of stakes)
    found.set(groupOf(event), [...(found.get(groupOf(event)) ?? []), event]);
  return found;
}

/**
 * @param {StakeEvent} event
 * @param {StakePhrases} patterns
 * @param {Map<string, string>} names
 * @returns {Worded}
 */
function stakeWords({ data: { key, stake }, facts }, patterns, names) {
  const values = {
    name: facts.by,
    stake: dollars(stake),
    bet: names.get(key) ?? key,
    total: dollars(facts.total),
    available: dollars(facts.available),
  };
  const isFirst = facts.total === stake;
  /** @param {readonly string[]} lines */
  const byLevel = (lines) => {
    const full = lines.map((line) => filled(line, values));
    return { terse: full.slice(0, 1), normal: full.slice(0, 1), full };
  };
  return {
    say: byLevel(isFirst ? patterns.others : patterns.others_added),
    say_own: byLevel(isFirst ? patterns.own : patterns.own_added),
    aloud: ONLY_IN_FULL,
  };
}

/**
 * The words to read of what a stake came to. It is heard together with the coup.
 * @param {BetSettled} event
 * @param {Phrases} phrases
 * @param {Map<string, string>} names
 * @returns {Worded}
 */
function settledWords({ data: { key, stake, earned, fate }, facts }, phrases, names) {
  const values = {
    name: facts.by,
    stake: dollars(stake),
    earned: dollars(earned),
    bet: names.get(key) ?? key,
    pays: facts.pays,
    bankroll: dollars(facts.bankroll ?? 0),
  };
  const {
    own,
    others,
    own_in_full: ownInFull,
    others_in_full: othersInFull,
  } = phrases.bet_settled[fate];
  const bankroll = facts.bankroll === undefined ? [] : [phrases.bankroll];
  /** @param {string[]} lines */
  const said = (...lines) => lines.map((line) => filled(line, values));
  return {
    say: { terse: said(others), normal: said(others), full: said(othersInFull) },
    say_own: {
      terse: said(own, ...bankroll),
      normal: said(own, ...bankroll),
      full: said(ownInFull, ...bankroll),
    },
    aloud: SILENCE,
    aloud_own: SILENCE,
  };
}

/**
 * Several stakes in one sentence, at every level.
 * @param {StakeEvent[]} stakes
 * @param {Phrases} phrases
 * @param {Map<string, string>} names
 * @returns {Sentences}
 */
function inOne(stakes, phrases, names) {
  const { each, several, many } = phrases[stakes[0].kind];
  const sum = stakes.reduce((total, { data }) => total + data.stake, 0);
  const parts = stakes.map(({ data: { key, stake } }) =>
    filled(each, { stake: dollars(stake), bet: names.get(key) ?? key }),
  );
  const listed = { head: parts.slice(0, -1).join(", "), last: parts[parts.length - 1] };
  const sentence =
    stakes.length > phrases.most_listed
      ? filled(many, { sum: dollars(sum), count: String(stakes.length) })
      : filled(several, { stakes: filled(phrases.listed, listed) });
  return { terse: [sentence], normal: [sentence], full: [sentence] };
}
