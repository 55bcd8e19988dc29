/** Past shoes of this table, each with its record to save. */

import { timeOfDay } from "../game/names.js";
import { el } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { catalogue, errorMessage, words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */
/** @import { ShoeEntry } from "../wire/answers.d.ts" */

const HEADS = [
  "page.shoe.fact.shoe",
  "page.history.began",
  "page.history.coups",
  "page.history.save",
];

export class HistoryPanel extends HTMLElement {
  #moment = "";

  /**
   * @param {Model} model
   * @param {boolean} isOpen
   */
  render(model, isOpen) {
    const moment = `${model.shoe.shoe}/${model.coups.length}/${model.shoe.phase}`;
    if (!isOpen || model.showing === "coup" || moment === this.#moment) return;
    this.#moment = moment;
    this.#load(model.table);
  }

  /** @param {string} table */
  async #load(table) {
    try {
      /** @type {{ shoes: ShoeEntry[] }} */
      const { shoes } = await request(tablePath(table, "shoes"));
      this.replaceChildren(
        shoes.length
          ? shoesTable(table, shoes)
          : el("p", { class: "note" }, words("page.history.none")),
        el("p", { class: "note" }, words("page.history.note")),
      );
    } catch (error) {
      this.replaceChildren(el("p", { class: "note" }, errorMessage(error)));
    }
  }
}

/**
 * @param {string} table
 * @param {ShoeEntry[]} shoes
 */
function shoesTable(table, shoes) {
  /**
   * @param {number} shoe
   * @param {string} form
   */
  const save = (shoe, form) => {
    const href = tablePath(table, "shoes", `${shoe}.${form}`);
    return el(
      "a",
      { href, download: `shoe-${shoe}.${form}` },
      `.${form}`,
      el("span", { class: "hidden" }, words("page.history.of", { shoe })),
    );
  };
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": words("page.history.shoes") },
    el(
      "table",
      { class: "data" },
      el("caption", { class: "hidden" }, words("page.history.caption")),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          HEADS.map((id) => el("th", { scope: "col" }, words(id))),
        ),
      ),
      el(
        "tbody",
        {},
        shoes.map(({ shoe, coups, finished, started }) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, String(shoe)),
            el("td", {}, timeOfDay(started)),
            el(
              "td",
              {},
              finished ? catalogue().number(coups) : words("page.history.in_play", { coups }),
            ),
            el("td", { class: "saves" }, save(shoe, "bgn"), " ", save(shoe, "csv")),
          ),
        ),
      ),
    ),
  );
}

customElements.define("pb-history", HistoryPanel);
