/** Check of a card against the root that was published before the first bet. */

import { face } from "../drawings/cards.js";
import { placeInCoup } from "../game/coups.js";
import { verifyPath } from "../game/fairness.js";
import { el, setText } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { promiseOf } from "../model/promises.js";
import { openDialog } from "../shell/dialog.js";
import { catalogue, errorMessage, words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */
/** @import { CardPath } from "../wire/answers.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

/** A card that was shown, and its position in the shoe. @typedef {{ card: string, position: number }} ShownCard */

/** @type {(model: Model, shown: ShownCard) => Promise<void>} */
const openCardCheck = (model, shown) => {
  const place = words("page.shoe.place", { card: shown.card, count: shown.position + 1 });
  const verdict = el("p.verdict", { role: "status" }, words("page.shoe.checking"));
  openDialog(
    words("page.shoe.check"),
    el(
      "div.checked",
      el("span.checked-card", { "aria-hidden": "true" }, face(shown.card)),
      el("div", el("p", place), verdict),
    ),
    el("p.note", words("page.shoe.root.words")),
  );
  return showVerdict(verdict, model, shown);
};

/** Check a card of the last coup, unless the next one is shown. @type {(model: Model, card: HTMLElement) => void} */
export const openTappedCard = (model, card) => {
  const coup = model.coups.at(-1);
  if (!coup || model.showing) return;
  const side = card.closest(".hand.banker") ? "banker" : "player";
  const place = placeInCoup(side, Number(card.dataset.at), coup.player.length);
  openCardCheck(model, { card: coup.cards[place], position: coup.position + place });
};

/** @type {(verdict: HTMLElement, model: Model, shown: ShownCard) => Promise<void>} */
export const showVerdict = async (verdict, model, shown) => {
  setText(verdict, words("page.shoe.checking"));
  try {
    const { holds, text } = await checkedCard(model, shown);
    setText(verdict, text);
    verdict.dataset.holds = String(holds);
  } catch (error) {
    setText(verdict, errorMessage(error));
  }
};

/**
 * Return whether the root that this browser has kept covers a card, and the words for it.
 * @param {Model} model
 * @param {ShownCard} shown
 */
async function checkedCard(model, { card, position }) {
  const { value: root = "", coup = 0, changed } = promiseOf(model)?.root ?? {};
  /** @type {CardPath} */
  const path = await request(tablePath(model.table, "path", position));
  const size = model.shoe.cards ?? path.size;
  const holds =
    !changed &&
    path.card === card &&
    path.position === position &&
    (await verifyPath(card, path, { root, size }));
  if (!holds) return { holds, text: words("page.shoe.fails", { card }) };
  /** @type {Message[]} */
  const messages = [
    ["page.shoe.holds", { card, count: position + 1 }],
    coup ? ["page.shoe.kept.later", { coup }] : ["page.shoe.kept.first", {}],
  ];
  return { holds, text: catalogue().sentences(messages) };
}
