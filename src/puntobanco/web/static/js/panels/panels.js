/** Panels beside the felt: one at a time, chosen by tabs. */

import { el, mark } from "../lib/elements.js";
import { style } from "../lib/stylesheet.js";

export class Panels extends HTMLElement {
  #tabs = [];

  /** Each panel is { id, name, element, load }; `load` fetches the element when it is first wanted. */
  fill(panels) {
    this.#tabs = panels.map(({ id, name, element, load }) => ({
      id, element, load,
      tab: el("button", {
        type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => this.open(id),
      }, name),
      panel: el("div", {
        role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: "panel-body", tabindex: "0",
      }, element),
    }));
    const bar = el("div", { role: "tablist", class: "tabs", "aria-label": "Panels", onkeydown: (event) => this.#key(event) },
      this.#tabs.map(({ tab }) => tab));
    this.replaceChildren(bar, ...this.#tabs.map(({ panel }) => panel));
    this.open(this.#tabs[0].id);
  }

  /** Show one panel. */
  open(id, { isFocused = false } = {}) {
    for (const each of this.#tabs) {
      const isOpen = each.id === id;
      mark(each.tab, "aria-selected", String(isOpen));
      each.tab.tabIndex = isOpen ? 0 : -1;
      each.panel.hidden = !isOpen;
      if (isOpen && isFocused) each.tab.focus();
      if (isOpen) this.#fetched(each);
    }
    this.current = id;
  }

  async #fetched(each) {
    if (each.load) await Promise.all([each.load(), style("figures")]);
    if (this.model) each.element.render?.(this.model, !each.panel.hidden);
  }

  render(model) {
    this.model = model;
    for (const { element, panel } of this.#tabs) element.render?.(model, !panel.hidden);
  }

  #key(event) {
    const at = this.#tabs.findIndex(({ id }) => id === this.current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.#tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.open(this.#tabs.at(to % this.#tabs.length).id, { isFocused: true });
  }
}

customElements.define("pb-panels", Panels);
