/** Values that the tests of the page share: a house, a seat, a model. */

import { newModel } from "../../src/puntobanco/web/static/js/model/model.js";

/** @import { Model, OpenModel } from "../../src/puntobanco/web/static/js/model/model.js" */
/** @import { Bet, Clock, CoupDealt, House, Phrases, Seat, SettledPhrases, StakePhrases } from "../../src/puntobanco/web/static/js/wire/frames.d.ts" */

/** @type {Bet} */
export const BANKER = {
  key: "banker",
  name: "Banker",
  spot: "banker",
  main: true,
  pays: "19 to 20",
  plain_pays: "19 to 20",
  best_pays: null,
  rule: "",
  lines: [
    { when: "tie", pays: "push" },
    { when: "Banker wins", pays: "19 to 20" },
  ],
  minimum: 100,
  maximum: 1_000_000,
  step: 100,
};

/** @type {House} */
export const CLASSIC = {
  name: "classic",
  decks: 8,
  cards: 416,
  every_coup: false,
  ties: "stand",
  limits: { minimum: 100, maximum: 1_000_000, side_maximum: 100_000, step: 100 },
  tableau: { player: [], banker: [], natural: "" },
  rules: 'name = "classic"',
  said: { normal: ["House: classic, 8 decks."] },
  summary: ["House: classic, 8 decks."],
  felt: [BANKER],
};

/** @type {StakePhrases} */
const STAKE = {
  own: ["Bet: {stake} on {bet}."],
  others: ["{name}, bet: {stake} on {bet}."],
  own_added: ["Bet: {stake} on {bet}."],
  others_added: ["{name}, bet: {stake} on {bet}."],
  each: "{stake} on {bet}",
  several: "Bet: {stakes}.",
  many: "Bet: {sum} on {count} spots.",
};

/** @type {SettledPhrases} */
const SETTLED = {
  own: "Won: {earned} on {bet}.",
  others: "{name}, won: {earned} on {bet}.",
  own_in_full: "Won: {earned} on {bet}, {stake} at {pays}.",
  others_in_full: "{name}, won: {earned} on {bet}, {stake} at {pays}.",
};

/** @type {Phrases} */
export const PHRASES = {
  bet_placed: STAKE,
  bet_taken_back: STAKE,
  bet_settled: { lost: SETTLED, won: SETTLED, returned: SETTLED, stands: SETTLED },
  bankroll: "Bankroll: {bankroll}.",
  listed: "{head} and {last}",
  most_listed: 3,
};

/** @type {CoupDealt} */
export const COUP = {
  kind: "coup_dealt",
  number: 58,
  at: 1,
  data: { number: 13, coup: "4h 3c / Ks 5d 9c", cut_after: null, last: false },
  facts: {
    dealt: {
      coup: "4h 3c / Ks 5d 9c",
      player: ["4h", "3c"],
      banker: ["Ks", "5d", "9c"],
      cards: ["4h", "Ks", "3c", "5d", "9c"],
      outcome: "player",
      player_total: 7,
      banker_total: 4,
      natural: false,
      naturals: [],
      squares: [],
      pairs: [],
      number: 13,
      position: 60,
    },
    steps: [
      {
        did: "dealt",
        side: "player",
        card: "4h",
        total: 4,
        words: { say: { normal: ["Player: four of hearts."] } },
      },
      {
        did: "ended",
        outcome: "player",
        player: 7,
        banker: 4,
        words: { aloud: { normal: ["Player wins."] } },
      },
    ],
    settled: { 3: { normal: ["You win $5."] }, others: { normal: ["Ada wins $5."] } },
  },
  words: { say: { normal: ["Coup 13."] }, aloud: { normal: [] } },
};

/** No clock runs. @type {Clock} */
export const CLOCK = {
  type: "clock",
  closes_in: null,
  opens_in: null,
  period: null,
  more: 0,
  used: {},
  said: [],
};

/**
 * @param {Partial<Seat>} members
 * @returns {Seat}
 */
export function seatWith(members = {}) {
  const money = { bankroll: 100_000, bought: 100_000, staked: 0, available: 100_000 };
  return { name: "Ada", ...money, coups_bet: 0, wagers: [], last: [], ...members };
}

/**
 * A model of an open table where Ada sits in seat 3 and bets are taken.
 * @param {Partial<Model>} members
 * @returns {OpenModel}
 */
export function modelWith(members = {}) {
  return /** @type {OpenModel} */ ({
    ...newModel("t"),
    house: CLASSIC,
    phrases: PHRASES,
    seat: 3,
    seats: { 3: seatWith() },
    isUp: true,
    shoe: { phase: "betting", left: 356, cards: 416 },
    ...members,
  });
}
