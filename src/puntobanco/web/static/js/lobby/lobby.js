/** The lobby: public tables, and one of your own. */

import { glance } from "../drawings/road-grid.js";
import { win } from "../drawings/road-marks.js";
import { houseName } from "../game/house-name.js";
import { dollars } from "../game/money.js";
import { el } from "../lib/elements.js";
import { ask } from "../lib/http.js";
import { hold, notice, release } from "../shell/notice.js";

const EVERY = 4000;

export class Lobby extends HTMLElement {
  connectedCallback() {
    this.guest = el("bdi", {}, this.getAttribute("name"));
    this.renamed = ({ detail }) => (this.guest.textContent = detail);
    document.addEventListener("renamed", this.renamed);
    this.list = el("ul", { class: "tables" });
    this.empty = el("p", { class: "note empty", hidden: true }, "No table is open yet. Open one, and it is yours.");
    this.append(
      el("div", { class: "lobby-head" },
        el("h1", { tabindex: "-1" }, `${greeting()}, `, this.guest),
        el("p", { class: "lede" }, "Sit down at a table, or open one of your own."),
        el("button", { type: "button", class: "primary", onclick: () => this.#openForm() }, "Open a table")),
      el("h2", {}, "Tables"), this.empty, this.list);
    this.#load();
    this.timer = setInterval(() => document.hidden || this.#load(), EVERY);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
    document.removeEventListener("renamed", this.renamed);
  }

  async #load() {
    try {
      const [{ tables }, me] = await Promise.all([ask("/api/tables"), ask("/api/me")]);
      release();
      const mine = new Set(me.tables.map(({ table }) => table));
      const told = JSON.stringify([tables, ...mine]);
      if (told === this.told) return;
      this.told = told;
      const focused = document.activeElement?.closest?.("[data-table]")?.dataset.table;
      this.list.replaceChildren(...tables.map((table) => entry(table, mine.has(table.table))));
      if (focused) this.list.querySelector(`[data-table="${CSS.escape(focused)}"] a`)?.focus();
      this.empty.hidden = tables.length > 0;
    } catch (error) {
      hold(`${error.message} Trying again…`);
    }
  }

  async #openForm() {
    try {
      const [{ openTable }, { houses }] = await Promise.all([import("./open-table.js"), ask("/api/houses")]);
      openTable(houses, (id) => this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: `/t/${id}` })));
    } catch (error) {
      notice(error.message);
    }
  }
}

/** By the guest's own clock. */
function greeting(hour = new Date().getHours()) {
  return hour < 5 || hour >= 17 ? "Good evening" : hour < 12 ? "Good morning" : "Good afternoon";
}

/** A table as the lobby shows it, perhaps one where the guest sits. */
function entry(table, isMine) {
  const { limits } = table;
  const pace = table.dealing === "button" ? "Button" : `${table.dealing} s`;
  const facts = {
    Limits: limits ? `${dollars(limits.minimum)} – ${dollars(limits.maximum)}` : "no wagers",
    Dealing: pace,
    "Cards left": table.phase === "betting" ? String(table.left) : table.guests.length ? "shuffling" : "a new shoe",
    Seats: [`${table.guests.length} of ${table.seats}`, table.free ? null : "full", table.watching ? `${table.watching} watching` : null].filter(Boolean).join(", "),
  };
  const path = `/t/${table.table}`;
  return el("li", { class: "table-card", "data-table": table.table },
    el("h3", {},
      el("a", { href: path, "data-link": true }, houseName(table.house), " ", el("span", { class: "which" }, which(table))),
      el("span", { class: "tags" },
        isMine ? el("span", { class: "tag mine" }, "you sit here") : null,
        table.private ? el("span", { class: "tag" }, "private") : null)),
    el("dl", {}, Object.entries(facts).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))),
    table.big_road.length
      ? el("div", { class: "mini-road", role: "img", "aria-label": `Big road: ${table.said}` }, glance(table.big_road, win, 26))
      : el("p", { class: "note" }, "No coup of this shoe is decided yet."),
    el("p", { class: "card-guests" }, table.guests.length ? ["At the table: ", ...listed(table.guests)] : "Nobody sits here yet"));
}

/** What tells a table from others of its house: who sits there, and since when it is open. */
function which({ guests, opened }) {
  const [first, ...more] = guests;
  const who = first ? ["with ", el("bdi", {}, first), more.length ? ` and ${more.length} more` : "", ", "] : [];
  const since = new Date(opened).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return [...who, `open since ${since}`];
}

/** Names with commas between them, each in its own direction of writing. */
function listed(names) {
  return names.flatMap((name, at) => [at ? ", " : "", el("bdi", {}, name)]);
}

customElements.define("pb-lobby", Lobby);
