import { el } from "../lib/elements.js";
import { openDialog } from "../shell/dialog.js";

/** @import { House } from "../wire/frames.d.ts" */

/**
 * Show what every bet of a house pays, line by line as on the felt.
 * @param {House} house
 */
export function openPays({ felt }) {
  openDialog(
    "What the bets pay",
    el(
      "p",
      { class: "note" },
      "Of each bet, the first line that applies decides; whatever is not named loses.",
    ),
    el(
      "table",
      { class: "data keys" },
      el("caption", { class: "hidden" }, "Bets and what they pay"),
      el(
        "thead",
        {},
        el("tr", {}, el("th", { scope: "col" }, "Bet"), el("th", { scope: "col" }, "Pays")),
      ),
      el(
        "tbody",
        {},
        felt.map(({ name, lines }) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, name),
            el(
              "td",
              {},
              el(
                "ul",
                {},
                lines.map(({ when, pays }) => el("li", {}, `${when}: ${pays}`)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
