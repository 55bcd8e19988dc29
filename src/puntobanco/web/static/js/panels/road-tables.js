/** The roads as words and as tables. */

import { SIDE_NAMES } from "../game/coups.js";
import { cells, DERIVED } from "../game/road-layout.js";
import { INKS, roadLines } from "../game/road-words.js";
import { count } from "../lib/count.js";
import { el } from "../lib/elements.js";

/** @import { Cell, Roads } from "../wire/frames.d.ts" */

/**
 * Everything the board shows, in words and as tables.
 * @param {Roads} roads
 */
export function roadTables(roads) {
  return [
    el(
      "ul",
      { class: "told" },
      roadLines(roads).map((line) => el("li", {}, line)),
    ),
    gridTable(
      "Bead plate",
      roads.bead_plate,
      ({ outcome, banker_pair: banker, player_pair: player }) =>
        [SIDE_NAMES[outcome] ?? "Tie", banker && "Banker pair", player && "Player pair"]
          .filter(Boolean)
          .join(", "),
    ),
    gridTable("Big road", roads.big_road, ({ side, ties }) =>
      [SIDE_NAMES[side], ties && count(ties, "tie")].filter(Boolean).join(", "),
    ),
    ...DERIVED.map(({ key, name }) => gridTable(name, cells(roads[key]), ({ mark }) => INKS[mark])),
  ];
}

/**
 * The marks in their columns and rows, as a table.
 * @template {Cell} Mark
 * @param {string} title
 * @param {readonly Mark[]} marks
 * @param {(mark: Mark) => string} text
 */
function gridTable(title, marks, text) {
  const columns = Math.max(0, ...marks.map(({ column }) => column + 1));
  if (!columns) return el("p", { class: "note" }, `${title}: empty.`);
  const at = new Map(marks.map((cell) => [`${cell.column}/${cell.row}`, text(cell)]));
  const rows = Math.max(...marks.map(({ row }) => row + 1));
  const range = [...Array(columns).keys()];
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": `${title} as a table` },
    el(
      "table",
      { class: "data road-table" },
      el("caption", {}, title),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, "row"),
          range.map((column) => el("th", { scope: "col" }, String(column + 1))),
        ),
      ),
      el(
        "tbody",
        {},
        [...Array(rows).keys()].map((row) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, String(row + 1)),
            range.map((column) => el("td", {}, at.get(`${column}/${row}`) ?? "")),
          ),
        ),
      ),
    ),
  );
}
