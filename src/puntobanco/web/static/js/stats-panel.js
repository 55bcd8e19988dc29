/** Statistics of the shoe, and the guest's money as a curve. */

import { hands } from "./coups.js";
import { count, el, svg } from "./dom.js";
import { own } from "./model.js";
import { dollars, signed } from "./money.js";

export class StatsPanel extends HTMLElement {
  render(model, isOpen) {
    this.model = model;
    const told = JSON.stringify([model.coups.length, model.shoe.shoe, model.curve.length, own(model)?.bankroll]);
    if (!isOpen || model.isDealing || told === this.told) return;
    this.told = told;
    this.replaceChildren(shoeTable(model), ...evening(model));
  }
}

function shoeTable({ coups }) {
  const all = coups.length;
  const number = (test) => coups.filter(test).length;
  const row = (name, many) => el("tr", {},
    el("th", { scope: "row" }, name),
    el("td", {}, String(many)),
    el("td", {}, all ? `${((many / all) * 100).toFixed(1)} %` : "–"),
    el("td", { class: "meter", "aria-hidden": "true" }, meter(all ? many / all : 0)));
  const isPair = (side) => ({ coup }) => { const [one, two] = hands(coup)[side]; return one[0] === two[0]; };
  return el("table", { class: "data stats" },
    el("caption", {}, `This shoe: ${count(all, "coup")}`),
    el("thead", {}, el("tr", {},
      el("th", { scope: "col" }, el("span", { class: "hidden" }, "result")),
      el("th", { scope: "col" }, "coups"),
      el("th", { scope: "col" }, "share"),
      el("td", { "aria-hidden": "true" }))),
    el("tbody", {},
      row("Banker", number(({ outcome }) => outcome === "banker")),
      row("Player", number(({ outcome }) => outcome === "player")),
      row("Tie", number(({ outcome }) => outcome === "tie")),
      row("Naturals", number(({ natural }) => natural)),
      row("Player pairs", number(isPair("player"))),
      row("Banker pairs", number(isPair("banker")))));
}

function meter(part) {
  return svg("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", focusable: "false" },
    svg("rect", { class: "meter-ground", width: 100, height: 8 }), svg("rect", { class: "meter-part", width: part * 100, height: 8 }));
}

function evening(model) {
  const seat = own(model);
  if (!seat) return [el("p", { class: "note" }, "Take a seat, and your money is drawn here.")];
  const facts = {
    "Bought in": dollars(seat.bought),
    Bankroll: dollars(seat.bankroll),
    "So far": signed(seat.bankroll - seat.bought),
    "Coups with bets": String(seat.coups_bet),
  };
  return [
    el("h3", {}, "Your evening"),
    el("dl", { class: "facts short" }, Object.entries(facts).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
    curve(model.curve, seat),
  ];
}

function curve(points, seat) {
  if (points.length < 2) return el("p", { class: "note" }, "The curve of your bankroll begins with the next coup that this tab sees.");
  const amounts = points.map(({ bankroll }) => bankroll);
  const [low, high] = [Math.min(...amounts, seat.bought), Math.max(...amounts, seat.bought)];
  const y = (bankroll) => (high > low ? 95 - (90 * (bankroll - low)) / (high - low) : 50);
  const [from, to] = [points[0].coup, points.at(-1).coup];
  const x = (coup) => (300 * (coup - from)) / (to - from);
  const line = points.map(({ coup, bankroll }, at) => `${at ? "L" : "M"}${x(coup).toFixed(1)} ${y(bankroll).toFixed(1)}`).join("");
  const [first, last, least, most] = [amounts[0], amounts.at(-1), Math.min(...amounts), Math.max(...amounts)].map(dollars);
  const words = `Your bankroll over ${count(to - from, "coup")}, as this tab has seen it: from ${first} to ${last}, lowest ${least}, highest ${most}.`;
  return el("figure", { class: "curve" },
    svg("svg", { viewBox: "-2 0 304 100", role: "img", "aria-label": words, preserveAspectRatio: "none" },
      svg("path", { class: "curve-zero", d: `M0 ${y(seat.bought)}H300` }),
      svg("path", { class: "curve-area", d: `${line}L300 100L0 100Z` }),
      svg("path", { class: "curve-line", d: line })),
    el("figcaption", {}, words));
}

customElements.define("pb-stats", StatsPanel);
