/** @import { Model } from "./model.js" */

/** Of the coup that is being shown: its cards so far, and what is known of the cut card. @typedef {{ dealt: number, isCut: boolean, isLast: boolean }} Coming */

/**
 * How the shoe looks: how full it is from 0 to 1, the cards left, the cut card, and the id of
 * the ribbon that announces its end. A shoe that is over stays until its last board is cleared.
 * @param {Model} model
 * @param {Coming | null} coming
 */
export function shoeDisplay({ shoe, house, last }, coming) {
  const { phase, left = 0, cards = 1, burned, hidden, cut_card_out: isOut, last_coup } = shoe;
  const isOver = phase === "no shoe" && last !== null && !house?.every_coup;
  const isThere = phase === "betting" || isOver;
  const { dealt, isCut, isLast } = coming ?? {
    dealt: 0,
    isCut: isThere && Boolean(isOut),
    isLast: isOver || Boolean(last_coup),
  };
  const isFilled = isThere || (phase === "seeding" && Boolean(burned || hidden));
  return {
    fullness: isFilled ? (left - dealt) / cards : 0,
    cardsLeft: isThere ? left - dealt : null,
    isCut,
    ribbon:
      isLast || isCut
        ? isOver
          ? "page.ribbon.end"
          : isLast
            ? "page.ribbon.last"
            : "page.ribbon.more"
        : null,
  };
}
