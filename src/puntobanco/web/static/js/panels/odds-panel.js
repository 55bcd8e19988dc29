/** Exact odds of the cards that a guest cannot see, from the lab where it is installed. */

import { el, show } from "../lib/elements.js";
import { ask, tablePath } from "../lib/http.js";

export class OddsPanel extends HTMLElement {
  connectedCallback() {
    if (this.note) return;
    this.note = el("p", { class: "note" }, "Calculating the exact odds…");
    this.place = el("div", {});
    this.pays = el("div", {});
    this.append(this.note, this.place, this.pays);
  }

  render(model, isOpen) {
    this.model = model;
    if (isOpen && !this.pays.childElementCount) this.pays.append(payTable(model.house));
    const moment = `${model.shoe.shoe}/${model.coups.length}/${model.shoe.phase}`;
    if (!isOpen || model.isDealing || moment === this.moment) return;
    this.moment = moment;
    this.#load(moment);
  }

  async #load(moment) {
    try {
      const odds = await ask(tablePath(this.model.table, "odds"));
      if (moment === this.moment) this.#draw(odds);
    } catch (error) {
      show(this.note, error.message);
    }
  }

  #draw(odds) {
    if (odds.available === false) {
      show(this.note, odds.reason);
      this.place.replaceChildren();
      return;
    }
    show(this.note, `Exact, over every order of the ${odds.cards.toLocaleString("en")} cards that you have not seen. A minus sign means that the bet favours you.`);
    const offered = new Set(this.model.house.felt.map(({ key }) => key));
    const rows = odds.bets.filter(({ key }) => offered.has(key));
    this.place.replaceChildren(
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Exact odds" },
        el("table", { class: "data odds" }, el("caption", { class: "hidden" }, "Exact odds of the next coup"),
          el("thead", {}, el("tr", {}, ["Bet", "House edge", "Wins", "Pushes", "Loses"].map((name) => el("th", { scope: "col" }, name)))),
          el("tbody", {}, rows.map((bet) => el("tr", {}, el("th", { scope: "row" }, bet.name),
            el("td", { class: bet.edge < 0 ? "favours" : null }, `${signedPercent(bet.edge)}`),
            [bet.win, bet.push, bet.lose].map((part) => el("td", {}, percent(part))))))))); 
  }
}

/** What each bet of the house is for, and what it pays. */
function payTable({ felt }) {
  return el("table", { class: "data pays" }, el("caption", {}, "What each bet pays"),
    el("thead", {}, el("tr", {}, ["Bet", "When", "Pays"].map((name) => el("th", { scope: "col" }, el("span", { class: "hidden" }, name))))),
    felt.map(({ name, lines }) => el("tbody", {}, lines.map((line, at) => el("tr", {},
      at ? null : el("th", { scope: "rowgroup", rowspan: lines.length }, name),
      line.split(/: (?=[^:]*$)/).map((part) => el("td", {}, part)))))));
}

const percent = (part) => `${(part * 100).toFixed(2)} %`;
const signedPercent = (edge) => `${edge < 0 ? "−" : ""}${Math.abs(edge).toFixed(3)} %`;

customElements.define("pb-odds", OddsPanel);
