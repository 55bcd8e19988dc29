/** The evening of a guest who leaves a table. */

import { el } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { openDialog } from "../shell/dialog.js";
import { onSubmit } from "../shell/forms.js";
import { textOf, words } from "../words/words.js";

/** @import { Farewell } from "../wire/answers.d.ts" */

/**
 * Ask for the evening while the guest has a seat. Return a function that shows it once the guest has
 * left, in the money of the table, or null if no coup was dealt. The function returns the dialog.
 * @param {string} table
 * @param {number | null} closing  the shoe that ends because the guest closes the table
 * @param {() => unknown} again  opens a table like this one
 */
export async function prepareFarewell(table, closing, again) {
  /** @type {Farewell | null} */
  const farewell = await request(tablePath(table, "farewell")).catch(() => null);
  if (!farewell?.coups) return null;
  const lines = el(
    "ul.farewell",
    { id: "farewell" },
    farewell.said.map((each) => el("li", textOf(each))),
  );
  const shoe = closing ?? farewell.finished;
  const link = el("p", shoe ? replayLink(table, shoe) : historyLink(table));
  return () => {
    const problem = el("p.problem", { role: "alert" });
    const play = async () => {
      await again();
      box.close();
    };
    const form = el(
      "form",
      { onsubmit: onSubmit(play, problem) },
      el("button.primary", { type: "submit" }, words("page.farewell.again")),
    );
    const box = openDialog(words("page.farewell"), lines, link, form, problem);
    box.setAttribute("aria-describedby", lines.id);
    link.addEventListener("click", () => box.close());
    return box;
  };
}

/** @type {(table: string, shoe: number) => HTMLElement} */
const replayLink = (table, shoe) =>
  el("a", { href: `#replay=${table}/${shoe}/1` }, words("page.farewell.replay", { shoe }));

/** Return a link to the table and its unfinished shoe. @param {string} table */
const historyLink = (table) =>
  el("a", { href: `/t/${table}#history`, "data-link": true }, words("page.farewell.history"));
