import { el, setText } from "../lib/elements.js";
import { brokenShoe } from "../model/promises.js";
import { words } from "../words/words.js";
import { keepPromises } from "./promise-memory.js";

/** @import { Model } from "../model/model.js" */

/** Keeps what was promised in this browser, and tells when it was changed, for as long as one looks on. */
export class PromiseAlarm {
  element = el("p", { class: "trouble", role: "alert", hidden: true });
  /** @type {Model["promises"] | null} */
  #kept = null;

  /** @param {Model} model */
  render({ table, promises }) {
    if (promises === this.#kept) return;
    this.#kept = promises;
    keepPromises(table, promises);
    const shoe = brokenShoe({ promises });
    this.element.hidden = shoe === null;
    setText(this.element, shoe === null ? "" : words("page.shoe.alarm", { shoe }));
  }
}
