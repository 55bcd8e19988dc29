import { el, setText } from "../lib/elements.js";
import { isWaiting, secondsLeft } from "../model/ready.js";
import { worded, words } from "../words/words.js";
import { setShortcut } from "./shortcuts.js";

/** @import { Model } from "../model/model.js" */

/** The deal button: its word, the seconds until the cards come, and who is waited for. */
export class DealButton {
  #word = el("span", {});
  /** Seconds are seen here, and said once in the log. */
  #time = el("span", { class: "deal-time", "aria-hidden": "true" });
  #note = el("bdi", { class: "deal-note" });

  /** @param {() => void} press */
  constructor(press) {
    this.element = el(
      "button",
      { type: "button", class: "deal", "data-action": "deal", onclick: press },
      this.#word,
      this.#time,
      this.#note,
    );
    setShortcut(this.element, "X");
  }

  /**
   * @param {Model} model
   * @param {number} now
   */
  render(model, now) {
    const isMine = !model.showing && model.seat !== null && model.ready.seats.includes(model.seat);
    const left = model.showing ? null : secondsLeft(model.ready, now);
    setText(
      this.#word,
      words(model.showing ? "page.do.skip" : isMine ? "page.do.ready" : "page.do.deal"),
    );
    setText(this.#time, left === null ? "" : ` ${words("page.seconds", { seconds: left })}`);
    const { waits } = model.ready;
    setText(this.#note, isMine && waits && isWaiting(model) ? ` ${worded(waits)}` : "");
  }
}
