import { el, setText } from "../lib/elements.js";
import { brokenShoe } from "../model/promises.js";
import { words } from "../words/words.js";
import { keepPromises } from "./memory.js";

/** @import { Model } from "../model/model.js" */

/** Keeps what was promised in this browser, and tells when it has changed, for as long as one looks on. */
export class PromiseKeeper {
  alarm = el("p", { class: "alarm", role: "alert", hidden: true });
  #learn;

  /** @param {(promises: Model["promises"]) => void} learn  is given what other tabs have seen too */
  constructor(learn) {
    this.#learn = learn;
  }

  /** @param {Model} model */
  render(model) {
    const shoe = brokenShoe(model);
    this.alarm.hidden = shoe === null;
    setText(this.alarm, shoe === null ? "" : words("page.shoe.alarm", { shoe }));
  }

  /** @param {Model} model */
  keep({ table, promises }) {
    const kept = keepPromises(table, promises);
    if (kept !== promises) this.#learn(kept);
  }
}
