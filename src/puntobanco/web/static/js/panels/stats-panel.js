/** Statistics of the shoe, and the guest's money as a curve. */

import { hands } from "../game/coups.js";
import { dollars, signed } from "../game/money.js";
import { count } from "../lib/count.js";
import { el, mark, svg } from "../lib/elements.js";
import { ask, tablePath } from "../lib/http.js";
import { own } from "../model/seats.js";
import { bankrollFigure } from "./bankroll-curve.js";

export class StatsPanel extends HTMLElement {
  connectedCallback() {
    if (this.shoe) return;
    [this.shoe, this.money, this.curve] = [el("div", {}), el("div", {}), el("div", {})];
    this.append(this.shoe, this.money, this.curve);
  }

  render(model, isOpen) {
    const seat = own(model);
    const isOver = model.shoe.phase === "closed";
    const told = JSON.stringify([model.coups.length, model.shoe.shoe, model.seat, seat?.bankroll, seat?.bought, isOver]);
    if (!isOpen || model.isDealing || !model.isUp || told === this.told) return;
    this.told = told;
    this.shoe.replaceChildren(shoeTable(model));
    const hint = isOver ? "This table is closed." : "Take a seat, and your money is drawn here.";
    this.money.replaceChildren(...(seat ? evening(seat) : [el("p", { class: "note" }, hint)]));
    if (seat) this.#draw(model.table, told);
    else this.curve.replaceChildren();
  }

  /** The curve is the record's, so that it is the same after a reload and on another machine. */
  async #draw(table, told) {
    const isTabled = this.curve.querySelector("details")?.open;
    const figure = await ask(tablePath(table, "bankroll")).then(bankrollFigure, ({ message }) => el("p", { class: "note" }, message));
    if (told !== this.told) return;
    this.curve.replaceChildren(figure);
    mark(figure.querySelector("details"), "open", isTabled);
  }
}

function shoeTable({ coups }) {
  const all = coups.length;
  const number = (test) => coups.filter(test).length;
  const row = (name, many, ink) => el("tr", {},
    el("th", { scope: "row" }, name),
    el("td", {}, String(many)),
    el("td", {}, all ? `${((many / all) * 100).toFixed(1)} %` : "–"),
    el("td", { class: "meter", "aria-hidden": "true" }, meter(all ? many / all : 0, ink)));
  const isPair = (side) => ({ coup }) => { const [one, two] = hands(coup)[side]; return one[0] === two[0]; };
  return el("table", { class: "data stats" },
    el("caption", {}, `This shoe: ${count(all, "coup")}`),
    el("thead", {}, el("tr", {},
      el("th", { scope: "col" }, el("span", { class: "hidden" }, "result")),
      el("th", { scope: "col" }, "coups"),
      el("th", { scope: "col" }, "share"),
      el("td", { "aria-hidden": "true" }))),
    el("tbody", {},
      row("Banker", number(({ outcome }) => outcome === "banker"), "banker"),
      row("Player", number(({ outcome }) => outcome === "player"), "player"),
      row("Tie", number(({ outcome }) => outcome === "tie"), "tie"),
      row("Naturals", number(({ natural }) => natural)),
      row("Player pairs", number(isPair("player"))),
      row("Banker pairs", number(isPair("banker")))));
}

function meter(part, ink = "") {
  return svg("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", focusable: "false" },
    svg("rect", { class: "meter-ground", width: 100, height: 8 }), svg("rect", { class: `meter-part ${ink}`, width: part * 100, height: 8 }));
}

function evening(seat) {
  const facts = {
    "Bought in": dollars(seat.bought),
    Bankroll: dollars(seat.bankroll),
    "So far": signed(seat.bankroll - seat.bought),
    "Coups with bets": String(seat.coups_bet),
  };
  return [
    el("h3", {}, "Your evening"),
    el("dl", { class: "facts short" }, Object.entries(facts).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
  ];
}

customElements.define("pb-stats", StatsPanel);
