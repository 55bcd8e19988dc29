/** Past shoes of this table, each with its record to save. */

import { timeOfDay } from "../game/names.js";
import { dataTable, el, scrollBox } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { hasNewCoups } from "../model/model.js";
import { catalogue, errorMessage, words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */
/** @import { ShoeEntry } from "../wire/answers.d.ts" */

const HEADS = [
  "page.shoe.fact.shoe",
  "page.history.began",
  "page.history.coups",
  "page.history.save",
];

export default class HistoryPanel {
  element = el("pb-history");
  /** The model at the last request. @type {Model | null} */
  #asked = null;

  /** @param {Model} model */
  render(model) {
    if (!hasNewCoups(model, this.#asked)) return;
    this.#asked = model;
    this.#load(model.table);
  }

  /** @param {string} table */
  async #load(table) {
    try {
      /** @type {{ shoes: ShoeEntry[] }} */
      const { shoes } = await request(tablePath(table, "shoes"));
      this.element.replaceChildren(
        shoes.length ? shoesTable(table, shoes) : el("p.note", words("page.history.none")),
        el("p.note", words("page.history.note")),
        el("p", el("a", { href: "/verify", target: "_blank" }, words("page.history.verify"))),
      );
    } catch (error) {
      this.element.replaceChildren(el("p.note", errorMessage(error)));
    }
  }
}

/** @type {(table: string, shoes: ShoeEntry[]) => HTMLDivElement} */
const shoesTable = (table, shoes) => {
  /** @type {(shoe: number, form: string) => HTMLElement} */
  const save = (shoe, form) => {
    const href = tablePath(table, "shoes", `${shoe}.${form}`);
    const of = el("span.hidden", words("page.history.of", { shoe }));
    return el("a", { href, download: `shoe-${shoe}.${form}` }, `.${form}`, of);
  };
  return scrollBox(
    words("page.history.shoes"),
    dataTable(
      { class: "data" },
      el("caption.hidden", words("page.history.caption")),
      HEADS.map((id) => words(id)),
      shoes.map(({ shoe, coups, finished, started }) => [
        String(shoe),
        timeOfDay(started),
        finished ? catalogue().number(coups) : words("page.history.in_play", { coups }),
        el("td.saves", save(shoe, "bgn"), " ", save(shoe, "csv")),
      ]),
    ),
  );
};
