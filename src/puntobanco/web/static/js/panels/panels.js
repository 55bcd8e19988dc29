/** Panels beside the felt: one at a time, chosen by tabs. */

import { button, el, loadStylesheet, setAttribute } from "../lib/elements.js";
import { words } from "../words/words.js";
import { RoadsPanel } from "./roads-panel.js";

/** @import { OpenModel } from "../model/model.js" */

/**
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {(model: OpenModel, before: OpenModel | null) => void} render
 */
/**
 * @typedef {object} Panel
 * @property {HTMLButtonElement} tab
 * @property {HTMLElement} body
 * @property {() => Promise<View>} load
 * @property {View} [view]  once the panel was opened
 * @property {OpenModel | null} rendered  what the view has rendered last
 */

export class Panels {
  #roads = new RoadsPanel();
  #panels = [
    this.#panel("roads", words("page.panel.roads"), async () => this.#roads),
    this.#panel("tableau", words("page.panel.tableau"), () =>
      import("./tableau-panel.js").then(({ TableauPanel }) => new TableauPanel()),
    ),
    this.#panel("shoe", words("page.panel.shoe"), () =>
      import("./shoe-panel.js").then(({ ShoePanel }) => new ShoePanel()),
    ),
    this.#panel("odds", words("page.panel.odds"), () =>
      import("./odds-panel.js").then(({ OddsPanel }) => new OddsPanel()),
    ),
    this.#panel("stats", words("page.panel.stats"), () =>
      import("./stats-panel.js").then(({ StatsPanel }) => new StatsPanel()),
    ),
    this.#panel("history", words("page.panel.history"), () =>
      import("./history-panel.js").then(({ HistoryPanel }) => new HistoryPanel()),
    ),
  ];
  #open = this.#panels[0];
  /** @type {OpenModel | null} */
  #model = null;

  constructor() {
    const bar = el(
      "div",
      {
        role: "tablist",
        class: "tabs",
        "aria-label": words("page.panels"),
        onkeydown: (event) => this.#onKey(event),
      },
      this.#panels.map(({ tab }) => tab),
    );
    this.element = el("pb-panels", bar, ...this.#panels.map(({ body }) => body));
    this.#mount(this.#open, this.#roads);
    this.#show(this.#open);
  }

  close() {
    this.#roads.close();
  }

  /** @param {OpenModel} model */
  render(model) {
    this.#model = model;
    this.#renderOpen();
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {() => Promise<View>} load
   * @returns {Panel}
   */
  #panel(id, name, load) {
    const attributes = { role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` };
    const tab = button(name, () => this.#show(panel), attributes);
    const body = el("div", {
      role: "tabpanel",
      id: `panel-${id}`,
      "aria-labelledby": `tab-${id}`,
      class: "panel-body",
      tabindex: "0",
    });
    /** @type {Panel} */
    const panel = { tab, body, load, rendered: null };
    return panel;
  }

  /**
   * @param {Panel} panel
   * @param {View} view
   */
  #mount(panel, view) {
    panel.view = view;
    panel.body.replaceChildren(view.element);
  }

  /** Show one panel, and load it if it was never shown. @param {Panel} panel */
  async #show(panel) {
    this.#open = panel;
    for (const each of this.#panels) {
      const isOpen = each === panel;
      setAttribute(each.tab, "aria-selected", String(isOpen));
      each.tab.tabIndex = isOpen ? 0 : -1;
      each.body.hidden = !isOpen;
    }
    if (!panel.view) {
      const [view] = await Promise.all([panel.load(), loadStylesheet("figures")]);
      if (!panel.view) this.#mount(panel, view);
    }
    this.#renderOpen();
  }

  #renderOpen() {
    const { view, rendered } = this.#open;
    if (!view || !this.#model) return;
    this.#open.rendered = this.#model;
    view.render(this.#model, rendered);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const at = this.#panels.indexOf(this.#open);
    const last = this.#panels.length - 1;
    /** @type {Record<string, number>} */
    const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last };
    const panel = this.#panels.at(places[event.key] % this.#panels.length);
    if (!(event.key in places) || !panel) return;
    event.preventDefault();
    this.#show(panel);
    panel.tab.focus();
  }
}
