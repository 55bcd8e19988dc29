/**
 * The five roads: drawn on score paper, in words, and as tables. Press Ask to preview the marks that
 * they would get.
 */

import { bead, derivedMark, grid, win } from "../drawings/roads.js";
import { sideName } from "../game/coups.js";
import {
  askedCells,
  askedMessage,
  cells,
  DERIVED,
  goodRoadMessage,
  latestMessage,
} from "../game/roads.js";
import {
  button,
  dataTable,
  el,
  loadStylesheet,
  setAttribute,
  setText,
  svg,
} from "../lib/elements.js";
import { oncePerFrame } from "../lib/waiting.js";
import { settings } from "../shell/settings.js";
import { catalogue, textOf, words } from "../words/words.js";

/** @import { DrawMark } from "../drawings/roads.js" */
/** @import { Model } from "../model/model.js" */
/** @import { DerivedCell } from "../game/roads.js" */
/** @import { Cell, DerivedKey, Mark, Roads, Side } from "../wire/frames.d.ts" */

export class RoadsPanel {
  #beads = new RoadSheet(words("road.first.bead_plate"), bead);
  #big = new RoadSheet(words("road.first.big_road"), win);
  #derived = DERIVED.map((key) => ({
    key,
    sheet: new RoadSheet(
      catalogue().said("first_road", key),
      (/** @type {DerivedCell} */ cell, size) => derivedMark(key, cell.mark, size),
    ),
  }));
  #runs = el("p.hidden");
  #good = el("p.note.good-road");
  #askButtons = SIDES.map((side) => ({ side, pressed: askButton(side, () => this.#press(side)) }));
  #askMarks = el("div");
  #answer = el("p.hidden", { role: "status" });
  #ask = el("div.asked", this.#askMarks, this.#answer);
  /** The side whose win is previewed. @type {Side | null} */
  #asked = null;
  #tables = el("div");
  #details = el(
    "details.roads-tables",
    { ontoggle: () => this.#drawTables() },
    el("summary", words("page.road.tables")),
    this.#tables,
  );
  /** @type {Roads | null} */
  #roads = null;
  #stop = new AbortController();

  constructor({ isOver = false } = {}) {
    this.#ask.hidden = isOver;
    const derived = this.#derived.map(({ sheet }) => sheet);
    const sheets = [this.#beads, this.#big, ...derived];
    const boxes = derived.map(({ element }) => element);
    this.element = el(
      "pb-roads",
      this.#runs,
      this.#good,
      el("div.sheets", this.#beads.element, this.#big.element, el("div.derived", boxes), this.#ask),
      this.#details,
    );
    const { signal } = this.#stop;
    // The size of a square follows the window's height.
    for (const sheet of sheets) addEventListener("resize", () => sheet.fit(), { signal });
    settings.addEventListener("change", () => this.#nameGoodRoad(), { signal });
  }

  close() {
    this.#stop.abort();
  }

  /** @param {Pick<Model, "roads">} model */
  render({ roads }) {
    if (!roads || roads === this.#roads) return;
    this.#roads = roads;
    this.#asked = null;
    setText(this.#answer, "");
    setText(this.#runs, textOf(latestMessage(roads)));
    this.#nameGoodRoad();
    this.#beads.render(roads.bead_plate);
    this.#drawAsked(roads);
    const heads = this.#askButtons.map(({ pressed }) => pressed);
    this.#askMarks.replaceChildren(askTable(roads.ask, heads));
    this.#drawTables();
  }

  /** Preview the marks after a win of a side, or end that. @param {Side} side */
  #press(side) {
    if (!this.#roads) return;
    this.#asked = this.#asked === side ? null : side;
    setText(this.#answer, this.#asked ? textOf(askedMessage(this.#roads, side)) : "");
    this.#drawAsked(this.#roads);
  }

  /** Draw the roads that a win changes, with the previewed marks. @param {Roads} roads */
  #drawAsked(roads) {
    const asked = this.#asked && askedCells(roads, this.#asked);
    this.#big.render(roads.big_road, asked?.big_road);
    for (const { key, sheet } of this.#derived) sheet.render(cells(roads[key]), asked?.[key]);
    for (const { side, pressed } of this.#askButtons)
      setAttribute(pressed, "aria-pressed", String(side === this.#asked));
  }

  #nameGoodRoad() {
    const good = settings.get("goodRoads") && this.#roads && goodRoadMessage(this.#roads);
    setText(this.#good, good ? textOf(good) : "");
    this.#good.hidden = !good;
  }

  async #drawTables() {
    if (!this.#details.open || !this.#roads) return;
    const [{ roadTables }] = await Promise.all([
      import("./road-tables.js"),
      loadStylesheet("figures"),
    ]);
    this.#tables.replaceChildren(...roadTables(this.#roads));
  }
}

/** @type {Side[]} */
const SIDES = ["banker", "player"];

/** @type {(side: Side, press: () => void) => HTMLButtonElement} */
const askButton = (side, press) =>
  button(sideName(side), press, { class: `ask-button ${side}`, title: words("page.road.preview") });

/** @type {(ask: Roads["ask"], heads: HTMLElement[]) => HTMLTableElement} */
const askTable = (ask, heads) =>
  dataTable(
    { class: "ask" },
    el("caption", words("page.road.ask")),
    [words("page.road.if_next"), ...heads],
    DERIVED.map((key) => [
      catalogue().said("first_road", key),
      askedMark(key, ask.banker[key]),
      askedMark(key, ask.player[key]),
    ]),
  );

/**
 * Return the mark that a derived road would get, to see and to hear.
 * @param {DerivedKey} key
 * @param {Mark | null} letter
 */
function askedMark(key, letter) {
  const hidden = { "aria-hidden": "true" };
  const size = { viewBox: "-8 -8 16 16", width: 14, height: 14 };
  const text = letter ? catalogue().said("mark", letter) : words("page.road.no_mark");
  return [
    letter
      ? svg("svg", { ...size, ...hidden }, derivedMark(key, letter, 14))
      : el("span", hidden, "–"),
    el("span.hidden", text),
  ];
}

/**
 * A road on paper of as many columns as fit. If the style says `--whole: 1`, the squares of a longer
 * road shrink. Otherwise it is scrolled, with its newest mark in view.
 * @template {Cell} Mark
 */
class RoadSheet {
  /** @type {readonly Mark[]} */
  #marks = [];
  /** A mark that is previewed. @type {Mark | null} */
  #asked = null;
  #title;
  #draw;
  /** Columns that fit, columns that are drawn, and the first one in view. */
  #columns = 1;
  #width = 0;
  #first = 0;
  /** Whether the whole road is in view, however long it is. */
  #isWhole = false;
  #window = el("div.sheet-window");
  #followSoon = oncePerFrame(() => this.#follow());

  /**
   * @param {string} title
   * @param {DrawMark<Mark>} draw
   */
  constructor(title, draw) {
    this.#title = title;
    this.#draw = draw;
    this.element = el("div.sheet", el("h3", { title }, title), this.#window);
    new ResizeObserver(() => this.fit()).observe(this.#window);
  }

  /** @type {(known: readonly Mark[], asked?: Mark | null) => void} */
  render(known, asked = null) {
    this.#marks = known;
    this.#asked = asked;
    const marks = asked ? [...known, { ...asked, isAsked: true }] : known;
    const used = Math.max(0, ...marks.map(({ column }) => column + 1));
    this.#width = Math.max(used, this.#columns);
    const room = this.#isWhole ? this.#width : this.#columns;
    const isLong = used > room;
    this.#first = Math.max(0, Math.min(used - room, marks.at(-1)?.column ?? 0));
    const picture = grid(marks, this.#draw, { width: this.#width });
    picture.style.width = `${(100 * this.#width) / room}%`;
    this.#window.replaceChildren(picture);
    const label = words("page.road.columns", { title: this.#title, count: used });
    setAttribute(this.#window, "tabindex", isLong && "0");
    setAttribute(this.#window, "role", isLong && "region");
    setAttribute(this.#window, "aria-label", isLong && label);
    if (!this.#window.matches(":hover, :focus")) this.#followSoon(); // Don't disturb a guest who looks back.
  }

  /** Draw as many columns as fit. The font size is the approximate size of a square. */
  fit() {
    if (!this.#window.clientWidth) return;
    const style = getComputedStyle(this.#window);
    const columns = Math.max(1, Math.round(this.#window.clientWidth / parseFloat(style.fontSize)));
    const isWhole = style.getPropertyValue("--whole") === "1";
    if (columns !== this.#columns || isWhole !== this.#isWhole) {
      this.#columns = columns;
      this.#isWhole = isWhole;
      this.render(this.#marks, this.#asked);
    }
    this.#follow();
  }

  #follow() {
    if (this.#width)
      this.#window.scrollLeft = (this.#window.scrollWidth * this.#first) / this.#width;
  }
}
