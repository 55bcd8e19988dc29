import { dataTable, el } from "../lib/elements.js";
import { words } from "../words/words.js";
import { openDialog } from "./dialog.js";
import { settings } from "./settings.js";
import { KEYS } from "./shortcuts.js";

/** A touch screen without a keyboard. */
const FINGER = matchMedia("(hover: none) and (pointer: coarse)");
/** On a small screen the keys are shown on request. */
const NARROW = matchMedia("(max-width: 46rem), (max-height: 30rem)");

/** Parts of the help: the ids of a heading and of its text. */
const PARTS = [
  ["page.help.count", "page.help.count.words"],
  ["page.help.third", "page.help.draws"],
  ["page.help.pays", "page.help.pays.words"],
  ["page.help.roads", "page.help.roads.words"],
  ["page.help.fair", "page.help.fair.words"],
];

export function openHelp() {
  openDialog(
    words("page.help"),
    el("p", words("page.help.play")),
    ...PARTS.flatMap(([title, text]) => [el("h3", words(title)), el("p", words(text))]),
    el("p", el("a", { href: "#drills" }, words("page.drill"))),
    el("p", words("page.help.money")),
    FINGER.matches ? null : keysPart(),
  );
}

function keysPart() {
  const note = words(settings.get("shortcuts") ? "page.help.keys.on" : "page.help.keys.off");
  const part = el(
    "details.help-keys",
    el("summary", words("page.help.keys")),
    el("p.note", note),
    dataTable(
      { class: "data keys" },
      el("caption.hidden", words("page.help.keys")),
      [],
      KEYS.map(({ key, help }) => [el("kbd", key), words(help)]),
    ),
  );
  part.open = !NARROW.matches;
  return part;
}
