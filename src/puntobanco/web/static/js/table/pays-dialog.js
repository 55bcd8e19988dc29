import { betName } from "../game/names.js";
import { el } from "../lib/elements.js";
import { openDialog } from "../shell/dialog.js";
import { words } from "../words/words.js";

/** @import { House } from "../wire/frames.d.ts" */

/**
 * Show what every bet of a house pays, line by line as on the felt.
 * @param {House} house
 */
export function openPays({ felt }) {
  openDialog(
    words("page.pays.title"),
    el("p", { class: "note" }, words("page.pays.note")),
    el(
      "table",
      { class: "data keys" },
      el("caption", { class: "hidden" }, words("page.pays.caption")),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, words("page.bet")),
          el("th", { scope: "col" }, words("page.pays")),
        ),
      ),
      el(
        "tbody",
        {},
        felt.map((bet) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, betName(bet)),
            el(
              "td",
              {},
              el(
                "ul",
                {},
                bet.lines.map(({ when, pays }) =>
                  el("li", {}, words("page.line", { said: when, pays })),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
