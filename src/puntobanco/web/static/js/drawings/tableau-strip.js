import { el } from "../lib/elements.js";
import { words } from "../words/words.js";

/** @import { Square, Tableau } from "../wire/frames.d.ts" */

/**
 * Return the deciding row of the tableau with its square lit, and a key to its signs.
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
 * Return the place of Player's third card in a row of Banker's. Place 0 is for a Player who stood.
 * @param {number | null} third
 */
export const placeOf = (third) => (third === null ? 0 : third + 1);

/** @type {(place: number, stood: string) => string} */
export const thirdCard = (place, stood) => (place ? String(place - 1) : stood);
