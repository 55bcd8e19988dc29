/** What lies on the table: cards, lit squares, the result. A part of the model, drawn by stage and felt. */

/** @import { BetSettledData, Coup, Fate, Outcome, Side, Square } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

/** A card, face up or face down. @typedef {{ readonly card: string, readonly isUp: boolean }} Laid */
/** How own stakes did, by key. @typedef {Readonly<Record<string, { readonly fate: Fate, readonly earned: number }>>} PaidBets */
/** The shoe during a coup: cards dealt so far, and the cut card. @typedef {{ readonly dealt: number, readonly isCut: boolean, readonly isLast: boolean }} Coming */
/** The burn: its card, if shown, and how many follow face down once they are announced. @typedef {{ readonly burned: Laid | null, readonly hidden: number }} Burn */

/**
 * @typedef {object} BoardMembers
 * @property {readonly Laid[]} player
 * @property {readonly Laid[]} banker
 * @property {Readonly<Record<Side, number | null>>} totals  of the cards that were counted
 * @property {Side | null} squeezed  the hand whose first card that is face down the guest is turning
 * @property {readonly Side[]} naturals
 * @property {readonly Square[]} lit  the squares of the tableau that decided
 * @property {Outcome | null} outcome
 * @property {readonly string[] | null} won  the bets that the coup has won; null before that is known, and once the guest bets again
 * @property {PaidBets} paid  own bets of the coup
 * @property {readonly BetSettledData[] | null} paying  the bets whose chips are moving
 * @property {Message | null} call  null if it follows from the rest of the model
 * @property {Coming | null} coming  null between coups
 * @property {"shuffle" | Burn | null} preparing  how a shoe is prepared
 */
/** @typedef {Readonly<BoardMembers>} Board */

/** @type {Board} */
export const EMPTY_BOARD = Object.freeze({
  player: [],
  banker: [],
  totals: { player: null, banker: null },
  squeezed: null,
  naturals: [],
  lit: [],
  outcome: null,
  won: null,
  paid: {},
  paying: null,
  call: null,
  coming: null,
  preparing: null,
});

/**
 * Return the board of a finished coup.
 * @type {(coup: Coup, won: readonly string[] | null) => Board}
 */
export const boardOf = (coup, won) => ({
  ...EMPTY_BOARD,
  player: coup.player.map(faceUp),
  banker: coup.banker.map(faceUp),
  totals: { player: coup.player_total, banker: coup.banker_total },
  naturals: coup.naturals,
  lit: coup.squares,
  outcome: coup.outcome,
  won,
});

/** @type {(card: string) => Laid} */
const faceUp = (card) => ({ card, isUp: true });

/** @type {(board: Board, side: Side, card: string) => Board} */
export const withCard = (board, side, card) => ({
  ...board,
  [side]: [...board[side], { card, isUp: false }],
  coming: board.coming && { ...board.coming, dealt: board.coming.dealt + 1 },
});

/** Turn a hand's first card that is face down. @type {(board: Board, side: Side) => Board} */
export const withTurned = (board, side) => {
  const at = board[side].findIndex(({ isUp }) => !isUp);
  const cards = board[side].with(at, { ...board[side][at], isUp: true });
  return { ...board, [side]: cards, squeezed: null };
};

/** @type {(board: Board, side: Side, total: number) => Board} */
export const withTotal = (board, side, total) => ({
  ...board,
  totals: { ...board.totals, [side]: total },
});
