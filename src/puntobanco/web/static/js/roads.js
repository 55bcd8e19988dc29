/** The five roads: drawn on score paper, and told as tables and words. */

import { el, svg } from "./dom.js";
import { bead, cells, DERIVED, mark as derivedMark, win } from "./road-marks.js";
import { style } from "./style.js";

const ROWS = 6;
const SIZE = 20;
const LATEST = 6;

export class Roads extends HTMLElement {
  connectedCallback() {
    if (this.pictures) return;
    this.said = el("p", { class: "note roads-said" });
    this.pictures = el("div", { class: "sheets" });
    this.asked = el("div", { class: "asked" });
    this.tables = el("div", {});
    this.details = el("details", { class: "roads-tables", ontoggle: () => this.#drawTables() },
      el("summary", {}, "The roads as tables and words"), this.tables);
    this.append(this.said, this.pictures, this.asked, this.details);
  }

  render({ roads }) {
    if (!roads || roads === this.roads) return;
    this.roads = roads;
    const runs = roads.said.split(", ");
    this.said.textContent = `${runs.length > LATEST ? "Latest: " : ""}${runs.slice(-LATEST).join(", ")}.`;
    this.pictures.replaceChildren(
      sheet("Bead plate", roads.bead_plate, bead, 20),
      sheet("Big road", roads.big_road, win, 24),
      el("div", { class: "derived" }, DERIVED.map(({ key, name }) =>
        sheet(name, cells(roads[key]), (cell, size) => derivedMark(key, cell.mark, size), 14))));
    this.asked.replaceChildren(askTable(roads.ask));
    this.#drawTables();
  }

  async #drawTables() {
    if (!this.details.open || this.tabled === this.roads || !this.roads) return;
    this.tabled = this.roads;
    const [{ tables }] = await Promise.all([import("./road-tables.js"), style("details")]);
    this.tables.replaceChildren(...tables(this.roads));
  }
}

/** A title and a grid of so many columns, with the latest marks on it. */
export function sheet(title, marks, draw, columns) {
  const used = Math.max(0, ...marks.map(({ column }) => column + 1));
  const first = Math.max(0, Math.min(used - columns, marks.at(-1)?.column ?? 0));
  const [width, height] = [columns * SIZE, ROWS * SIZE];
  const lines = [];
  for (let row = 0; row <= ROWS; row += 1) lines.push(`M0 ${row * SIZE}h${width}`);
  for (let column = 0; column <= columns; column += 1) lines.push(`M${column * SIZE} 0v${height}`);
  const viewBox = `-1 -1 ${width + 2} ${height + 2}`;
  const picture = svg("svg", { viewBox, "aria-hidden": "true", focusable: "false", class: "sheet-grid" },
    svg("path", { class: "grid", d: lines.join("") }),
    marks.filter(({ column }) => column >= first && column < first + columns).map((cell) =>
      svg("g", { transform: `translate(${(cell.column - first + 0.5) * SIZE} ${(cell.row + 0.5) * SIZE})` }, draw(cell, SIZE))));
  return title ? el("div", { class: "sheet" }, el("h3", {}, title), picture) : picture;
}

function askTable(ask) {
  const cell = (side, key) => {
    const letter = ask[side][key];
    const size = { viewBox: "-8 -8 16 16", width: 16, height: 16 };
    const shown = letter
      ? svg("svg", { ...size, "aria-hidden": "true", focusable: "false" }, derivedMark(key, letter, 14))
      : el("span", { "aria-hidden": "true" }, "–");
    return el("td", {}, shown, el("span", { class: "hidden" }, { R: "red", B: "blue" }[letter] ?? "no mark"));
  };
  return el("table", { class: "ask" },
    el("caption", {}, "Ask: the next mark"),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "if next is"), DERIVED.map(({ name }) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, [["banker", "Banker"], ["player", "Player"]].map(([side, name]) =>
      el("tr", {}, el("th", { scope: "row" }, name), DERIVED.map(({ key }) => cell(side, key))))));
}

customElements.define("pb-roads", Roads);
