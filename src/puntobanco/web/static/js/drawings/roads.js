/**
 * The marks of the roads: round is Banker or red, square is Player or blue, a diamond is a tie. With
 * classic roads, the style rounds them all.
 */

import { svg } from "../lib/elements.js";
import { catalogue } from "../words/words.js";

/** @import { Child } from "../lib/elements.js" */
/** @import { BeadCell, Cell, DerivedKey, Mark, WinCell } from "../wire/frames.d.ts" */

const INK = { banker: "red", player: "blue", tie: "green", R: "red", B: "blue" };

/** Draw a coup, with a dot for each pair. @type {(cell: BeadCell, size: number) => Child[]} */
export function bead({ outcome, banker_pair: banker, player_pair: player }, size) {
  const ink = `ink-${INK[outcome]} solid`;
  const [aside, r] = [0.33 * size, 0.15 * size];
  return [
    BEADS[outcome](size, ink),
    svg("text.bead-letter", { "font-size": size * 0.55 }, catalogue().text(`letter.${outcome}`)),
    banker && svg("circle.ink-red.pair", { cx: -aside, cy: -aside, r }),
    player && svg("circle.ink-blue.pair", { cx: aside, cy: aside, r }),
  ];
}

/** @type {(cell: WinCell, size: number) => Child[]} */
export const win = ({ side, ties }, size) => {
  const ink = `ink-${INK[side]} hollow`;
  const width = size * 0.13;
  return [
    side === "banker" ? circle(0.36 * size, ink, width) : square(0.33 * size, ink, width),
    ties ? svg("path.ink-green.hollow", { d: slash(size), "stroke-width": size * 0.11 }) : null,
    ties > 1 ? svg("text.tie-count", { "font-size": size * 0.55 }, String(ties)) : null,
  ];
};

/** @type {(road: DerivedKey, letter: Mark, size: number) => SVGElement} */
export const derivedMark = (road, letter, size) => {
  const isRed = letter === "R";
  const ink = `ink-${INK[letter]}`;
  if (road === "big_eye_boy")
    return (isRed ? circle : square)(0.32 * size, `${ink} hollow`, size * 0.15);
  if (road === "small_road")
    return isRed ? circle(0.4 * size, `${ink} solid`) : square(0.36 * size, `${ink} solid`);
  return svg("path", {
    class: `${ink} hollow`,
    d: isRed ? slash(size * 0.8) : slash(size * 0.8, -1),
    "stroke-width": size * 0.22,
  });
};

/** @type {(r: number, ink: string, width?: number) => SVGElement} */
const circle = (r, ink, width) => svg("circle", { class: ink, r, "stroke-width": width });
/** @type {(half: number, ink: string, width?: number) => SVGElement} */
const square = (half, ink, width) =>
  svg("rect", {
    class: `corners ${ink}`,
    x: -half,
    y: -half,
    width: 2 * half,
    height: 2 * half,
    "stroke-width": width,
  });
/** @type {(reach: number, ink: string) => SVGElement} */
const diamond = (reach, ink) =>
  svg("g", { transform: "rotate(45)" }, square(reach * Math.SQRT1_2, ink));
/** @param {number} size */
const slash = (size, way = 1) =>
  `M${-0.42 * size} ${0.42 * size * way}L${0.42 * size} ${-0.42 * size * way}`;

/** A bead by its outcome. @type {Record<string, (size: number, ink: string) => SVGElement>} */
const BEADS = {
  banker: (size, ink) => circle(0.43 * size, ink),
  player: (size, ink) => square(0.39 * size, ink),
  tie: (size, ink) => diamond(0.5 * size, ink),
};

const ROWS = 6;
const SIZE = 20;

/**
 * @template {Cell} Mark
 * @typedef {(mark: Mark, size: number) => Child | Child[]} DrawMark  the parts of one mark, its centre at 0, 0
 */

/**
 * Draw the latest columns of a road.
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
 * Draw marks on squared paper, from the column `first` on. A previewed mark blinks.
 * @template {Cell} Mark
 * @param {readonly (Mark & { isAsked?: boolean })[]} marks
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
    "svg.sheet-grid",
    { viewBox, "aria-hidden": "true" },
    svg("path.grid", { d: lines.join("") }),
    marks.map((cell) => {
      const [x, y] = [cell.column - first, cell.row].map((place) => (place + 0.5) * SIZE);
      const name = cell.isAsked ? "g.asked-mark" : "g";
      return svg(name, { transform: `translate(${x} ${y})` }, draw(cell, SIZE));
    }),
  );
}
