/** The finished shoes of the tables at which the guest has sat in this browser, open or closed. */

import { timeOfDay } from "../game/names.js";
import { el } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { pastTables } from "../shell/past-tables.js";
import { words } from "../words/words.js";

/** @import { Shoes } from "../wire/answers.d.ts" */

const MOST_SHOES = 8;

/** Return a list that fills itself. It is hidden while it is empty. */
export function pastShoes() {
  const list = el("ul.past-shoes");
  const element = el("section", { hidden: true }, el("h2", words("page.past")), list);
  fill(element, list);
  return element;
}

/** @type {(element: HTMLElement, list: HTMLElement) => Promise<void>} */
async function fill(element, list) {
  const tables = await Promise.all(pastTables().map(entriesOf));
  const entries = tables.flat().slice(0, MOST_SHOES);
  list.replaceChildren(...entries);
  element.hidden = !entries.length;
}

/** @param {string} table */
async function entriesOf(table) {
  /** @type {Pick<Shoes, "shoes">} */
  const { shoes } = await request(tablePath(table, "shoes")).catch(() => ({ shoes: [] }));
  return shoes
    .filter(({ finished, coups }) => finished && coups > 0)
    .map(({ shoe, coups, started }) =>
      el(
        "li",
        el("a", { href: `#replay=${table}/${shoe}/1` }, words("page.farewell.replay", { shoe })),
        " ",
        el("span.note", words("page.past.shoe", { title: timeOfDay(started), coups })),
      ),
    );
}
