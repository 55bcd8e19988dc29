/** The whole tableau as a table, with the squares that decided the last coup lit. */

import { BANKER, PLAYER, THIRDS } from "../game/tableau.js";

/** @import { Square } from "../wire/frames.d.ts" */
/** @import { Model } from "../model/model.js" */
import { el } from "../lib/elements.js";

export class TableauPanel extends HTMLElement {
  /** @type {Map<string, HTMLElement>} */
  #squares = new Map();
  #words = el("p", { class: "note lit-words" });

  connectedCallback() {
    if (this.#squares.size) return;
    this.append(
      el(
        "p",
        { class: "note" },
        "D draws a third card, a dot stands. 8 or 9 in two cards, on either side, ends the coup. The squares that decided the last coup are lit.",
      ),
      el(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Player’s rule" },
        this.#playerTable(),
      ),
      el(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Banker’s rule" },
        this.#bankerTable(),
      ),
      this.#words,
    );
  }

  #playerTable() {
    return el(
      "table",
      { class: "tableau" },
      el("caption", {}, "Player"),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, "holds"),
          PLAYER.map(({ holding }) => el("th", { scope: "col" }, String(holding))),
        ),
      ),
      el(
        "tbody",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "row" }, "does"),
          PLAYER.map(({ holding, draws }) => this.#square(`player/${holding}/-`, draws)),
        ),
      ),
    );
  }

  #bankerTable() {
    return el(
      "table",
      { class: "tableau" },
      el("caption", {}, "Banker, by Player’s third card"),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, "holds"),
          THIRDS.map((third) => el("th", { scope: "col" }, third === "-" ? "stood" : third)),
        ),
      ),
      el(
        "tbody",
        {},
        BANKER.map(({ holding, draws }) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, String(holding)),
            THIRDS.map((third) =>
              this.#square(`banker/${holding}/${third}`, draws.includes(third)),
            ),
          ),
        ),
      ),
    );
  }

  /**
   * @param {string} key
   * @param {boolean} draws
   */
  #square(key, draws) {
    const does = draws ? "draws" : "stands";
    const square = el(
      "td",
      { class: does },
      el("span", { "aria-hidden": "true" }, draws ? "D" : "·"),
      el("span", { class: "hidden" }, does),
    );
    this.#squares.set(key, square);
    return square;
  }

  /**
   * @param {Model} model
   * @param {boolean} isOpen
   */
  render({ lit }, isOpen) {
    if (!isOpen) return;
    for (const square of this.#squares.values()) square.removeAttribute("data-lit");
    for (const { side, holding, third } of lit) {
      this.#squares.get(`${side}/${holding}/${third ?? "-"}`)?.setAttribute("data-lit", side);
    }
    const words = lit.map(squareWords);
    this.#words.textContent = words.length ? `Lit: ${words.join("; ")}.` : "";
  }
}

/** @param {Square} square */
function squareWords({ side, holding, third }) {
  if (side === "player") return `Player held ${holding}`;
  return `Banker held ${holding} ${third === null ? "and Player stood" : `against Player’s ${third}`}`;
}

customElements.define("pb-tableau", TableauPanel);
