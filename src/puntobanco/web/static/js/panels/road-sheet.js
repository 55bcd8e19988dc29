import { grid } from "../drawings/road-grid.js";
import { el, setAttribute } from "../lib/elements.js";
import { oncePerPicture } from "../lib/waiting.js";
import { words } from "../words/words.js";

/** @import { DrawMark } from "../drawings/road-grid.js" */
/** @import { Cell } from "../wire/frames.d.ts" */

/**
 * A road on paper of as many columns as fit. Where the style says so (`--whole: 1`), the squares of a
 * longer one shrink; elsewhere it is scrolled, its newest mark in view.
 * @template {Cell} Mark
 */
export class RoadSheet {
  /** @type {readonly Mark[]} */
  #marks = [];
  #title;
  #draw;
  /** Columns that fit, columns that are drawn, and the first one in view. */
  #columns = 1;
  #width = 0;
  #first = 0;
  /** Whether the whole road is in view, however long it is. */
  #isWhole = false;
  #window = el("div", { class: "sheet-window" });
  #followSoon = oncePerPicture(() => this.#follow());

  /**
   * @param {string} title
   * @param {DrawMark<Mark>} draw
   */
  constructor(title, draw) {
    this.#title = title;
    this.#draw = draw;
    this.element = el("div", { class: "sheet" }, el("h3", { title }, title), this.#window);
    new ResizeObserver(() => this.fit()).observe(this.#window);
  }

  /** @param {readonly Mark[]} marks */
  render(marks) {
    this.#marks = marks;
    const used = Math.max(0, ...marks.map(({ column }) => column + 1));
    this.#width = Math.max(used, this.#columns);
    const room = this.#isWhole ? this.#width : this.#columns;
    const isLong = used > room;
    this.#first = Math.max(0, Math.min(used - room, marks.at(-1)?.column ?? 0));
    const picture = grid(marks, this.#draw, { width: this.#width });
    picture.style.width = `${(100 * this.#width) / room}%`;
    this.#window.replaceChildren(picture);
    setAttribute(this.#window, "tabindex", isLong ? "0" : null);
    setAttribute(this.#window, "role", isLong ? "region" : null);
    setAttribute(
      this.#window,
      "aria-label",
      isLong ? words("page.road.columns", { title: this.#title, count: used }) : null,
    );
    if (!this.#window.matches(":hover, :focus")) this.#followSoon(); // A guest who looks back is not disturbed.
  }

  /** Draw as many columns as fit. The style gives the approximate size of a square. */
  fit() {
    if (!this.#window.clientWidth) return;
    const style = getComputedStyle(this.#window);
    const columns = Math.max(1, Math.round(this.#window.clientWidth / parseFloat(style.fontSize)));
    const isWhole = style.getPropertyValue("--whole") === "1";
    if (columns !== this.#columns || isWhole !== this.#isWhole) {
      this.#columns = columns;
      this.#isWhole = isWhole;
      this.render(this.#marks);
    }
    this.#follow();
  }

  #follow() {
    if (this.#width)
      this.#window.scrollLeft = (this.#window.scrollWidth * this.#first) / this.#width;
  }
}
