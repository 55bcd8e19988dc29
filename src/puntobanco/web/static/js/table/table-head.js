import { houseName } from "../game/names.js";
import { el, setText } from "../lib/elements.js";
import { ownSeat } from "../model/seats.js";
import { words } from "../words/words.js";

/** @import { OpenModel } from "../model/model.js" */

/** The table's part of the bar: its title and facts, and its tools. */
export class TableHead {
  #heading = el("h1", { tabindex: "-1" }, words("page.table"));
  #facts = el("p", { class: "table-facts" }, words("page.table.coming"));
  #menuFacts = el("p", { class: "menu-facts" });

  /** @param {{ invite: () => void, buy: () => void, close: () => void, leave: () => void }} tools */
  constructor({ invite, buy, close, leave }) {
    this.title = el("div", { class: "table-head" }, this.#heading, this.#facts);
    this.invite = toolButton(words("page.invite"), invite);
    this.buy = toolButton(words("page.buy"), buy);
    this.close = toolButton(words("page.close_table"), close);
    this.close.hidden = true;
    this.leave = toolButton(words("page.leave"), leave);
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
    const title = words("page.table.of", { title: houseName(model.house.name) });
    setText(this.#heading, title);
    for (const facts of [this.#facts, this.#menuFacts]) setText(facts, factsLine(model));
    document.title = words("page.title.of", { title });
    this.buy.hidden = !isSeated || !model.house.limits;
    setText(this.leave, words(isSeated ? "page.leave" : "page.lobby"));
    this.invite.hidden = model.shoe.phase === "closed";
    this.close.hidden = !canClose;
  }

  remove() {
    this.title.remove();
    this.tools.remove();
  }
}

/**
 * @param {string} name
 * @param {() => void} onclick
 */
function toolButton(name, onclick) {
  return el("button", { type: "button", class: "quiet", onclick }, name);
}

/** @param {OpenModel} model */
function factsLine({ house, dealing, isPrivate }) {
  const limits = house.limits
    ? words("page.table.facts", { low: house.limits.minimum, high: house.limits.maximum })
    : words("page.no_wagers");
  const pace =
    dealing === "button"
      ? words("page.table.button")
      : words("page.table.clock", { seconds: dealing });
  const decks = words("page.table.decks", { decks: house.decks });
  return [limits, decks, pace, words(isPrivate ? "page.private" : "page.public")].join(" · ");
}
