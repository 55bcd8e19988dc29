import { face } from "../drawings/card-face.js";
import { el } from "../lib/elements.js";
import { checkedCard } from "../panels/card-check.js";
import { openDialog } from "../shell/dialog.js";
import { errorMessage } from "../words/error-message.js";
import { words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */

/**
 * Check a card that was tapped on the felt.
 * @param {Model} model
 * @param {{ card: string, position: number }} shown
 */
export async function openCardCheck(model, shown) {
  const verdict = el("p", { class: "verdict", role: "status" }, words("page.shoe.checking"));
  openDialog(
    words("page.shoe.check"),
    el(
      "div",
      { class: "checked" },
      el("span", { class: "checked-card", "aria-hidden": "true" }, face(shown.card)),
      el(
        "div",
        {},
        el("p", {}, words("page.shoe.place", { card: shown.card, count: shown.position + 1 })),
        verdict,
      ),
    ),
    el("p", { class: "note" }, words("page.shoe.root.words")),
  );
  try {
    const { holds, text } = await checkedCard(model, shown);
    verdict.textContent = text;
    verdict.dataset.holds = String(holds);
  } catch (error) {
    verdict.textContent = errorMessage(error);
  }
}
