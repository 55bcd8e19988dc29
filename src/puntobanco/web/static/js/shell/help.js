import { el } from "../lib/elements.js";
import { words } from "../words/words.js";
import { openDialog } from "./dialog.js";
import { KEYS } from "./keys.js";
import { settings } from "./settings.js";

/** Open the help. */
export function openHelp() {
  openDialog(
    words("page.help"),
    el("p", {}, words("page.help.play")),
    el("p", {}, words("page.help.draws")),
    el("h3", {}, words("page.help.keys")),
    el(
      "p",
      { class: "note" },
      words(settings.get("shortcuts") ? "page.help.keys.on" : "page.help.keys.off"),
    ),
    el(
      "table",
      { class: "data keys" },
      el("caption", { class: "hidden" }, words("page.help.keys")),
      el(
        "tbody",
        {},
        KEYS.map(({ key, help }) =>
          el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, words(help))),
        ),
      ),
    ),
    el("h3", {}, words("page.help.fair")),
    el("p", {}, words("page.help.fair.words")),
    el("p", {}, words("page.help.money")),
  );
}
