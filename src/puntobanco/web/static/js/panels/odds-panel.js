/** Exact odds of the cards that a guest has not seen, where the server has its lab installed. */

import { el, setText } from "../lib/elements.js";
import { errorMessage } from "../lib/error-message.js";
import { request, tablePath } from "../lib/http.js";
import { isOpen as isModelOpen } from "../model/model.js";

/** @import { Model } from "../model/model.js" */
/** @import { House } from "../wire/frames.d.ts" */
/** @import { NoOdds, Odds } from "../wire/answers.d.ts" */

export class OddsPanel extends HTMLElement {
  #note = el("p", { class: "note" }, "Calculating the exact odds…");
  #odds = el("div", {});
  #pays = el("div", {});
  #moment = "";

  connectedCallback() {
    this.append(this.#note, this.#odds, this.#pays);
  }

  /**
   * @param {Model} model
   * @param {boolean} isOpen
   */
  render(model, isOpen) {
    if (!isModelOpen(model)) return;
    if (isOpen && !this.#pays.childElementCount) this.#pays.append(payTable(model.house));
    const moment = `${model.shoe.shoe}/${model.coups.length}/${model.shoe.phase}`;
    if (!isOpen || model.showing === "coup" || moment === this.#moment) return;
    this.#moment = moment;
    this.#load(model.table, model.house);
  }

  /**
   * @param {string} table
   * @param {House} house
   */
  async #load(table, house) {
    const moment = this.#moment;
    try {
      /** @type {Odds | NoOdds} */
      const odds = await request(tablePath(table, "odds"));
      if (moment === this.#moment) this.#draw(odds, house);
    } catch (error) {
      setText(this.#note, errorMessage(error));
    }
  }

  /**
   * @param {Odds | NoOdds} odds
   * @param {House} house
   */
  #draw(odds, house) {
    if (odds.available === false) {
      setText(this.#note, odds.reason);
      this.#odds.replaceChildren();
      return;
    }
    setText(
      this.#note,
      `Exact, over every order of the ${odds.cards.toLocaleString("en")} cards that you have not seen. A minus sign means that the bet favours you.`,
    );
    const offered = new Set(house.felt.map(({ key }) => key));
    const rows = odds.bets.filter(({ key }) => offered.has(key));
    const counted = new Set(rows.map(({ key }) => key));
    const others = house.felt.filter(({ key }) => !counted.has(key)).map(({ name }) => name);
    this.#odds.replaceChildren(
      el(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Exact odds" },
        el(
          "table",
          { class: "data odds" },
          el("caption", { class: "hidden" }, "Exact odds of the next coup"),
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              ["Bet", "House edge", "Wins", "Pushes", "Loses"].map((name) =>
                el("th", { scope: "col" }, name),
              ),
            ),
          ),
          el(
            "tbody",
            {},
            rows.map((bet) =>
              el(
                "tr",
                {},
                el("th", { scope: "row" }, bet.name),
                el("td", { class: bet.edge < 0 ? "favours" : null }, `${signedPercent(bet.edge)}`),
                [bet.win, bet.push, bet.lose].map((part) => el("td", {}, percent(part))),
              ),
            ),
          ),
        ),
      ),
      ...(others.length
        ? [el("p", { class: "note" }, `Too long to count here: ${others.join(", ")}.`)]
        : []),
    );
  }
}

/**
 * What each bet of the house is for, and what it pays.
 * @param {House} house
 */
function payTable({ felt }) {
  return el(
    "table",
    { class: "data pays" },
    el("caption", {}, "What each bet pays"),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        ["Bet", "When", "Pays"].map((name) =>
          el("th", { scope: "col" }, el("span", { class: "hidden" }, name)),
        ),
      ),
    ),
    felt.map(({ name, lines }) =>
      el(
        "tbody",
        {},
        lines.map(({ when, pays }, at) =>
          el(
            "tr",
            {},
            at ? null : el("th", { scope: "rowgroup", rowspan: lines.length }, name),
            el("td", {}, when),
            el("td", {}, pays),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} part */
const percent = (part) => `${(part * 100).toFixed(2)} %`;
/** @param {number} edge */
const signedPercent = (edge) => `${edge < 0 ? "−" : ""}${Math.abs(edge).toFixed(3)} %`;

customElements.define("pb-odds", OddsPanel);
