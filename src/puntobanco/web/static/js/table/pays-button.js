import { el } from "../lib/elements.js";
import { words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */

/**
 * The button that opens what every bet of the house pays.
 * @param {() => Model} model
 */
export function paysButton(model) {
  const show = async () => {
    const { openPays } = await import("./dialogs.js");
    const { house } = model();
    if (house) openPays(house);
  };
  const label = words("page.pays.label");
  const attributes = { type: "button", class: "pays-button", "aria-label": label, onclick: show };
  return el("button", attributes, words("page.pays"));
}
