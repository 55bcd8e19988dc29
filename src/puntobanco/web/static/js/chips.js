/** Chips: own drawings, a colour and a number each. */

import { el, svg } from "./dom.js";
import { short } from "./money.js";

/** What chips are worth at a table whose step divides them: from a cent to five million dollars. */
const VALUES = [1, 5, 25, 100, 500, 2500, 1e4, 5e4, 1e5, 5e5, 25e5, 1e7, 5e7, 1e8, 5e8];
const MOST_SHOWN = 6;
/** Chips further apart than this make a guest press too often. */
const TOO_FAR = 100;

/** The chips of a rack, smallest first: the step itself, so that every stake can be made, and up to the maximum. */
export function rackFor({ step, maximum }) {
  const round = [step, ...VALUES.filter((value) => value > step && value % step === 0)].filter((value) => value <= maximum);
  const scaled = VALUES.map((value) => value * step).filter((value) => value <= maximum);
  const isDense = round.every((value, at) => (round[at + 1] ?? maximum) / value <= TOO_FAR);
  return spread(isDense ? round : scaled);
}

/** Six of them: one whose neighbours are closest to each other can be spared, again and again. */
function spread(values) {
  if (values.length <= MOST_SHOWN) return values;
  const gaps = values.slice(1, -1).map((_, at) => values[at + 2] / values[at]);
  return spread(values.toSpliced(1 + gaps.indexOf(Math.min(...gaps)), 1));
}

/** What a chip puts on a spot where so much lies: its value, or as much more as the minimum needs. */
export function stakeOf(value, lying, minimum) {
  return Math.max(value, minimum - lying);
}

/** One chip. */
export function chip(value) {
  const tone = VALUES.findLast((each) => each <= value) ?? VALUES[0];
  const name = tone < 100 ? `${tone}c` : tone / 100;
  return svg("svg", { viewBox: "0 0 60 60", class: `chip chip-${name}`, "aria-hidden": "true", focusable: "false" },
    svg("circle", { class: "body", cx: 30, cy: 30, r: 28.5 }),
    svg("circle", { class: "inlay", cx: 30, cy: 30, r: 24.8 }),
    svg("circle", { class: "ring", cx: 30, cy: 30, r: 18.5 }),
    svg("circle", { class: "heart", cx: 30, cy: 30, r: 17 }),
    svg("text", { x: 30, y: 30 }, short(value)));
}

/** A stack that stands for a stake: at most five chips, the largest at the bottom. */
export function stack(stake, most = 5) {
  const chips = [];
  let rest = stake;
  for (const value of VALUES.toReversed()) {
    while (rest >= value && chips.length < most) {
      chips.push(value);
      rest -= value;
    }
  }
  if (!chips.length) chips.push(stake);
  const pile = el("span", { class: "stack", "aria-hidden": "true" }, chips.map((value, at) => {
    const one = chip(value);
    one.style.setProperty("--at", at);
    return one;
  }));
  pile.style.setProperty("--high", chips.length - 1);
  return pile;
}
