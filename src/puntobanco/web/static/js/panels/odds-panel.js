/** Exact odds of the cards that a guest has not seen, where the server has its lab installed. */

import { betFact, betName, percentage } from "../game/names.js";
import { el, setText } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { isOpen as isModelOpen } from "../model/model.js";
import { catalogue, errorMessage, textOf, words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */
/** @import { Bet, House } from "../wire/frames.d.ts" */
/** @import { NoOdds, Odds } from "../wire/answers.d.ts" */

const HEADS = [
  "page.bet",
  "page.odds.edge",
  "page.odds.wins",
  "page.odds.pushes",
  "page.odds.loses",
];

export class OddsPanel extends HTMLElement {
  #note = el("p", { class: "note" }, words("page.odds.counting"));
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
      setText(this.#note, odds.said ? textOf(odds.said) : odds.reason);
      this.#odds.replaceChildren();
      return;
    }
    setText(this.#note, words("page.odds.note", { cards: odds.cards }));
    const offered = new Set(house.felt.map(({ key }) => key));
    const rows = odds.bets.filter(({ key }) => offered.has(key));
    const counted = new Set(rows.map(({ key }) => key));
    const others = house.felt.filter(({ key }) => !counted.has(key));
    this.#odds.replaceChildren(
      el(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": words("page.odds.table") },
        el(
          "table",
          { class: "data odds" },
          el("caption", { class: "hidden" }, words("page.odds.caption")),
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              HEADS.map((id) => el("th", { scope: "col" }, words(id))),
            ),
          ),
          el(
            "tbody",
            {},
            rows.map((bet) =>
              el(
                "tr",
                {},
                el("th", { scope: "row" }, nameOf(house, bet.key)),
                el("td", { class: bet.edge < 0 ? "favours" : null }, signedPercent(bet.edge)),
                [bet.win, bet.push, bet.lose].map((part) => el("td", {}, percent(part))),
              ),
            ),
          ),
        ),
      ),
      ...(others.length
        ? [el("p", { class: "note" }, words("page.odds.others", { text: listed(others) }))]
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
    el("caption", {}, words("page.pays.each")),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        ["page.bet", "page.when", "page.pays"].map((id) =>
          el("th", { scope: "col" }, el("span", { class: "hidden" }, words(id))),
        ),
      ),
    ),
    felt.map((bet) =>
      el(
        "tbody",
        {},
        bet.lines.map(({ when, pays }, at) =>
          el(
            "tr",
            {},
            at ? null : el("th", { scope: "rowgroup", rowspan: bet.lines.length }, betName(bet)),
            el("td", {}, textOf(when)),
            el("td", {}, catalogue().odds(pays)),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {House} house
 * @param {string} key
 */
const nameOf = ({ felt }, key) => catalogue().said("bet", betFact(felt, key));

/** @param {readonly Bet[]} bets */
const listed = (bets) => catalogue().joined(bets.map(betName), "list.comma");

/** @param {number} part */
const percent = (part) => percentage(part * 100, 2);
/** @param {number} edge */
const signedPercent = (edge) => {
  const text = percentage(Math.abs(edge), 3);
  return edge < 0 ? words("page.money.less", { amount: text }) : text;
};

customElements.define("pb-odds", OddsPanel);
