/** The hands of a coup, and why each has its cards. */

import { catalogue, words } from "../words/words.js";

/** @import { Side, Square, Tableau } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

/** @typedef {Record<Side, readonly unknown[]>} Hands */

/** The name of a side. @param {Side} side */
export const sideName = (side) => catalogue().said("side", side);

/** The decisions of a hand, alone and against Player's third card. */
const DECISIONS = {
  draws: ["page.hand.draws", "page.hand.draws.against"],
  drew: ["page.hand.drew", "page.hand.drew.against"],
  stood: ["page.hand.stood", "page.hand.stood.against"],
};

/**
 * Return why a hand has its cards: "natural", "drew on 5 against a third card of 4", "stood on 7"; empty
 * while it is open. A hand that still waits for its third card "draws".
 * @param {Side} side
 * @param {Hands & { lit: readonly Square[], naturals: readonly Side[] }} board
 * @param {Tableau} tableau
 */
export function reason(side, { lit, naturals, ...hands }, tableau) {
  const square = lit.find((each) => each.side === side);
  if (!square) return naturals.includes(side) ? words("page.hand.natural") : "";
  const { holding, third } = square;
  const { row, at } = ruleOf(square, tableau);
  const did = row[at] ? (hands[side].length > 2 ? "drew" : "draws") : "stood";
  const isAgainst = side === "banker" && third !== null;
  return words(DECISIONS[did][Number(isAgainst)], isAgainst ? { holding, third } : { holding });
}

/**
 * Return a card's place in the order of dealing: four cards in turn, then Player's third.
 * @param {Side} side
 * @param {number} at  its place in the hand
 * @param {number} playerCards
 */
export function placeInCoup(side, at, playerCards) {
  const isBanker = side === "banker" ? 1 : 0;
  return at < 2 ? 2 * at + isBanker : 4 + (isBanker ? playerCards - 2 : 0);
}

/**
 * Return the row of the tableau that has a square, the square's place in it, and the rule in words. A
 * row is by Player's third card; if there is none, it is by the holding.
 * @type {(square: Square, tableau: Tableau) => { row: readonly boolean[], at: number, rule: Message }}
 */
export const ruleOf = ({ side, holding, third }, { player, banker }) => {
  if (side === "banker" && third !== null) {
    const row = banker[holding].slice(1);
    return { row, at: third, rule: ruleAgainst(holding, row) };
  }
  const row = side === "player" ? player : banker.map(([stood]) => stood);
  const draws = row[holding];
  const holdings = row.flatMap((each, at) => (each === row[holding] ? [at] : []));
  /** @type {Message} */
  const rule =
    side === "player"
      ? ["rule.player", { draws, holdings }]
      : ["rule.banker.stood", { is_first: true, draws, holdings }];
  return { row, at: holding, rule };
};

/** @type {(holding: number, row: readonly boolean[]) => Message} */
const ruleAgainst = (holding, row) => {
  const [thirds, others] = [true, false].map((draws) =>
    row.flatMap((each, third) => (each === draws ? [third] : [])),
  );
  if (!others.length) return ["rule.banker.always", { holding }];
  if (!thirds.length) return ["rule.banker.never", { holding }];
  if (others.length === 1) return ["rule.banker.unless", { holding, third: others[0] }];
  return ["rule.banker.if", { holding, thirds }];
};
