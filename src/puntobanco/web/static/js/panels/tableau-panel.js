/** The whole tableau as a table, with the squares that decided the last coup lit. */

import { placeOf, thirdCard } from "../drawings/tableau-strip.js";
import { sideName } from "../game/coups.js";
import { el } from "../lib/elements.js";
import { isOpen as isModelOpen } from "../model/model.js";
import { words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */
/** @import { Square, Tableau } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

export class TableauPanel extends HTMLElement {
  /** The squares of each side: rows by holding, then by place. @type {{ player: HTMLElement[][], banker: HTMLElement[][] }} */
  #squares = { player: [], banker: [] };
  #words = el("p", { class: "note lit-words" });

  /** @param {Tableau} tableau */
  #build({ player, banker }) {
    this.#squares = {
      player: player.map((draws) => [squareCell(draws)]),
      banker: banker.map((row) => row.map(squareCell)),
    };
    this.append(
      el("p", { class: "note" }, words("page.tableau.note", { said: ["rule.natural", {}] })),
      scrolled(words("page.tableau.player"), this.#playerTable()),
      scrolled(words("page.tableau.banker"), this.#bankerTable()),
      this.#words,
    );
  }

  #playerTable() {
    return ruleTable(
      sideName("player"),
      this.#squares.player.map((_, holding) => String(holding)),
      [[words("page.tableau.does"), this.#squares.player.flat()]],
    );
  }

  #bankerTable() {
    return ruleTable(
      words("page.tableau.by_third"),
      this.#squares.banker[0].map((_, place) => thirdCard(place, words("page.tableau.stood"))),
      this.#squares.banker.map((row, holding) => [String(holding), row]),
    );
  }

  /**
   * @param {Model} model
   * @param {boolean} isOpen
   */
  render(model, isOpen) {
    if (!isOpen || !isModelOpen(model)) return;
    if (!this.#words.isConnected) this.#build(model.house.tableau);
    const { player, banker } = this.#squares;
    for (const square of [player, banker].flat(2)) square.removeAttribute("data-lit");
    for (const { side, holding, third } of model.lit)
      this.#squares[side][holding][placeOf(third)].setAttribute("data-lit", side);
    const clauses = model.lit.map(squareMessage);
    this.#words.textContent = clauses.length ? words("page.tableau.lit", { clauses }) : "";
  }
}

/**
 * @param {string} label
 * @param {HTMLElement} table
 */
function scrolled(label, table) {
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
}

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {[string, HTMLElement[]][]} rows
 */
function ruleTable(caption, heads, rows) {
  return el(
    "table",
    { class: "tableau" },
    el("caption", {}, caption),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        [words("page.tableau.holds"), ...heads].map((head) => el("th", { scope: "col" }, head)),
      ),
    ),
    el(
      "tbody",
      {},
      rows.map(([head, squares]) => el("tr", {}, el("th", { scope: "row" }, head), squares)),
    ),
  );
}

/** @param {boolean} draws */
function squareCell(draws) {
  const does = draws ? "draws" : "stands";
  return el(
    "td",
    { class: does },
    el("span", { "aria-hidden": "true" }, draws ? words("page.tableau.letter") : "·"),
    el("span", { class: "hidden" }, words(draws ? "page.tableau.draws" : "page.tableau.stands")),
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

customElements.define("pb-tableau", TableauPanel);
