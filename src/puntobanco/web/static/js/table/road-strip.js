/** The strip above the spots: the latest columns of the big road, and the counts of the shoe. */

import { glance, win } from "../drawings/roads.js";
import { latestMessage } from "../game/roads.js";
import { countsOf } from "../game/statistics.js";
import { el } from "../lib/elements.js";
import { catalogue, textOf, words } from "../words/words.js";

/** @import { OpenModel } from "../model/model.js" */
/** @import { Roads } from "../wire/frames.d.ts" */

const FEWEST_COLUMNS = 12;

export class RoadStrip {
  #road = el("div.strip-road", { role: "img" });
  #counts = el("ul.counts", { "aria-label": words("page.counts") });
  element = el("div.road-strip", this.#road, this.#counts);
  #columns = FEWEST_COLUMNS;
  /** @type {Roads | null} */
  #roads = null;

  constructor() {
    // The font size is the approximate size of a square.
    new ResizeObserver(([{ contentRect }]) => {
      const square = parseFloat(getComputedStyle(this.#road).fontSize);
      const columns = Math.max(FEWEST_COLUMNS, Math.round(contentRect.width / square));
      if (columns === this.#columns || !contentRect.width) return;
      this.#columns = columns;
      if (this.#roads) this.#draw(this.#roads);
    }).observe(this.#road);
  }

  /** @type {(model: OpenModel, before: OpenModel | null) => void} */
  render({ roads }, before) {
    if (!roads || roads === before?.roads) return;
    this.#roads = roads;
    this.#draw(roads);
    this.#counts.replaceChildren(...countsOf(roads.bead_plate).map(countItem));
  }

  /** @param {Roads} roads */
  #draw(roads) {
    this.#road.setAttribute("aria-label", textOf(latestMessage(roads)));
    this.#road.replaceChildren(glance(roads.big_road, win, this.#columns));
  }
}

const NAMES = {
  banker: "page.counts.banker",
  player: "page.counts.player",
  tie: "page.counts.tie",
  banker_pairs: "page.counts.banker_pairs",
  player_pairs: "page.counts.player_pairs",
};

/** Return a count, by its letter to see and its name to hear. @type {(count: ReturnType<typeof countsOf>[number]) => HTMLLIElement} */
const countItem = ({ kind, number }) => {
  const name = words(NAMES[kind]);
  const seen = kind.endsWith("pairs") ? name : catalogue().text(`letter.${kind}`);
  return el(
    "li",
    { class: `count ${kind}` },
    el("span.count-name", { "aria-hidden": "true" }, seen),
    el("span.hidden", name),
    " ",
    el("b", String(number)),
  );
};
