import { el } from "../lib/elements.js";
import { openDialog } from "./dialog.js";
import { KEYS } from "./keys.js";
import { settings } from "./settings.js";

/** Open the help. */
export function openHelp() {
  openDialog(
    "Help",
    el(
      "p",
      {},
      "Choose a chip, press a spot, deal. Player and Banker are two hands, not people: bet on either, on a tie, or on a side bet. Nine is the best total; tens and court cards count nothing, and only the last digit of a sum counts.",
    ),
    el(
      "p",
      {},
      "Two cards to each hand. 8 or 9 at once is a natural and ends the coup. Otherwise the tableau decides who takes a third card: nobody chooses. After a tie, stakes on Player and Banker are not lost.",
    ),
    el("h3", {}, "Keys"),
    el(
      "p",
      { class: "note" },
      `Single keys are ${settings.get("shortcuts") ? "on" : "off"}; the settings can change that.`,
    ),
    el(
      "table",
      { class: "data keys" },
      el("caption", { class: "hidden" }, "Keys"),
      el(
        "tbody",
        {},
        KEYS.map(({ key, help }) =>
          el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, help)),
        ),
      ),
    ),
    el("h3", {}, "Fair shoes"),
    el(
      "p",
      {},
      "Before each shoe the house commits to a secret, and your browser adds a word of yours. The order follows from both and is fixed before the first bet. Under “Shoe” you can check any card that was shown; when the shoe is over its record proves all of it.",
    ),
    el("p", {}, "Play money only."),
  );
}
