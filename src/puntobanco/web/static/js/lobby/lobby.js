/** The lobby: public tables, and one of your own. */

import { glance, win } from "../drawings/roads.js";
import { houseName, timeOfDay } from "../game/names.js";
import { goodRoadMessage } from "../game/roads.js";
import { button, el, setText } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { endTrouble, showHouseNotice, showNotice, showTrouble } from "../shell/notice.js";
import { pastTables } from "../shell/past-tables.js";
import { settings } from "../shell/settings.js";
import { catalogue, errorMessage, textOf, words, wordsAround } from "../words/words.js";

/** @import { Houses, LobbyEntry, Me, Shoes, Tables } from "../wire/answers.d.ts" */

const REFRESH_EVERY = 4000;
const MOST_PAST_SHOES = 8;

export class Lobby {
  #list = el("ul.tables");
  #empty = el("p.note.empty", { hidden: true }, words("page.lobby.empty"));
  /** The tables being shown, as JSON. */
  #shown = "";
  #stop = new AbortController();
  #go;

  /**
   * @param {string} name
   * @param {(path: string) => void} go
   */
  constructor(name, go) {
    this.#go = go;
    const guest = el("bdi", name);
    this.element = el(
      "pb-lobby",
      el(
        "div.lobby-head",
        el("h1", { tabindex: "-1" }, wordsAround(greeting(new Date().getHours()), guest)),
        el("p.lede", words("page.lobby.lede")),
        button(words("page.lobby.open"), () => this.#openForm(), { class: "primary" }),
        el("p", el("a", { href: "#drills" }, words("page.drill"))),
      ),
      el("h2", words("page.lobby.tables")),
      this.#empty,
      this.#list,
      pastShoes(),
    );
    const { signal } = this.#stop;
    document.addEventListener("renamed", ({ detail }) => setText(guest, detail), { signal });
    const timer = setInterval(() => document.hidden || this.#load(), REFRESH_EVERY);
    signal.addEventListener("abort", () => clearInterval(timer));
    this.#load();
  }

  close() {
    this.#stop.abort();
  }

  async #load() {
    try {
      /** @type {[Tables, Me]} */
      const [{ tables, damaged, notice }, me] = await Promise.all([
        request("/api/tables"),
        request("/api/me"),
      ]);
      endTrouble();
      if (notice) showHouseNotice(textOf(notice));
      const mine = me.tables.map(({ table }) => table);
      const found = JSON.stringify([tables, damaged, mine]);
      if (found !== this.#shown) this.#render(tables, damaged, mine);
      this.#shown = found;
    } catch (error) {
      showTrouble(words("page.trying", { text: errorMessage(error) }));
    }
  }

  /**
   * Draw the list. The focus stays on its table.
   * @type {(tables: readonly LobbyEntry[], damaged: Tables["damaged"], mine: string[]) => void}
   */
  #render(tables, damaged, mine) {
    /** @type {HTMLElement | null | undefined} */
    const focused = document.activeElement?.closest("[data-table]");
    const fullest = tables.toSorted((one, other) => other.guests.length - one.guests.length);
    this.#list.replaceChildren(
      ...fullest.map((table) => tableCard(table, { isMine: mine.includes(table.table) })),
      ...damaged.map(({ host }) => el("li", words("page.lobby.damaged", { text: host }))),
    );
    const id = CSS.escape(focused?.dataset.table ?? "");
    /** @type {HTMLElement | null} */
    const link = this.#list.querySelector(`[data-table="${id}"] a`);
    link?.focus();
    this.#empty.hidden = tables.length + damaged.length > 0;
  }

  async #openForm() {
    try {
      /** @type {[typeof import("./open-table.js"), Houses]} */
      const [{ openTable }, { houses }] = await Promise.all([
        import("./open-table.js"),
        request("/api/houses"),
      ]);
      openTable(houses, (id) => this.#go(`/t/${id}`));
    } catch (error) {
      showNotice(errorMessage(error));
    }
  }
}

/** Return the id of a greeting for an hour of the guest's clock. @param {number} hour */
function greeting(hour) {
  if (hour < 5 || hour >= 17) return "page.greeting.evening";
  return hour < 12 ? "page.greeting.morning" : "page.greeting.afternoon";
}

