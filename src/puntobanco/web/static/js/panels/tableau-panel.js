/** The whole tableau as a table, with the squares that decided the last coup lit. */

import { placeOf, thirdCard } from "../drawings/tableau-strip.js";
import { el } from "../lib/elements.js";
import { isOpen as isModelOpen } from "../model/model.js";

/** @import { Model } from "../model/model.js" */
/** @import { Square, Tableau } from "../wire/frames.d.ts" */

export class TableauPanel extends HTMLElement {
  /** The squares of each side: rows by holding, then by place. @type {{ player: HTMLElement[][], banker: HTMLElement[][] }} */
  #squares = { player: [], banker: [] };
  #words = el("p", { class: "note lit-words" });

  /** @param {Tableau} tableau */
  #build({ player, banker, natural }) {
    this.#squares = {
      player: player.map((draws) => [squareCell(draws)]),
      banker: banker.map((row) => row.map(squareCell)),
    };
    this.append(
      el(
        "p",
        { class: "note" },
        `D draws a third card, a dot stands. ${natural}, on either side. The squares that decided the last coup are lit.`,
      ),
      scrolled("Player’s rule", this.#playerTable()),
      scrolled("Banker’s rule", this.#bankerTable()),
      this.#words,
    );
  }

  #playerTable() {
    return ruleTable(
      "Player",
      this.#squares.player.map((_, holding) => String(holding)),
      [["does", this.#squares.player.flat()]],
    );
  }

  #bankerTable() {
    return ruleTable(
      "Banker, by Player’s third card",
      this.#squares.banker[0].map((_, place) => thirdCard(place, "stood")),
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
    const words = model.lit.map(squareWords);
    this.#words.textContent = words.length ? `Lit: ${words.join("; ")}.` : "";
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
        ["holds", ...heads].map((head) => el("th", { scope: "col" }, head)),
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
    el("span", { "aria-hidden": "true" }, draws ? "D" : "·"),
    el("span", { class: "hidden" }, does),
  );
}

/** @param {Square} square */
function squareWords({ side, holding, third }) {
  if (side === "player") return `Player held ${holding}`;
  return `Banker held ${holding} ${third === null ? "and Player stood" : `against Player’s ${third}`}`;
}

customElements.define("pb-tableau", TableauPanel);
