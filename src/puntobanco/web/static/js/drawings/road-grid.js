/** Marks of a road on squared paper. */

/** @import { Child } from "../lib/elements.js" */
/** @import { Cell } from "../wire/frames.d.ts" */

import { svg } from "../lib/elements.js";

const ROWS = 6;
const SIZE = 20;

/**
 * @template {Cell} Mark
 * @typedef {(mark: Mark, size: number) => Child | Child[]} DrawMark  the parts of one mark, its centre at 0, 0
 */

/**
 * The latest columns of a road that fit a picture.
 * @template {Cell} Mark
 * @param {readonly Mark[]} marks
 * @param {DrawMark<Mark>} draw
 * @param {number} columns
 */
export function glance(marks, draw, columns) {
  const used = Math.max(0, ...marks.map(({ column }) => column + 1));
  const first = Math.max(0, Math.min(used - columns, marks.at(-1)?.column ?? 0));
  return grid(
    marks.filter(({ column }) => column >= first && column < first + columns),
    draw,
    { first, width: columns },
  );
}

/**
 * Marks on squared paper, from the column `first` on.
 * @template {Cell} Mark
 * @param {readonly Mark[]} marks
 * @param {DrawMark<Mark>} draw
 * @param {{ first?: number, width: number }} columns
 */
export function grid(marks, draw, { first = 0, width }) {
  const [wide, high] = [width * SIZE, ROWS * SIZE];
  const lines = [];
  for (let row = 0; row <= ROWS; row += 1) lines.push(`M0 ${row * SIZE}h${wide}`);
  for (let column = 0; column <= width; column += 1) lines.push(`M${column * SIZE} 0v${high}`);
  const viewBox = `-1 -1 ${wide + 2} ${high + 2}`;
  return svg(
    "svg",
    { viewBox, "aria-hidden": "true", focusable: "false", class: "sheet-grid" },
    svg("path", { class: "grid", d: lines.join("") }),
    marks.map((cell) =>
      svg(
        "g",
        {
          transform: `translate(${(cell.column - first + 0.5) * SIZE} ${(cell.row + 0.5) * SIZE})`,
        },
        ...[draw(cell, SIZE)].flat(),
      ),
    ),
  );
}
