/** Past shoes of this table. Each can be saved; a finished one can be replayed, and has roads. */

import { timeOfDay } from "../game/names.js";
import { button, dataTable, el, scrollBox } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { hasNewCoups } from "../model/model.js";
import { openDialog } from "../shell/dialog.js";
import { showNotice } from "../shell/notice.js";
import { catalogue, errorMessage, words } from "../words/words.js";
import { RoadsPanel } from "./roads-panel.js";

/** @import { Model } from "../model/model.js" */
/** @import { ShoeEntry, ShoeRoads } from "../wire/answers.d.ts" */

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
    const language = form === "html" ? `?language=${catalogue().language}` : "";
    const href = tablePath(table, "shoes", `${shoe}.${form}${language}`);
    const of = el("span.hidden", words("page.history.of", { shoe }));
    return el("a", { href, download: `shoe-${shoe}.${form}` }, `.${form}`, of);
  };
  /** @type {(shoe: number) => HTMLElement} */
  const replay = (shoe) => {
    const of = el("span.hidden", words("page.history.of", { shoe }));
    return el("a", { href: `#replay=${table}/${shoe}/1` }, words("page.replay"), of);
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
        el(
          "td.saves",
          finished ? roadsButton(table, shoe) : el("span", words("page.history.later")),
          finished && coups > 0 && replay(shoe),
          ["bgn", "csv", ...(finished && coups > 0 ? ["html"] : [])].flatMap((form) => [
            " ",
            save(shoe, form),
          ]),
        ),
      ]),
    ),
  );
};

/** @type {(table: string, shoe: number) => HTMLButtonElement} */
const roadsButton = (table, shoe) => {
  const of = el("span.hidden", words("page.history.of", { shoe }));
  const text = el("span", words("page.history.roads"), of);
  return button(text, () => openRoads(table, shoe), { class: "quiet" });
};

/** Show the roads of a shoe that is over. @type {(table: string, shoe: number) => Promise<void>} */
const openRoads = async (table, shoe) => {
  try {
    /** @type {ShoeRoads} */
    const { roads } = await request(tablePath(table, "shoes", String(shoe), "roads"));
    const panel = new RoadsPanel({ isOver: true });
    const title = words("page.history.roads_of", { shoe });
    const box = openDialog(title, el("div.past-roads", panel.element));
    box.addEventListener("close", () => panel.close());
    panel.render({ roads });
  } catch (error) {
    showNotice(errorMessage(error));
  }
};
