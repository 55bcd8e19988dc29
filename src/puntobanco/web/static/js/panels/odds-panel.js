/** Exact odds of the cards that a guest has not seen, if the server has the lab installed. */

import { betFact, betName, percentage } from "../game/names.js";
import { differ } from "../lib/changes.js";
import { dataTable, el, scrollBox, setText } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { hasNewCoups } from "../model/model.js";
import { catalogue, errorMessage, textOf, words } from "../words/words.js";

/** @import { Model, OpenModel } from "../model/model.js" */
/** @import { Bet, House } from "../wire/frames.d.ts" */
/** @import { NoOdds, Odds } from "../wire/answers.d.ts" */

const HEADS = [
  "page.bet",
  "page.odds.edge",
  "page.odds.wins",
  "page.odds.pushes",
  "page.odds.loses",
];

export default class OddsPanel {
  #note = el("p.note", words("page.odds.counting"));
  #odds = el("div");
  #pays = el("div");
  element = el("pb-odds", this.#note, this.#odds, this.#pays);
  /** The model at the last request. @type {Model | null} */
  #asked = null;

  /** @type {(model: OpenModel, before: OpenModel | null) => void} */
  render(model, before) {
    if (differ(model, before, "house")) this.#pays.replaceChildren(payTable(model.house));
    if (hasNewCoups(model, this.#asked)) this.#load(model);
  }

  /** @param {OpenModel} model */
  async #load(model) {
    this.#asked = model;
    try {
      /** @type {Odds | NoOdds} */
      const odds = await request(tablePath(model.table, "odds"));
      if (model === this.#asked) this.#draw(odds, model.house);
    } catch (error) {
      setText(this.#note, errorMessage(error));
    }
  }

  /** @type {(odds: Odds | NoOdds, house: House) => void} */
  #draw(odds, { felt }) {
    if (odds.available === false) {
      setText(this.#note, odds.said ? textOf(odds.said) : odds.reason);
      this.#odds.replaceChildren();
      return;
    }
    setText(this.#note, words("page.odds.note", { cards: odds.cards }));
    const offered = new Set(felt.map(({ key }) => key));
    const rows = odds.bets.filter(({ key }) => offered.has(key));
    const counted = new Set(rows.map(({ key }) => key));
    const others = felt.filter(({ key }) => !counted.has(key));
    const names = catalogue().joined(others.map(betName), "list.comma");
    const note = el("p.note", words("page.odds.others", { text: names }));
    this.#odds.replaceChildren(
      scrollBox(words("page.odds.table"), oddsTable(rows, felt)),
      ...(others.length ? [note] : []),
    );
  }
}

/** @type {(rows: Odds["bets"], felt: House["felt"]) => HTMLTableElement} */
const oddsTable = (rows, felt) =>
  dataTable(
    { class: "data odds" },
    el("caption.hidden", words("page.odds.caption")),
    HEADS.map((id) => words(id)),
    rows.map(({ key, edge, win, push, lose }) => {
      const amount = percentage(Math.abs(edge), 3);
      return [
        catalogue().said("bet", betFact(felt, key)),
        edge < 0 ? el("td.favours", words("page.money.less", { amount })) : amount,
        ...[win, push, lose].map((part) => percentage(part * 100, 2)),
      ];
    }),
  );

/** Return what each bet of the house is for, and what it pays. @param {House} house */
function payTable({ felt }) {
  const heads = ["page.bet", "page.when", "page.pays"].map((id) =>
    el("th", { scope: "col" }, el("span.hidden", words(id))),
  );
  /** @param {Bet} bet */
  const rows = (bet) =>
    bet.lines.map(({ when, pays }, at) =>
      el(
        "tr",
        at ? null : el("th", { scope: "rowgroup", rowspan: bet.lines.length }, betName(bet)),
        el("td", textOf(when)),
        el("td", catalogue().odds(pays)),
      ),
    );
  return el(
    "table.data.pays",
    el("caption", words("page.pays.each")),
    el("thead", el("tr", heads)),
    felt.map((bet) => el("tbody", rows(bet))),
  );
}
