/** The five roads: drawn on score paper, in words, and as tables. */

import { bead, derivedMark, win } from "../drawings/road-marks.js";
import { sideName } from "../game/coups.js";
import { cells, DERIVED } from "../game/road-layout.js";
import { latestMessage } from "../game/road-words.js";
import { el, svg } from "../lib/elements.js";
import { loadStylesheet } from "../lib/stylesheet.js";
import { catalogue, worded, words } from "../words/words.js";
import { RoadSheet } from "./road-sheet.js";

/** @import { Model } from "../model/model.js" */
/** @import { DerivedKey, Roads, Side } from "../wire/frames.d.ts" */

export class RoadsPanel extends HTMLElement {
  #beads = new RoadSheet(words("road.first.bead_plate"), bead);
  #big = new RoadSheet(words("road.first.big_road"), win);
  #derived = DERIVED.map((key) => ({
    key,
    sheet: new RoadSheet(
      catalogue().said("first_road", key),
      (/** @type {ReturnType<typeof cells>[number]} */ cell, size) =>
        derivedMark(key, cell.mark, size),
    ),
  }));
  #sheets = [this.#beads, this.#big, ...this.#derived.map(({ sheet }) => sheet)];
  #runs = el("p", { class: "note roads-said" });
  #ask = el("div", { class: "asked" });
  #tables = el("div", {});
  #details = el(
    "details",
    { class: "roads-tables", ontoggle: () => this.#drawTables() },
    el("summary", {}, words("page.road.tables")),
    this.#tables,
  );
  /** @type {Roads | null} */
  #roads = null;
  /** @type {Roads | null} */
  #drawnTables = null;

  connectedCallback() {
    addEventListener("resize", this.#fit);
    if (this.#ask.isConnected) return;
    this.append(
      this.#runs,
      el(
        "div",
        { class: "sheets" },
        this.#beads.element,
        this.#big.element,
        el(
          "div",
          { class: "derived" },
          this.#derived.map(({ sheet }) => sheet.element),
        ),
        this.#ask,
      ),
      this.#details,
    );
  }

  disconnectedCallback() {
    removeEventListener("resize", this.#fit);
  }

  /** The size of a square follows the window's height. */
  #fit = () => {
    for (const sheet of this.#sheets) sheet.fit();
  };

  /** @param {Model} model */
  render({ roads }) {
    if (!roads || roads === this.#roads) return;
    this.#roads = roads;
    this.#runs.textContent = worded(latestMessage(roads));
    this.#beads.render(roads.bead_plate);
    this.#big.render(roads.big_road);
    for (const { key, sheet } of this.#derived) sheet.render(cells(roads[key]));
    this.#ask.replaceChildren(askTable(roads.ask));
    this.#drawTables();
  }

  async #drawTables() {
    const roads = this.#roads;
    if (!this.#details.open || this.#drawnTables === roads || !roads) return;
    this.#drawnTables = roads;
    const [{ roadTables }] = await Promise.all([
      import("./road-tables.js"),
      loadStylesheet("figures"),
    ]);
    this.#tables.replaceChildren(...roadTables(roads));
  }
}

/** @param {Roads["ask"]} ask */
function askTable(ask) {
  /**
   * @param {Side} side
   * @param {DerivedKey} key
   */
  const cell = (side, key) => {
    const letter = ask[side][key];
    const size = { viewBox: "-8 -8 16 16", width: 14, height: 14 };
    const shown = letter
      ? svg(
          "svg",
          { ...size, "aria-hidden": "true", focusable: "false" },
          derivedMark(key, letter, 14),
        )
      : el("span", { "aria-hidden": "true" }, "–");
    return el(
      "td",
      {},
      shown,
      el(
        "span",
        { class: "hidden" },
        letter ? catalogue().said("mark", letter) : words("page.road.no_mark"),
      ),
    );
  };
  return el(
    "table",
    { class: "ask" },
    el("caption", {}, words("page.road.ask")),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        [words("page.road.if_next"), sideName("banker"), sideName("player")].map((name) =>
          el("th", { scope: "col" }, name),
        ),
      ),
    ),
    el(
      "tbody",
      {},
      DERIVED.map((key) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, catalogue().said("first_road", key)),
          cell("banker", key),
          cell("player", key),
        ),
      ),
    ),
  );
}

customElements.define("pb-roads", RoadsPanel);
