/** The marks of the roads: round is Banker or red, square is Player or blue, a diamond is a tie. */

import { svg } from "../lib/elements.js";

const INK = { banker: "red", player: "blue", tie: "green", R: "red", B: "blue" };

/** A coup of the bead plate, with a dot for each pair. */
export function bead({ outcome, banker_pair: banker, player_pair: player }, size) {
  const ink = `ink-${INK[outcome]} solid`;
  const [shape, reach] = { banker: [circle, 0.43], player: [square, 0.39], tie: [diamond, 0.5] }[outcome];
  return [
    shape(reach * size, ink),
    svg("text", { class: "bead-letter", "font-size": size * 0.55 }, outcome[0].toUpperCase()),
    banker ? svg("circle", { class: "ink-red pair", cx: -0.33 * size, cy: -0.33 * size, r: 0.15 * size }) : null,
    player ? svg("circle", { class: "ink-blue pair", cx: 0.33 * size, cy: 0.33 * size, r: 0.15 * size }) : null,
  ];
}

/** A win of the big road, with its ties. */
export function win({ side, ties }, size) {
  const ink = `ink-${INK[side]} hollow`;
  const width = size * 0.13;
  return [
    side === "banker" ? circle(0.36 * size, ink, width) : square(0.33 * size, ink, width),
    ties ? svg("path", { class: "ink-green hollow", d: slash(size), "stroke-width": size * 0.11 }) : null,
    ties > 1 ? svg("text", { class: "tie-count", "font-size": size * 0.55 }, String(ties)) : null,
  ];
}

/** A mark of a derived road. */
export function derivedMark(road, letter, size) {
  const isRed = letter === "R";
  const ink = `ink-${INK[letter]}`;
  if (road === "big_eye_boy") return (isRed ? circle : square)(0.32 * size, `${ink} hollow`, size * 0.15);
  if (road === "small_road") return isRed ? circle(0.4 * size, `${ink} solid`) : square(0.36 * size, `${ink} solid`);
  return svg("path", { class: `${ink} hollow`, d: isRed ? slash(size * 0.8) : slash(size * 0.8, -1), "stroke-width": size * 0.22 });
}

const circle = (r, ink, width) => svg("circle", { class: ink, r, "stroke-width": width });
const square = (half, ink, width) =>
  svg("rect", { class: ink, x: -half, y: -half, width: 2 * half, height: 2 * half, "stroke-width": width });
const diamond = (reach, ink) => svg("path", { class: ink, d: `M0 ${-reach}L${reach} 0 0 ${reach} ${-reach} 0Z` });
const slash = (size, way = 1) => `M${-0.42 * size} ${0.42 * size * way}L${0.42 * size} ${-0.42 * size * way}`;
