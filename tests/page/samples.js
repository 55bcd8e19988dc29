/** Values that the page's tests share: a house, a seat, a model. */

import { newModel } from "#page/model/model.js";
import { DOLLARS, EYE } from "#page/words/kinds.js";

/** @import { Model, OpenModel } from "#page/model/model.js" */
/** @import { Bet, Clock, CoupDealt, Durations, House, Seat } from "#page/wire/frames.d.ts" */

/** @type {Bet} */
export const BANKER = {
  key: "banker",
  name: "Banker",
  renamed: false,
  spot: "banker",
  main: true,
  pays: ["19/20"],
  plain_pays: ["19/20"],
  best_pays: null,
  rule: null,
  lines: [
    { when: ["condition.tie", {}, 4095], pays: "0" },
    { when: ["condition.wins", { side: "banker" }, 4095], pays: "19/20" },
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
  currency: DOLLARS,
  limits: { minimum: 100, maximum: 1_000_000, side_maximum: 100_000, step: 100 },
  tableau: { player: [], banker: [] },
  rules: 'name = "classic"',
  said: [["table.house", { house: "classic", decks: 8 }, 4095]],
  felt: [BANKER],
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
    won: ["player", "player_pair"],
    steps: [],
    settled: {},
  },
  said: [["coup.number", { coup: 13 }, EYE]],
};

/** Each differs from the others. @type {Durations} */
export const TIMES = {
  clearing: 1,
  slide: 2,
  turn: 3,
  deciding: 4,
  call: 5,
  cut_card: 6,
  decision: 7,
  natural: 8,
  result: 9,
  paying: 10,
  no_bets: 11,
  holding: 3000,
  shuffling: 13,
  burn_card: 14,
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

/** @type {(members?: Partial<Seat>) => Seat} */
export function seatWith(members = {}) {
  const money = { bankroll: 100_000, bought: 100_000, staked: 0, available: 100_000 };
  return { name: "Ada", ...money, coups_bet: 0, wagers: [], last: [], ...members };
}

/** Ada sits in seat 3, and bets are open. @type {(members?: Partial<Model>) => OpenModel} */
export function modelWith(members = {}) {
  return /** @type {OpenModel} */ ({
    ...newModel("t"),
    house: CLASSIC,
    seat: 3,
    seats: { 3: seatWith() },
    isUp: true,
    shoe: { phase: "betting", left: 356, cards: 416 },
    ...members,
  });
}
