import { houseName } from "../game/house-name.js";
import { dollars } from "../game/money.js";
import { count } from "../lib/count.js";
import { el } from "../lib/elements.js";
import { ownSeat } from "../model/seats.js";

/** @import { OpenModel } from "../model/model.js" */

/** The table's part of the bar: its title and facts, and its tools. */
export class TableHead {
  #heading = el("h1", { tabindex: "-1" }, "The table");
  #facts = el("p", { class: "table-facts" }, "Coming to the table…");
  #menuFacts = el("p", { class: "menu-facts" });

  /** @param {{ invite: () => void, buy: () => void, close: () => void, leave: () => void }} tools */
  constructor({ invite, buy, close, leave }) {
    this.title = el("div", { class: "table-head" }, this.#heading, this.#facts);
    this.invite = toolButton("Invite", invite);
    this.buy = toolButton("Buy chips", buy);
    this.close = toolButton("Close table", close);
    this.close.hidden = true;
    this.leave = toolButton("Leave", leave);
    this.tools = el(
      "div",
      { class: "table-tools" },
      this.#menuFacts,
      this.invite,
      this.buy,
      this.close,
      this.leave,
    );
  }

  /**
   * @param {OpenModel} model
   * @param {{ canClose: boolean }} options
   */
  render(model, { canClose }) {
    const isSeated = ownSeat(model) !== null;
    this.#heading.textContent = `${houseName(model.house.name)} table`;
    this.#facts.textContent = this.#menuFacts.textContent = factsLine(model);
    document.title = `${this.#heading.textContent} – Punto Banco`;
    this.buy.hidden = !isSeated || !model.house.limits;
    this.leave.textContent = isSeated ? "Leave" : "Lobby";
    this.invite.hidden = model.shoe.phase === "closed";
    this.close.hidden = !canClose;
  }

  remove() {
    this.title.remove();
    this.tools.remove();
  }
}

/**
 * @param {string} words
 * @param {() => void} onclick
 */
function toolButton(words, onclick) {
  return el("button", { type: "button", class: "quiet", onclick }, words);
}

/** @param {OpenModel} model */
function factsLine({ house, dealing, isPrivate }) {
  const limits = house.limits
    ? `${dollars(house.limits.minimum)} to ${dollars(house.limits.maximum)}`
    : "no wagers";
  const pace = dealing === "button" ? "dealt by button" : `${dealing} s to bet`;
  return [limits, count(house.decks, "deck"), pace, isPrivate ? "private" : "public"].join(" · ");
}