const ROAD_COLUMNS = 26;

/** @type {(table: LobbyEntry, options: { isMine: boolean }) => HTMLElement} */
function tableCard(table, { isMine }) {
  const which = el("span.which", distinction(table));
  const link = { href: `/t/${table.table}`, "data-link": true };
  const tags = [
    isMine && el("span.tag.mine", words("page.card.mine")),
    table.private && el("span.tag", words("page.private")),
  ];
  const facts = Object.entries(factsOf(table)).map(([name, value]) =>
    el("div", el("dt", name), el("dd", value)),
  );
  const label = words("page.card.road", { said: table.said });
  const road = glance(table.big_road, win, ROAD_COLUMNS);
  const good = settings.get("goodRoads") && goodRoadMessage(table);
  const guests = table.guests.length
    ? wordsAround("page.card.guests", listed(table.guests))
    : words("page.card.nobody");
  return el(
    "li.table-card",
    { "data-table": table.table },
    el("h3", el("a", link, houseName(table.house), " ", which), el("span.tags", tags)),
    el("dl", facts),
    table.big_road.length
      ? el("div.mini-road", { role: "img", "aria-label": label }, road)
      : el("p.note", words("page.card.no_coup")),
    good && el("p.note", textOf(good)),
    el("p.card-guests", guests),
  );
}

/** @type {(table: LobbyEntry) => Record<string, string>} */
const factsOf = ({ currency, limits, dealing, phase, left, guests, seats, free, watching }) => {
  const taken = [
    words("page.card.taken", { count: guests.length, most: seats }),
    ...(free ? [] : [words("page.card.full")]),
    ...(watching ? [words("page.watching", { count: watching })] : []),
  ];
  return {
    [words("page.card.limits")]: limits
      ? catalogue()
          .countingIn(currency)
          .words(["page.card.range", { low: limits.minimum, high: limits.maximum }])
      : words("page.no_wagers"),
    [words("page.card.dealing")]:
      dealing === "button"
        ? words("page.card.button")
        : words("page.seconds", { seconds: dealing }),
    [words("page.card.left")]:
      phase === "betting"
        ? String(left)
        : words(guests.length ? "page.card.shuffling" : "page.card.new_shoe"),
    [words("page.card.seats")]: catalogue().joined(taken, "list.comma"),
  };
};

/** Return what distinguishes a table from others of its house. @param {LobbyEntry} table */
function distinction({ guests, opened }) {
  const [first, ...more] = guests;
  const title = timeOfDay(opened);
  if (first === undefined) return words("page.card.since", { title });
  const id = more.length ? "page.card.with_more" : "page.card.with";
  return wordsAround(id, el("bdi", first), { count: more.length, title });
}

/** Return names with commas, each in its own direction. @param {readonly string[]} names */
function listed(names) {
  const comma = catalogue().joined(["", ""], "list.comma");
  return names.flatMap((name, at) => [at ? comma : "", el("bdi", name)]);
}

/** Return the finished shoes of the tables at which the guest has sat. The list fills later. */
function pastShoes() {
  const list = el("ul.past-shoes");
  const section = el("section", { hidden: true }, el("h2", words("page.past")), list);
  Promise.all(pastTables().map(finishedShoes)).then((tables) => {
    list.replaceChildren(...tables.flat().slice(0, MOST_PAST_SHOES));
    section.hidden = !list.childElementCount;
  });
  return section;
}

/** @param {string} table */
async function finishedShoes(table) {
  /** @type {Pick<Shoes, "shoes">} */
  const { shoes } = await request(tablePath(table, "shoes")).catch(() => ({ shoes: [] }));
  return shoes
    .filter(({ finished, coups }) => finished && coups > 0)
    .map(({ shoe, coups, started }) =>
      el(
        "li",
        el("a", { href: `#replay=${table}/${shoe}/1` }, words("page.farewell.replay", { shoe })),
        " ",
        el("span.note", words("page.past.shoe", { title: timeOfDay(started), coups })),
      ),
    );
}
