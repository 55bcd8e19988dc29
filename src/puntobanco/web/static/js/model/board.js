/** What lies on the table: cards, lit squares, the result. A part of the model, drawn by stage and felt. */

/** @import { BetSettledData, Coup, Fate, Outcome, Side, Square } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

/** A card, face up or face down. @typedef {{ readonly card: string, readonly isUp: boolean }} Laid */
/** How own stakes did, by key. @typedef {Readonly<Record<string, { readonly fate: Fate, readonly earned: number }>>} PaidBets */
/** The shoe during a coup: cards dealt so far, and the cut card. @typedef {{ readonly dealt: number, readonly isCut: boolean, readonly isLast: boolean }} Coming */
/** The burn: its card, if shown, and how many follow face down once they are announced. @typedef {{ readonly burned: Laid | null, readonly hidden: number }} Burn */

export const EMPTY_BOARD = Object.freeze({
  player: /** @type {readonly Laid[]} */ ([]),
  banker: /** @type {readonly Laid[]} */ ([]),
  /** The totals of the cards that were counted. */
  totals: /** @type {Readonly<Record<Side, number | null>>} */ ({ player: null, banker: null }),
  /** The hand whose first face-down card the guest is turning. */
  squeezed: /** @type {Side | null} */ (null),
  naturals: /** @type {readonly Side[]} */ ([]),
  lit: /** @type {readonly Square[]} */ ([]), // the squares of the tableau that decided
  outcome: /** @type {Outcome | null} */ (null),
  /** The bets that the coup has won; null before that is known, and once the guest bets again. */
  won: /** @type {readonly string[] | null} */ (null),
  paid: /** @type {PaidBets} */ ({}), // own bets of the coup
  paying: /** @type {readonly BetSettledData[] | null} */ (null), // the bets whose chips are moving
  call: /** @type {Message | null} */ (null), // null if it follows from the rest of the model
  coming: /** @type {Coming | null} */ (null), // null between coups
  preparing: /** @type {"shuffle" | Burn | null} */ (null), // how a shoe is prepared
});
/** @typedef {typeof EMPTY_BOARD} Board */

/** Return a finished coup's board. @type {(coup: Coup, won: readonly string[] | null) => Board} */
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
