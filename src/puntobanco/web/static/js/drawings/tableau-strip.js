import { ruleOf } from "../game/coups.js";
import { el } from "../lib/elements.js";
import { textOf } from "../words/words.js";

/** @import { Square, Tableau } from "../wire/frames.d.ts" */

/**
 * Return a rule in words, and its row of the tableau: the range that draws, with the deciding square lit.
 * @type {(square: Square, tableau: Tableau) => HTMLElement}
 */
export const tableauStrip = (square, tableau) => {
  const { row, at, rule } = ruleOf(square, tableau);
  const cells = row.map((draws, place) =>
    el("span", { class: draws ? "draws" : null, "data-lit": place === at }, String(place)),
  );
  return el(
    "div",
    { class: `strip ${square.side}` },
    el("p", textOf(rule)),
    el("div.strip-cells", cells),
  );
};
