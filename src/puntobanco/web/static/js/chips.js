/** Chips: own drawings, a colour and a number each. */

import { el, svg } from "./dom.js";
import { short } from "./money.js";

const VALUES = [100, 500, 2500, 10000, 50000, 100000, 500000, 2500000];
const MOST_SHOWN = 6;

/** The chips that fit a house's limits, smallest first. */
export function rackFor(limits) {
  const fitting = VALUES.filter((value) => value % limits.step === 0 && value <= limits.maximum);
  const useful = fitting.filter((value, at) => (fitting[at + 1] ?? Infinity) > limits.minimum);
  return (useful.length ? useful : [limits.minimum]).slice(0, MOST_SHOWN);
}

/** One chip. */
export function chip(value) {
  const tone = VALUES.findLast((each) => each <= value) ?? VALUES[0];
  return svg("svg", { viewBox: "0 0 60 60", class: `chip chip-${tone / 100}`, "aria-hidden": "true", focusable: "false" },
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
  return el("span", { class: "stack", "aria-hidden": "true" }, chips.map((value, at) => {
    const one = chip(value);
    one.style.setProperty("--at", at);
    return one;
  }));
}
