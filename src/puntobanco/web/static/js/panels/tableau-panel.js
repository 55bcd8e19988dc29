/** The tableau as tables. The squares that decided the last coup are lit. */

import { placeOf, thirdCard } from "../drawings/tableau-strip.js";
import { sideName } from "../game/coups.js";
import { changeCheck } from "../lib/changes.js";
import { dataTable, el, scrollBox, setText } from "../lib/elements.js";
import { words } from "../words/words.js";

/** @import { OpenModel } from "../model/model.js" */
/** @import { Square, Tableau } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

export default class TableauPanel {
  /** The squares of each side: rows by holding, then by place. @type {{ player: HTMLElement[][], banker: HTMLElement[][] }} */
  #squares = { player: [], banker: [] };
  #words = el("p.note.lit-words");
  element = el("pb-tableau");
  #isNewTableau = changeCheck();
  #isNewLight = changeCheck();

  /** @param {Tableau} tableau */
  #build({ player, banker }) {
    this.#squares = {
      player: player.map((draws) => [squareCell(draws)]),
      banker: banker.map((row) => row.map(squareCell)),
    };
    this.element.replaceChildren(
      el("p.note", words("page.tableau.note", { said: ["rule.natural", {}] })),
      scrollBox(words("page.tableau.player"), this.#playerTable()),
      scrollBox(words("page.tableau.banker"), this.#bankerTable()),
      this.#words,
    );
  }

  #playerTable() {
    return ruleTable(
      sideName("player"),
      this.#squares.player.map((_, holding) => String(holding)),
      [[words("page.tableau.does"), ...this.#squares.player.flat()]],
    );
  }

  #bankerTable() {
    return ruleTable(
      words("page.tableau.by_third"),
      this.#squares.banker[0].map((_, place) => thirdCard(place, words("page.tableau.stood"))),
      this.#squares.banker.map((row, holding) => [String(holding), ...row]),
    );
  }

  /** @param {OpenModel} model */
  render({ house, lit }) {
    if (this.#isNewTableau(house.tableau)) this.#build(house.tableau);
    if (!this.#isNewLight(lit)) return;
    const { player, banker } = this.#squares;
    for (const square of [player, banker].flat(2)) square.removeAttribute("data-lit");
    for (const { side, holding, third } of lit)
      this.#squares[side][holding][placeOf(third)].setAttribute("data-lit", side);
    const clauses = lit.map(squareMessage);
    setText(this.#words, clauses.length ? words("page.tableau.lit", { clauses }) : "");
  }
}

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {(string | HTMLElement)[][]} rows
 */
function ruleTable(caption, heads, rows) {
  const all = [words("page.tableau.holds"), ...heads];
  return dataTable({ class: "tableau" }, el("caption", caption), all, rows);
}

/** @param {boolean} draws */
function squareCell(draws) {
  const does = draws ? "draws" : "stands";
  return el(
    "td",
    { class: does },
    el("span", { "aria-hidden": "true" }, draws ? words("page.tableau.letter") : "·"),
    el("span.hidden", words(draws ? "page.tableau.draws" : "page.tableau.stands")),
  );
}

/**
 * @param {Square} square
 * @returns {Message}
 */
function squareMessage({ side, holding, third }) {
  if (side === "player") return ["page.tableau.player_held", { holding }];
  if (third === null) return ["page.tableau.banker_held.stood", { holding }];
  return ["page.tableau.banker_held", { holding, third }];
}
