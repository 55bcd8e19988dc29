/** Past shoes of this table. Each can be saved; a finished one can be replayed, and has roads. */

import { timeOfDay } from "../game/names.js";
import { button, dataTable, el, scrollBox } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { hasNewCoups } from "../model/model.js";
import { openDialog } from "../shell/dialog.js";
import { showNotice } from "../shell/notice.js";
import { catalogue, errorMessage, words } from "../words/words.js";
import { RoadsPanel } from "./roads-panel.js";

/** @import { Child } from "../lib/elements.js" */
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
  const caption = el("caption.hidden", words("page.history.caption"));
  const heads = HEADS.map((id) => words(id));
  const rows = shoes.map(({ shoe, coups, finished, started }) => [
    String(shoe),
    timeOfDay(started),
    finished ? catalogue().number(coups) : words("page.history.in_play", { coups }),
    el("td.saves", waysInto(table, shoe, { finished, hasReplay: finished && coups > 0 })),
  ]);
  const whole = dataTable({ class: "data" }, caption, heads, rows);
  return scrollBox(words("page.history.shoes"), whole);
};

/**
 * Return the controls that open, replay and save a shoe.
 * @type {(table: string, shoe: number, is: { finished: boolean, hasReplay: boolean }) => Child[]}
 */
const waysInto = (table, shoe, { finished, hasReplay }) => {
  const of = () => el("span.hidden", words("page.history.of", { shoe }));
  /** @param {string} form */
  const save = (form) => {
    const language = form === "html" ? `?language=${catalogue().language}` : "";
    const href = tablePath(table, "shoes", `${shoe}.${form}${language}`);
    return el("a", { href, download: `shoe-${shoe}.${form}` }, `.${form}`, of());
  };
  const roads = el("span", words("page.history.roads"), of());
  const replay = { href: `#replay=${table}/${shoe}/1` };
  return [
    finished
      ? button(roads, () => openRoads(table, shoe), { class: "quiet" })
      : el("span", words("page.history.later")),
    hasReplay && el("a", replay, words("page.replay"), of()),
    ...["bgn", "csv", ...(hasReplay ? ["html"] : [])].flatMap((form) => [" ", save(form)]),
  ];
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
