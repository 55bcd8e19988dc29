/** Panels beside the felt: one at a time, chosen by tabs. */

import { button, el, loadStylesheet, setAttribute } from "../lib/elements.js";
import { settings } from "../shell/settings.js";
import { words } from "../words/words.js";
import { RoadsPanel } from "./roads-panel.js";

/** @import { OpenModel } from "../model/model.js" */

/** @typedef {{ element: HTMLElement, render: (model: OpenModel, before: OpenModel | null) => void }} View */
/**
 * @typedef {object} Panel
 * @property {HTMLButtonElement} tab
 * @property {HTMLElement} body
 * @property {() => Promise<{ default: new () => View }>} load
 * @property {View} [view]  once the panel was opened
 * @property {OpenModel} [rendered]  what the view rendered last
 */

export class Panels {
  #roads = new RoadsPanel();
  #panels = [
    this.#panel("roads", words("page.panel.roads"), async () => ({ default: RoadsPanel })),
    this.#panel("tableau", words("page.panel.tableau"), () => import("./tableau-panel.js")),
    this.#panel("shoe", words("page.panel.shoe"), () => import("./shoe-panel.js")),
    this.#panel("odds", words("page.panel.odds"), () => import("./odds-panel.js")),
    this.#panel("stats", words("page.panel.stats"), () => import("./stats-panel.js")),
    this.#panel("history", words("page.panel.history"), () => import("./history-panel.js")),
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
    this.#open.view = this.#roads;
    this.#open.body.append(this.#roads.element);
    this.#show(this.#open);
  }

  close() {
    this.#roads.close();
  }

  /** @param {OpenModel} model */
  render(model) {
    this.#model = model;
    const { view, rendered = null } = this.#open;
    view?.render(model, rendered);
    if (view) this.#open.rendered = model;
  }

  /** @type {(id: string, name: string, load: Panel["load"]) => Panel} */
  #panel(id, name, load) {
    const attributes = { role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` };
    const tab = button(name, () => this.#press(panel), attributes);
    const body = el("div", {
      role: "tabpanel",
      id: `panel-${id}`,
      "aria-labelledby": `tab-${id}`,
      class: "panel-body",
      tabindex: "0",
    });
    /** @type {Panel} */
    const panel = { tab, body, load };
    return panel;
  }

  /** Show one panel, and scroll to it: on a phone it may be below the fold. @param {Panel} panel */
  async #press(panel) {
    await this.#show(panel);
    const behavior = settings.isStill ? "auto" : "smooth";
    this.element.scrollIntoView({ block: "nearest", behavior });
  }

  /** Show one panel, and load it the first time. @param {Panel} panel */
  async #show(panel) {
    this.#open = panel;
    for (const each of this.#panels) {
      const isOpen = each === panel;
      setAttribute(each.tab, "aria-selected", String(isOpen));
      each.tab.tabIndex = isOpen ? 0 : -1;
      each.body.hidden = !isOpen;
    }
    if (!panel.view) {
      const [{ default: View }] = await Promise.all([panel.load(), loadStylesheet("figures")]);
      panel.view ??= new View(); // The tab may have been pressed twice.
      panel.body.append(panel.view.element);
    }
    if (this.#model) this.render(this.#model);
  }

  openHistory() {
    const history = this.#panels.find(({ tab }) => tab.id === "tab-history") ?? this.#open;
    this.#show(history);
    history.tab.focus();
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
