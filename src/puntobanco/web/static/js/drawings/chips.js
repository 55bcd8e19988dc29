/** Chips, as SVG of our own: a colour and a number each. */

import { CHIP_VALUES, chipsFor } from "../game/chips.js";
import { short } from "../game/money.js";
import { el, svg } from "../lib/elements.js";

/** Return a chip. @param {number} value */
export function chip(value) {
  const tone = CHIP_VALUES.findLast((each) => each <= value) ?? CHIP_VALUES[0];
  const name = tone < 100 ? `${tone}c` : tone / 100;
  return svg(
    "svg",
    { viewBox: "0 0 60 60", class: `chip chip-${name}`, "aria-hidden": "true" },
    svg("circle.body", { cx: 30, cy: 30, r: 28.5 }),
    svg("circle.inlay", { cx: 30, cy: 30, r: 24.8 }),
    svg("circle.ring", { cx: 30, cy: 30, r: 18.5 }),
    svg("circle.heart", { cx: 30, cy: 30, r: 17 }),
    svg("text", { x: 30, y: 30 }, short(value)),
  );
}

/** Stack chips, the largest at the bottom. @type {(stake: number, most?: number) => HTMLElement} */
export function stack(stake, most = 5) {
  const chips = chipsFor(stake, most);
  const pile = el(
    "span.stack",
    { "aria-hidden": "true" },
    chips.map((value, at) => {
      const one = chip(value);
      one.style.setProperty("--at", String(at));
      return one;
    }),
  );
  pile.style.setProperty("--high", String(chips.length - 1));
  return pile;
}
