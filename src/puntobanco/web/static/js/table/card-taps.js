import { placeInCoup } from "../game/coups.js";

/** @import { Model } from "../model/model.js" */

/**
 * Check the card of the last coup that is tapped, once the coup has been shown. By keyboard the
 * same is done in the panel of the shoe.
 * @param {HTMLElement} stage
 * @param {() => Model} model
 */
export function checkTappedCards(stage, model) {
  stage.addEventListener("click", async ({ target }) => {
    /** @type {HTMLElement | null | false} */
    const card = target instanceof Element && target.closest(".hand-cards pb-card");
    const { coups, showing } = model();
    const coup = coups.at(-1);
    if (!card || !coup || showing) return;
    const side = card.closest(".hand.banker") ? "banker" : "player";
    const place = placeInCoup(side, Number(card.dataset.at), coup.player.length);
    const { openCardCheck } = await import("../panels/card-check.js");
    openCardCheck(model(), { card: coup.cards[place], position: coup.position + place });
  });
}
