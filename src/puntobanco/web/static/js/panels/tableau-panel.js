/** The tableau as tables. The squares that decided the last coup are lit. */

import { sideName } from "../game/coups.js";
import { differ } from "../lib/changes.js";
import { dataTable, el, scrollBox, setText } from "../lib/elements.js";
import { words } from "../words/words.js";

/** @import { OpenModel } from "../model/model.js" */
/** @import { Side, Square } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

export default class TableauPanel {
  #player = el("div");
  #banker = el("div");
  #words = el("p.note.lit-words");
  element = el(
    "pb-tableau",
    el("p.note", words("page.tableau.note", { said: ["rule.natural", {}] })),
    scrollBox(words("page.tableau.player"), this.#player),
    scrollBox(words("page.tableau.banker"), this.#banker),
    this.#words,
  );

  /** @type {(model: OpenModel, before: OpenModel | null) => void} */
  render(model, before) {
    if (!differ(model, before, "house", "board")) return;
    const { tableau } = model.house;
    const { lit } = model.board;
    const { player, banker } = tableau;
    /** @type {(side: Side, draws: boolean, holding: number, third: number | null) => HTMLElement} */
    const square = (side, draws, holding, third) => {
      const isDecisive = lit.some(
        (each) => each.side === side && each.holding === holding && each.third === third,
      );
      return squareCell(draws, isDecisive && side);
    };
    const playerRow = player.map((draws, holding) => square("player", draws, holding, null));
    const stood = words("page.tableau.stood");
    const thirds = banker[0].map((_, place) => (place ? place - 1 : null));
    const holdings = player.map((_, holding) => String(holding));
    const bankerRows = banker.map((row, holding) => [
      String(holding),
      ...row.map((draws, place) => square("banker", draws, holding, thirds[place])),
    ]);
    const heads = thirds.map((third) => String(third ?? stood));
    this.#player.replaceChildren(
      ruleTable(sideName("player"), holdings, [[words("page.tableau.does"), ...playerRow]]),
    );
    this.#banker.replaceChildren(ruleTable(words("page.tableau.by_third"), heads, bankerRows));
    const clauses = lit.map(squareMessage);
    setText(this.#words, clauses.length ? words("page.tableau.lit", { clauses }) : "");
  }
}

/** @type {(caption: string, heads: string[], rows: (string | HTMLElement)[][]) => HTMLElement} */
function ruleTable(caption, heads, rows) {
  const all = [words("page.tableau.holds"), ...heads];
  return dataTable({ class: "tableau" }, el("caption", caption), all, rows);
}

/** @type {(draws: boolean, lit: Side | false) => HTMLElement} */
const squareCell = (draws, lit) =>
  el(
    draws ? "td.draws" : "td.stands",
    { "data-lit": lit },
    el("span", { "aria-hidden": "true" }, draws ? words("page.tableau.letter") : "·"),
    el("span.hidden", words(draws ? "page.tableau.draws" : "page.tableau.stands")),
  );

/** @type {(square: Square) => Message} */
const squareMessage = ({ side, holding, third }) => {
  if (side === "player") return ["page.tableau.player_held", { holding }];
  if (third === null) return ["page.tableau.banker_held.stood", { holding }];
  return ["page.tableau.banker_held", { holding, third }];
};
