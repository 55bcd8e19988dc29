/** The table's parts of the bar: its title with facts, and its tools. */

import { houseName } from "../game/names.js";
import { button, el, setAttribute, setText, svg } from "../lib/elements.js";
import { hasCompany, ownSeat } from "../model/seats.js";
import { settings } from "../shell/settings.js";
import { playSound } from "../shell/sounds.js";
import { words } from "../words/words.js";

/** @import { OpenModel } from "../model/model.js" */

export class TableTitle {
  #heading = el("h1", { tabindex: "-1" }, words("page.table"));
  #facts = el("p.table-facts", words("page.table.coming"));
  element = el("div.table-head", this.#heading, this.#facts);

  /** @param {OpenModel} model */
  render(model) {
    const title = words("page.table.of", { title: houseName(model.house.name) });
    setText(this.#heading, title);
    setText(this.#facts, factsLine(model));
    document.title = words("page.title.of", { title });
  }
}

export class SoundButton {
  #stop = new AbortController();
  element = button(
    svg(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      svg("path", { d: "M4 9.500V14.500H7.500L12 18.500V5.500L7.500 9.500Z" }),
      svg("path.waves", { d: "M15 9Q17 12 15 15M17.500 6.500Q21.500 12 17.500 17.500" }),
      svg("path.mute", { d: "M15.500 9.500 20.500 14.500M20.500 9.500 15.500 14.500" }),
    ),
    () => {
      settings.set("sound", !settings.get("sound"));
      playSound("chip");
    },
    { class: "quiet sound-button", "aria-label": words("page.sound") },
  );

  constructor() {
    this.render();
    settings.addEventListener("change", () => this.render(), { signal: this.#stop.signal });
  }

  close() {
    this.#stop.abort();
  }

  render() {
    setAttribute(this.element, "aria-pressed", String(settings.get("sound")));
  }
}

/** @typedef {{ invite: () => void, buy: () => void, close: () => void, leave: () => void }} ToolActions */

export class TableTools {
  #do;
  #isOpener;
  #facts = el("p.menu-facts");
  #invite = tool(words("page.invite"), () => this.#do.invite());
  #buy = tool(words("page.buy"), () => this.#do.buy());
  #close = tool(words("page.close_table"), () => this.#do.close());
  #leave = tool(words("page.leave"), () => this.#do.leave());
  element = el("div.table-tools", this.#facts, this.#invite, this.#buy, this.#close, this.#leave);

  /**
   * @param {ToolActions} actions
   * @param {boolean} isOpener  only the guest who opened the table may close it
   */
  constructor(actions, isOpener) {
    this.#do = actions;
    this.#isOpener = isOpener;
    this.#close.hidden = true;
  }

  /** @param {OpenModel} model */
  render(model) {
    const isSeated = ownSeat(model) !== null;
    const isOver = model.shoe.phase === "closed";
    setText(this.#facts, factsLine(model));
    this.#buy.hidden = !isSeated || !model.house.limits;
    setText(this.#leave, words(isSeated ? "page.leave" : "page.lobby"));
    this.#invite.hidden = isOver;
    this.#close.hidden = !this.#isOpener || isOver || hasCompany(model);
  }
}

/** @type {(name: string, act: () => void) => HTMLButtonElement} */
const tool = (name, act) => button(name, act, { class: "quiet" });

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
