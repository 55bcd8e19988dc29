/** The roads as words and as tables. */

import { sideName } from "../game/coups.js";
import { cells, DERIVED, roadMessages } from "../game/roads.js";
import { dataTable, el, scrollBox } from "../lib/elements.js";
import { catalogue, textOf, words } from "../words/words.js";

/** @import { Cell, Roads } from "../wire/frames.d.ts" */

/** Return everything that the board shows, in words and as tables. @param {Roads} roads */
export const roadTables = (roads) => [
  el(
    "ul.told",
    roadMessages(roads).map((message) => el("li", textOf(message))),
  ),
  gridTable(words("road.first.bead_plate"), roads.bead_plate, (bead) =>
    listed(
      bead.outcome === "tie" ? words("page.road.tie") : sideName(bead.outcome),
      bead.banker_pair && words("page.road.banker_pair"),
      bead.player_pair && words("page.road.player_pair"),
    ),
  ),
  gridTable(words("road.first.big_road"), roads.big_road, ({ side, ties }) =>
    listed(sideName(side), ties > 0 && words("page.road.ties", { count: ties })),
  ),
  ...DERIVED.map((key) =>
    gridTable(catalogue().said("first_road", key), cells(roads[key]), ({ mark }) =>
      catalogue().said("mark", mark),
    ),
  ),
];

/** @param {(string | false)[]} texts */
const listed = (...texts) =>
  catalogue().joined(
    texts.filter((each) => each !== false),
    "list.comma",
  );

/**
 * Return marks as a table, in their columns and rows.
 * @template {Cell} Mark
 * @param {string} title
 * @param {readonly Mark[]} marks
 * @param {(mark: Mark) => string} text
 */
function gridTable(title, marks, text) {
  const columns = Math.max(0, ...marks.map(({ column }) => column + 1));
  if (!columns) return el("p.note", words("page.road.empty", { title }));
  const at = new Map(marks.map((cell) => [`${cell.column}/${cell.row}`, text(cell)]));
  const rows = Math.max(...marks.map(({ row }) => row + 1));
  const range = [...Array(columns).keys()];
  const heads = [words("page.road.row"), ...range.map((column) => String(column + 1))];
  const cells = Array.from({ length: rows }, (_, row) => [
    String(row + 1),
    ...range.map((column) => at.get(`${column}/${row}`) ?? ""),
  ]);
  const table = dataTable({ class: "data road-table" }, el("caption", title), heads, cells);
  return scrollBox(words("page.road.as_table", { title }), table);
}
