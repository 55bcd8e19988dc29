/** Statistics of the shoe, and the guest's money as a curve. */

import { sideName } from "../game/coups.js";
import { money, signed } from "../game/money.js";
import { percentage } from "../game/numbers.js";
import { shoeStatistics } from "../game/shoe-statistics.js";
import { el, setAttribute, svg } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { ownSeat } from "../model/seats.js";
import { errorMessage } from "../words/error-message.js";
import { words } from "../words/words.js";
import { bankrollFigure } from "./bankroll-curve.js";

/** @import { Model } from "../model/model.js" */
/** @import { Bankroll } from "../wire/answers.d.ts" */
/** @import { Coup, Seat } from "../wire/frames.d.ts" */

export class StatsPanel extends HTMLElement {
  #drawn = "";
  #shoe = el("div", {});
  #money = el("div", {});
  #curve = el("div", {});

  connectedCallback() {
    this.append(this.#shoe, this.#money, this.#curve);
  }

  /**
   * @param {Model} model
   * @param {boolean} isOpen
   */
  render(model, isOpen) {
    const seat = ownSeat(model);
    const isOver = model.shoe.phase === "closed";
    const wanted = JSON.stringify([
      model.coups.length,
      model.shoe.shoe,
      model.seat,
      seat?.bankroll,
      seat?.bought,
      isOver,
    ]);
    if (!isOpen || model.showing === "coup" || !model.isUp || wanted === this.#drawn) return;
    this.#drawn = wanted;
    this.#shoe.replaceChildren(shoeTable(model.coups));
    const hint = words(isOver ? "refused.closed" : "page.stats.seat");
    this.#money.replaceChildren(...(seat ? evening(seat) : [el("p", { class: "note" }, hint)]));
    if (seat) this.#drawCurve(model.table);
    else this.#curve.replaceChildren();
  }

  /**
   * The curve comes from the log, so that it is the same after a reload and on another machine.
   * @param {string} table
   */
  async #drawCurve(table) {
    const wanted = this.#drawn;
    const isTableOpen = this.#curve.querySelector("details")?.open;
    const figure = await curveOf(table);
    if (wanted !== this.#drawn) return;
    this.#curve.replaceChildren(figure);
    const details = figure.querySelector("details");
    if (details) setAttribute(details, "open", isTableOpen);
  }
}

/**
 * The curve of a table, or why there is none.
 * @param {string} table
 */
async function curveOf(table) {
  try {
    /** @type {Bankroll} */
    const bankroll = await request(tablePath(table, "bankroll"));
    return bankrollFigure(bankroll);
  } catch (error) {
    return el("p", { class: "note" }, errorMessage(error));
  }
}

/** @param {readonly Coup[]} coups */
function shoeTable(coups) {
  const all = coups.length;
  const counts = shoeStatistics(coups);
  /**
   * @param {string} name
   * @param {number} many
   * @param {string} [ink]
   */
  const row = (name, many, ink) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      el("td", {}, String(many)),
      el("td", {}, all ? percentage((many / all) * 100, 1) : "–"),
      el("td", { class: "meter", "aria-hidden": "true" }, meter(all ? many / all : 0, ink)),
    );
  return el(
    "table",
    { class: "data stats" },
    el("caption", {}, words("page.stats.shoe", { coups: all })),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { scope: "col" }, el("span", { class: "hidden" }, words("page.stats.result"))),
        el("th", { scope: "col" }, words("page.stats.coups")),
        el("th", { scope: "col" }, words("page.stats.share")),
        el("td", { "aria-hidden": "true" }),
      ),
    ),
    el(
      "tbody",
      {},
      row(sideName("banker"), counts.banker, "banker"),
      row(sideName("player"), counts.player, "player"),
      row(words("page.road.tie"), counts.tie, "tie"),
      row(words("page.stats.naturals"), counts.naturals),
      row(words("page.stats.player_pairs"), counts.playerPairs),
      row(words("page.stats.banker_pairs"), counts.bankerPairs),
    ),
  );
}

/** @param {number} part */
function meter(part, ink = "") {
  return svg(
    "svg",
    { viewBox: "0 0 100 8", preserveAspectRatio: "none", focusable: "false" },
    svg("rect", { class: "meter-ground", width: 100, height: 8 }),
    svg("rect", { class: `meter-part ${ink}`, width: part * 100, height: 8 }),
  );
}

/** @param {Seat} seat */
function evening(seat) {
  const facts = {
    [words("page.stats.bought")]: money(seat.bought),
    [words("page.stats.bankroll")]: money(seat.bankroll),
    [words("page.stats.so_far")]: signed(seat.bankroll - seat.bought),
    [words("page.stats.coups_bet")]: String(seat.coups_bet),
  };
  return [
    el("h3", {}, words("page.stats.evening")),
    el(
      "dl",
      { class: "facts short" },
      Object.entries(facts).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
    ),
  ];
}

customElements.define("pb-stats", StatsPanel);
