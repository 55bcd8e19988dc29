import { el } from "../lib/elements.js";
import { words } from "../words/words.js";

/** @import { Square, Tableau } from "../wire/frames.d.ts" */

/**
 * One row of the tableau with its deciding square lit, and what its signs mean.
 * @param {Square} square
 * @param {Tableau} tableau
 */
export function tableauStrip({ side, holding, third }, { player, banker }) {
  const isPlayer = side === "player";
  const row = isPlayer ? player : banker[holding];
  const lit = isPlayer ? holding : placeOf(third);
  const title = isPlayer ? words("page.strip.player") : words("page.strip.banker", { holding });
  return el(
    "div",
    { class: `strip ${side}` },
    el("p", title, " ", el("span.strip-key", words("page.strip.key"))),
    el(
      "div.strip-cells",
      row.map((draws, at) =>
        el(
          "span",
          { class: at === lit ? "lit" : null },
          el("b", isPlayer ? String(at) : thirdCard(at, "–")),
          el("i", draws ? words("page.tableau.letter") : "·"),
        ),
      ),
    ),
  );
}

/**
 * The place of a third card of Player's in a row of Banker's, which begins where Player stood.
 * @param {number | null} third
 */
export const placeOf = (third) => (third === null ? 0 : third + 1);

/**
 * @param {number} place
 * @param {string} stood
 */
export const thirdCard = (place, stood) => (place ? String(place - 1) : stood);
