/** The five roads: drawn on score paper, and told as tables and words. */

import { grid } from "../drawings/road-grid.js";
import { bead, derivedMark, win } from "../drawings/road-marks.js";
import { cells, DERIVED } from "../game/road-layout.js";
import { count } from "../lib/count.js";
import { el, mark, svg } from "../lib/elements.js";
import { style } from "../lib/stylesheet.js";

const LATEST = 6;

export class Roads extends HTMLElement {
  #sheets = {
    bead_plate: new Sheet("Bead plate", bead),
    big_road: new Sheet("Big road", win),
    ...Object.fromEntries(DERIVED.map(({ key, name }) => [key, new Sheet(name, (cell, size) => derivedMark(key, cell.mark, size))])),
  };

  connectedCallback() {
    addEventListener("resize", this.#refit);
    if (this.asked) return;
    this.said = el("p", { class: "note roads-said" });
    this.asked = el("div", { class: "asked" });
    this.tables = el("div", {});
    this.details = el("details", { class: "roads-tables", ontoggle: () => this.#drawTables() },
      el("summary", {}, "The roads as tables and words"), this.tables);
    const { bead_plate: beads, big_road: big } = this.#sheets;
    this.append(this.said,
      el("div", { class: "sheets" }, beads.element, big.element,
        el("div", { class: "derived" }, DERIVED.map(({ key }) => this.#sheets[key].element)), this.asked),
      this.details);
  }

  disconnectedCallback() {
    removeEventListener("resize", this.#refit);
  }

  /** A square may be as large as the window is high. */
  #refit = () => Object.values(this.#sheets).forEach((sheet) => sheet.fit());

  render({ roads }) {
    if (!roads || roads === this.roads) return;
    this.roads = roads;
    const runs = roads.said.split(", ");
    this.said.textContent = `${runs.length > LATEST ? "Latest: " : ""}${runs.slice(-LATEST).join(", ")}.`;
    this.#sheets.bead_plate.render(roads.bead_plate);
    this.#sheets.big_road.render(roads.big_road);
    for (const { key } of DERIVED) this.#sheets[key].render(cells(roads[key]));
    this.asked.replaceChildren(askTable(roads.ask));
    this.#drawTables();
  }

  async #drawTables() {
    if (!this.details.open || this.tabled === this.roads || !this.roads) return;
    this.tabled = this.roads;
    const [{ tables }] = await Promise.all([import("./road-tables.js"), style("figures")]);
    this.tables.replaceChildren(...tables(this.roads));
  }
}

/** A road on paper of as many columns as fit; a longer one is scrolled, its newest mark in view. */
class Sheet {
  #marks = [];

  constructor(title, draw) {
    Object.assign(this, { title, draw, columns: 1 });
    this.window = el("div", { class: "sheet-window" });
    this.element = el("div", { class: "sheet" }, el("h3", {}, title), this.window);
    new ResizeObserver(() => this.fit()).observe(this.window);
  }

  render(marks) {
    this.#marks = marks;
    const used = Math.max(0, ...marks.map(({ column }) => column + 1));
    const isLong = used > this.columns;
    this.width = Math.max(used, this.columns);
    this.first = Math.max(0, Math.min(used - this.columns, marks.at(-1)?.column ?? 0));
    const picture = grid(marks, this.draw, { width: this.width });
    picture.style.width = `${(100 * this.width) / this.columns}%`;
    this.window.replaceChildren(picture);
    mark(this.window, "tabindex", isLong ? "0" : null);
    mark(this.window, "role", isLong ? "region" : null);
    mark(this.window, "aria-label", isLong ? `${this.title}, ${count(used, "column")}, the newest at the end` : null);
    if (!this.window.matches(":hover, :focus")) this.#follow(); // Who looks back is left in peace.
  }

  /** About how large a square is says the style; how many there are follows from the room. */
  fit() {
    if (!this.window.clientWidth) return;
    const square = parseFloat(getComputedStyle(this.window).fontSize);
    const columns = Math.max(1, Math.round(this.window.clientWidth / square));
    if (columns === this.columns) return this.#follow();
    this.columns = columns;
    this.render(this.#marks);
    this.#follow();
  }

  #follow() {
    if (this.width) this.window.scrollLeft = (this.window.scrollWidth * this.first) / this.width;
  }
}

function askTable(ask) {
  const cell = (side, key) => {
    const letter = ask[side][key];
    const size = { viewBox: "-8 -8 16 16", width: 14, height: 14 };
    const shown = letter
      ? svg("svg", { ...size, "aria-hidden": "true", focusable: "false" }, derivedMark(key, letter, 14))
      : el("span", { "aria-hidden": "true" }, "–");
    return el("td", {}, shown, el("span", { class: "hidden" }, { R: "red", B: "blue" }[letter] ?? "no mark"));
  };
  return el("table", { class: "ask" },
    el("caption", {}, "Ask: the next mark"),
    el("thead", {}, el("tr", {}, ["if next is", "Banker", "Player"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, DERIVED.map(({ key, name }) =>
      el("tr", {}, el("th", { scope: "row" }, name), ["banker", "player"].map((side) => cell(side, key))))));
}

customElements.define("pb-roads", Roads);
