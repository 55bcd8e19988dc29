/** The lobby: public tables, and one of your own. */

import { el } from "../lib/elements.js";
import { request } from "../lib/http.js";
import { endTrouble, showNotice, showTrouble } from "../shell/notice.js";
import { errorMessage } from "../words/error-message.js";
import { words, wordsAround } from "../words/words.js";
import { tableCard } from "./table-card.js";

/** @import { Houses, Me, Tables } from "../wire/answers.d.ts" */

const REFRESH_EVERY = 4000;

export class Lobby extends HTMLElement {
  #guest;
  #list = el("ul", { class: "tables" });
  #empty = el("p", { class: "note empty", hidden: true }, words("page.lobby.empty"));
  #drawn = "";
  /** @type {number | undefined} */
  #timer;
  /** @param {CustomEvent<string>} event */
  #onRename = ({ detail }) => {
    this.#guest.textContent = detail;
  };

  /** @param {string} name */
  constructor(name) {
    super();
    this.#guest = el("bdi", {}, name);
  }

  connectedCallback() {
    document.addEventListener("renamed", this.#onRename);
    this.append(
      el(
        "div",
        { class: "lobby-head" },
        el("h1", { tabindex: "-1" }, wordsAround(greeting(new Date().getHours()), this.#guest)),
        el("p", { class: "lede" }, words("page.lobby.lede")),
        el(
          "button",
          { type: "button", class: "primary", onclick: () => this.#openForm() },
          words("page.lobby.open"),
        ),
      ),
      el("h2", {}, words("page.lobby.tables")),
      this.#empty,
      this.#list,
    );
    this.#load();
    this.#timer = setInterval(() => document.hidden || this.#load(), REFRESH_EVERY);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    document.removeEventListener("renamed", this.#onRename);
  }

  async #load() {
    try {
      /** @type {[Tables, Me]} */
      const [lobby, me] = await Promise.all([request("/api/tables"), request("/api/me")]);
      endTrouble();
      this.#draw(lobby, new Set(me.tables.map(({ table }) => table)));
    } catch (error) {
      showTrouble(words("page.trying", { text: errorMessage(error) }));
    }
  }

  /**
   * Draw the list where it has changed; the focus stays at its table.
   * @param {Tables} lobby
   * @param {Set<string>} mine
   */
  #draw({ tables, damaged = [] }, mine) {
    const wanted = JSON.stringify([tables, damaged, ...mine]);
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    /** @type {HTMLElement | null | undefined} */
    const focused = document.activeElement?.closest("[data-table]");
    this.#list.replaceChildren(
      ...tables.map((table) => tableCard(table, { isMine: mine.has(table.table) })),
      ...damaged.map(({ host }) => el("li", {}, words("page.lobby.damaged", { text: host }))),
    );
    if (focused?.dataset.table) this.#focus(focused.dataset.table);
    this.#empty.hidden = tables.length + damaged.length > 0;
  }

  /** @param {string} table */
  #focus(table) {
    /** @type {HTMLElement | null} */
    const link = this.#list.querySelector(`[data-table="${CSS.escape(table)}"] a`);
    link?.focus();
  }

  async #openForm() {
    try {
      /** @type {[typeof import("./open-table.js"), Houses]} */
      const [{ openTable }, { houses }] = await Promise.all([
        import("./open-table.js"),
        request("/api/houses"),
      ]);
      openTable(houses, (id) =>
        this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: `/t/${id}` })),
      );
    } catch (error) {
      showNotice(errorMessage(error));
    }
  }
}

/**
 * The id of a greeting, by the guest's own clock.
 * @param {number} hour
 */
function greeting(hour) {
  if (hour < 5 || hour >= 17) return "page.greeting.evening";
  return hour < 12 ? "page.greeting.morning" : "page.greeting.afternoon";
}

customElements.define("pb-lobby", Lobby);
