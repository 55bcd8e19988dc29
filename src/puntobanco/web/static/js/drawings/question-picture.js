/** The picture of a drill question: the cards on the table, or the big road. */

import { sideName } from "../game/coups.js";
import { cells } from "../game/roads.js";
import { el } from "../lib/elements.js";
import { playingCard } from "./cards.js";
import { glance, win } from "./roads.js";

/** @import { Side, WireMessage } from "../wire/frames.d.ts" */

/** A run of wins, as a message. @typedef {[id: string, { side: Side, count: number }]} RunMessage */
/**
 * The facts of a question that can be drawn.
 * @typedef {object} Drawn
 * @property {string[]} [player_cards]
 * @property {string[]} [banker_cards]
 * @property {string} [card]  Player's third card
 * @property {string[]} [first_cards]  cards to count
 * @property {[[id: string, { runs?: RunMessage[] }]]} [runs]  the big road
 */

const COLUMNS = 18;

/** Return the picture of a question. Its words say the same. @param {WireMessage} ask */
export function questionPicture([, facts]) {
  const {
    player_cards: player = [],
    banker_cards: banker = [],
    card,
    first_cards: counted,
    runs,
  } = /** @type {Drawn} */ (facts);
  if (runs) return el("div.drill-picture.mini-road", bigRoad(runs[0][1].runs ?? []));
  if (counted) return el("div.drill-picture", cardsOf(counted));
  return el(
    "div.drill-picture",
    hand("player", card ? [...player, card] : player),
    hand("banker", banker),
  );
}

/** @type {(side: Side, cards: string[]) => HTMLElement} */
const hand = (side, cards) =>
  el(`div.drill-hand.${side}`, el("span", sideName(side)), cardsOf(cards));

/** @param {string[]} cards */
const cardsOf = (cards) =>
  el(
    "div.drill-cards",
    cards.map((card) => playingCard(card)),
  );

/** @param {RunMessage[]} runs */
const bigRoad = (runs) =>
  glance(
    cells(runs.map(([, { side, count }]) => side[0].repeat(count)).join("")).map((cell) => ({
      column: cell.column,
      row: cell.row,
      side: /** @type {Side} */ (String(cell.mark) === "b" ? "banker" : "player"),
      ties: 0,
    })),
    win,
    COLUMNS,
  );
