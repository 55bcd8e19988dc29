/** The squeeze: which cards a guest turns, what their edges show, and what would win. It decides nothing. */

import { ownSeat } from "./seats.js";

/** @import { OpenModel } from "./model.js" */
/** @import { Outcome, Side, Step } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

/** @typedef {"off" | "thirds" | "mine"} SqueezeMode */

/** How long a card waits for the guest, in milliseconds. */
export const SQUEEZE_TIME = 6000;

/**
 * Return whether the guest turns the card of a step: a third card, or any of a side that the guest
 * backs. A guest without bets turns none.
 * @type {(mode: SqueezeMode, model: OpenModel) => (step: Step) => boolean}
 */
export const squeezes = (mode, model) => {
  const keys = ownSeat(model)?.wagers.map(({ key }) => key) ?? [];
  if (mode === "off" || !keys.length) return () => false;
  if (mode === "thirds") return ({ did }) => did === "drew";
  const backed = model.house.felt.filter(({ key, main }) => main && keys.includes(key));
  const sides = backed.map(({ spot }) => spot);
  return (step) => "card" in step && sides.includes(step.side);
};

/** Return what the long edge of a card shows: pips, or the line around a court card. @param {string} card */
export const edgeOf = (card) => EDGES.find(([ranks]) => ranks.includes(card[0]))?.[1] ?? "";

const EDGES = [
  ["A23", "page.edge.none"],
  ["45", "page.edge.two"],
  ["678", "page.edge.three"],
  ["9T", "page.edge.four"],
  ["JQK", "page.edge.line"],
];

/** Return what each number of points would decide. @type {(model: OpenModel) => Message} */
export const neededMessage = (model) => {
  const results = Array.from({ length: 10 }, (_, points) => resultWith(model, points));
  const clauses = RESULTS.flatMap(([result, id]) => {
    const holdings = results.flatMap((each, points) => (each === result ? [points] : []));
    return holdings.length ? [[id, { holdings }]] : [];
  });
  return ["page.need", { clauses }];
};

/** @type {[Outcome | "open", string][]} */
const RESULTS = [
  ["player", "page.need.player"],
  ["banker", "page.need.banker"],
  ["tie", "page.need.tie"],
  ["open", "page.need.open"],
];

/** @type {(model: OpenModel, points: number) => Outcome | "open"} */
const resultWith = ({ board, house: { tableau, rules } }, points) => {
  const { squeezed, player, banker } = board;
  const isDown = [...player, ...banker].filter(({ isUp }) => !isUp).length > 1;
  if (!squeezed || isDown) return "open";
  const [p, b] = SIDES.map((side) => {
    const total = board.totals[side] ?? 0;
    return side === squeezed ? (total + points) % 10 : total;
  });
  if (player.length + banker.length === 4) {
    const isEnded = p > 7 || b > 7;
    if (p > 7 && b > 7 && rules.includes("both_naturals_tie = true")) return "tie";
    if (!isEnded && (tableau.player[p] || tableau.banker[b][0])) return "open";
  } else if (banker.length === 2 && tableau.banker[b][points + 1]) return "open";
  return p === b ? "tie" : p > b ? "player" : "banker";
};

/** @type {Side[]} */
const SIDES = ["player", "banker"];
