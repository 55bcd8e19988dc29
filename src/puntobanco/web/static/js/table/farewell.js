/** The evening of a guest who leaves a table. */

import { el } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { openDialog } from "../shell/dialog.js";
import { textOf, words } from "../words/words.js";

/** @import { Farewell } from "../wire/answers.d.ts" */

/**
 * Ask for the evening while the guest has a seat. Return a function that shows it once the guest has
 * left, in the money of the table, or null if no coup was dealt.
 * @param {string} table
 * @param {{ isClosing: boolean }} options  a closed table has no page to link to
 */
export async function prepareFarewell(table, { isClosing }) {
  /** @type {Farewell | null} */
  const farewell = await request(tablePath(table, "farewell")).catch(() => null);
  if (!farewell?.coups) return null;
  const lines = el(
    "ul.farewell",
    { id: "farewell" },
    farewell.said.map((each) => el("li", textOf(each))),
  );
  const link = isClosing ? null : historyLink(table, farewell.finished);
  return () => {
    const box = openDialog(words("page.farewell"), lines, link);
    box.setAttribute("aria-describedby", lines.id);
    link?.addEventListener("click", () => box.close());
  };
}

/** @type {(table: string, finished: number | null) => HTMLElement} */
const historyLink = (table, finished) =>
  el(
    "p",
    el(
      "a",
      { href: `/t/${encodeURIComponent(table)}`, "data-link": true },
      finished ? words("page.farewell.replay", { shoe: finished }) : words("page.farewell.history"),
    ),
  );
