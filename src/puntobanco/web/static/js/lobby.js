/** The lobby: public tables, and one of your own. */

import { el } from "./dom.js";
import { ask } from "./http.js";
import { houseName } from "./model.js";
import { dollars, parse } from "./money.js";
import { hold, notice, release } from "./notice.js";
import { win } from "./road-marks.js";
import { glance } from "./roads.js";

const EVERY = 4000;
const DEALING = { button: "by button", 15: "by a clock of 15 seconds", 25: "by a clock of 25 seconds" };

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
    const [{ dialog }, { houses }] = await Promise.all([import("./dialogs.js"), ask("/api/houses")]).catch((error) => {
      notice(error.message);
      return [{}, {}];
    });
    if (dialog) openTable(dialog, houses, (id) => this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: `/t/${id}` })));
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

function openTable(dialog, houses, go) {
  const house = el("select", { id: "new-house" }, houses.map(({ name }) => el("option", { value: name }, houseName(name))));
  const said = el("ul", { class: "note rules" });
  const [low, high] = ["new-low", "new-high"].map((id) => el("input", { id, inputmode: "decimal", size: "8", autocomplete: "off" }));
  const limits = el("p", { class: "field" },
    el("label", { for: "new-low" }, "Limits a spot: $"), low, el("label", { for: "new-high" }, "to $"), high);
  const dealing = el("select", { id: "new-dealing" },
    Object.entries(DEALING).map(([value, words]) => el("option", { value, selected: value === "button" }, words)));
  const isPrivate = el("input", { type: "checkbox", id: "new-private" });
  const chosen = () => houses.find(({ name }) => name === house.value);
  const show = () => {
    const { limits: own, said: lines } = chosen();
    said.replaceChildren(...lines.map((line) => el("li", {}, line)));
    limits.hidden = !own;
    if (own) [low.value, high.value] = [own.minimum / 100, own.maximum / 100];
  };
  house.addEventListener("change", show);
  show();
  const box = dialog("Open a table", el("form", {
    class: "opening",
    onsubmit: async (event) => {
      event.preventDefault();
      try {
        const pace = dealing.value === "button" ? "button" : Number(dealing.value);
        const wish = { house: house.value, dealing: pace, private: isPrivate.checked };
        if (chosen().limits) wish.limits = limitsOf(chosen().limits, parse(low.value), parse(high.value));
        const { table } = await ask("/api/tables", wish);
        box.close();
        go(table);
      } catch (error) {
        problem.textContent = error.message;
      }
    },
  },
    el("p", { class: "field" }, el("label", { for: "new-house" }, "House"), house), said, limits,
    el("p", { class: "field" }, el("label", { for: "new-dealing" }, "Dealing"), dealing),
    el("p", { class: "field tick" }, isPrivate, el("label", { for: "new-private" }, "Private: only those with the link")),
    el("button", { type: "submit", class: "primary" }, "Open the table")));
  const problem = el("p", { class: "problem", role: "alert" });
  box.append(problem);
}

/** The house's limits between other amounts. */
function limitsOf(own, low, high) {
  const side = Math.max(low, Math.min(high, own.side_maximum));
  return { minimum: low, maximum: high, side_maximum: side, step: Math.min(own.step, low) };
}

customElements.define("pb-lobby", Lobby);
