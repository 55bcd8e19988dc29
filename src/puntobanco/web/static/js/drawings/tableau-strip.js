import { BANKER, PLAYER, THIRDS } from "../game/tableau.js";
import { el } from "../lib/elements.js";

/** @import { Square } from "../wire/frames.d.ts" */

/**
 * One row of the tableau with its deciding square lit.
 * @param {Square} square
 */
export function tableauStrip({ side, holding, third }) {
  const cells =
    side === "player"
      ? PLAYER.map((each) => ({
          head: each.holding,
          draws: each.draws,
          isLit: each.holding === holding,
        }))
      : THIRDS.map((each) => ({
          head: each === "-" ? "–" : each,
          draws: BANKER[holding].draws.includes(each),
          isLit: each === String(third ?? "-"),
        }));
  const title = side === "player" ? "Player holds" : `Banker ${holding}, Player’s third card`;
  return el(
    "div",
    { class: `strip ${side}` },
    el("p", {}, title),
    el(
      "div",
      { class: "strip-cells" },
      cells.map(({ head, draws, isLit }) =>
        el(
          "span",
          { class: isLit ? "lit" : null },
          el("b", {}, String(head)),
          el("i", {}, draws ? "D" : "·"),
        ),
      ),
    ),
  );
}
