/** Past shoes of this table, each with its record to save. */

import { el } from "../lib/elements.js";
import { errorMessage } from "../lib/error-message.js";
import { request, tablePath } from "../lib/http.js";

/** @import { Model } from "../model/model.js" */
/** @import { ShoeEntry } from "../wire/answers.d.ts" */

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
          : el("p", { class: "note" }, "No shoe has been opened yet."),
        el(
          "p",
          { class: "note" },
          "A .bgn record can be replayed and checked by anyone: puntobanco verify FILE.bgn",
        ),
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
      el("span", { class: "hidden" }, ` of shoe ${shoe}`),
    );
  };
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Shoes" },
    el(
      "table",
      { class: "data" },
      el("caption", { class: "hidden" }, "Shoes of this table"),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ["Shoe", "Began", "Coups", "Save"].map((name) => el("th", { scope: "col" }, name)),
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
            el(
              "td",
              {},
              new Date(started).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
            ),
            el("td", {}, `${coups.toLocaleString("en")}${finished ? "" : ", in play"}`),
            el("td", { class: "saves" }, save(shoe, "bgn"), " ", save(shoe, "csv")),
          ),
        ),
      ),
    ),
  );
}

customElements.define("pb-history", HistoryPanel);
