/** What every bet of a house pays, line by line as on the felt: the first line that applies decides. */

import { el } from "../lib/elements.js";
import { dialog } from "../shell/dialog.js";

export function openPays({ felt }) {
  dialog("What the bets pay",
    el("p", { class: "note" }, "Of each bet, the first line that applies decides; whatever is not named loses."),
    el("table", { class: "data keys" },
      el("caption", { class: "hidden" }, "Bets and what they pay"),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Bet"), el("th", { scope: "col" }, "Pays"))),
      el("tbody", {}, felt.map(({ name, lines }) =>
        el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, el("ul", {}, lines.map((line) => el("li", {}, line)))))))));
}
