/** Panels beside the felt: one at a time, chosen by tabs. */

import { el, loadStylesheet, setAttribute } from "../lib/elements.js";
import { words } from "../words/words.js";
import { RoadsPanel } from "./roads-panel.js";

/** @import { Model } from "../model/model.js" */

/**
 * An element that draws the model; it may be defined only when its module is loaded.
 * @typedef {HTMLElement & { render?: (model: Model, isOpen: boolean) => void }} PanelElement
 */
/** A panel; `load` fetches its element when it is first opened. @typedef {{ id: string, name: string, element: PanelElement, load?: () => Promise<unknown> }} Panel */
/** @typedef {Panel & { tab: HTMLButtonElement, body: HTMLDivElement }} TabbedPanel */

export class Panels extends HTMLElement {
  /** @type {TabbedPanel[]} */
  #panels = [];
  /** @type {Model | null} */
  #model = null;
  #current = "";

  connectedCallback() {
    if (this.#panels.length) return;
    this.#panels = tablePanels().map((panel) => ({
      ...panel,
      tab: this.#tab(panel),
      body: bodyOf(panel),
    }));
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
    this.replaceChildren(bar, ...this.#panels.map(({ body }) => body));
    this.open(this.#panels[0].id);
  }

  /** @param {Panel} panel */
  #tab({ id, name }) {
    const attributes = {
      type: "button",
      role: "tab",
      id: `tab-${id}`,
      "aria-controls": `panel-${id}`,
    };
    return el("button", { ...attributes, onclick: () => this.open(id) }, name);
  }

  /**
   * Show one panel.
   * @param {string} id
   * @param {{ isFocused?: boolean }} options
   */
  open(id, { isFocused = false } = {}) {
    for (const each of this.#panels) {
      const isOpen = each.id === id;
      setAttribute(each.tab, "aria-selected", String(isOpen));
      each.tab.tabIndex = isOpen ? 0 : -1;
      each.body.hidden = !isOpen;
      if (isOpen && isFocused) each.tab.focus();
      if (isOpen) this.#load(each);
    }
    this.#current = id;
  }

  /** @param {TabbedPanel} panel */
  async #load({ load, element, body }) {
    if (load) await Promise.all([load(), loadStylesheet("figures")]);
    if (this.#model) element.render?.(this.#model, !body.hidden);
  }

  /** @param {Model} model */
  render(model) {
    this.#model = model;
    for (const { element, body } of this.#panels) element.render?.(model, !body.hidden);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const at = this.#panels.findIndex(({ id }) => id === this.#current);
    const last = this.#panels.length - 1;
    /** @type {Record<string, number>} */
    const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last };
    const panel = this.#panels.at(places[event.key] % this.#panels.length);
    if (!(event.key in places) || !panel) return;
    event.preventDefault();
    this.open(panel.id, { isFocused: true });
  }
}

/**
 * The panels of a table in the order of their tabs; all but the first are fetched when they are opened.
 * @returns {Panel[]}
 */
function tablePanels() {
  return [
    { id: "roads", name: words("page.panel.roads"), element: new RoadsPanel() },
    laterPanel("tableau", words("page.panel.tableau"), () => import("./tableau-panel.js")),
    laterPanel("shoe", words("page.panel.shoe"), () => import("./shoe-panel.js")),
    laterPanel("odds", words("page.panel.odds"), () => import("./odds-panel.js")),
    laterPanel("stats", words("page.panel.stats"), () => import("./stats-panel.js")),
    laterPanel("history", words("page.panel.history"), () => import("./history-panel.js")),
  ];
}

/**
 * @param {string} id
 * @param {string} name
 * @param {() => Promise<unknown>} load
 * @returns {Panel}
 */
function laterPanel(id, name, load) {
  return { id, name, element: document.createElement(`pb-${id}`), load };
}

/** @param {Panel} panel */
function bodyOf({ id, element }) {
  const attributes = {
    role: "tabpanel",
    id: `panel-${id}`,
    "aria-labelledby": `tab-${id}`,
    class: "panel-body",
    tabindex: "0",
  };
  return el("div", attributes, element);
}

customElements.define("pb-panels", Panels);
