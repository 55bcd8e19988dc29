import { el, setAttribute } from "../lib/elements.js";
import { clockDisplay, dueWords } from "../model/clock-display.js";
import { ownSeat } from "../model/seats.js";
import { writtenLines } from "../model/speech.js";
import { settings } from "../shell/settings.js";
import { setShortcut } from "./shortcuts.js";

/** @import { Model } from "../model/model.js" */
/** @import { ClockWords } from "../wire/frames.d.ts" */

/** The betting clock: the seconds, a bar, and a button for more time. Its lines are dispatched as "say". */
export class BettingClock {
  #seconds = el("span", { class: "seconds" });
  #bar = el("span", {});
  #more;
  /** What was due before. @type {WeakSet<ClockWords>} */
  #said = new WeakSet();

  /** @param {() => void} lengthen */
  constructor(lengthen) {
    this.#more = el("button", { type: "button", class: "more", onclick: lengthen }, "More time");
    setShortcut(this.#more, "E");
    this.element = el(
      "div",
      { class: "clock", hidden: true, role: "group", "aria-label": "Betting clock" },
      this.#seconds,
      el("span", { class: "clock-bar", "aria-hidden": "true" }, this.#bar),
      this.#more,
    );
  }

  /**
   * @param {Model} model
   * @param {number} now
   */
  render(model, now) {
    this.element.hidden = model.dealing === "button";
    const display = clockDisplay(model, now);
    setAttribute(this.element, "data-idle", display === null);
    if (!display) return;
    this.#showTime(display);
    this.#bar.style.transform = `scaleX(${display.part})`;
    this.element.classList.toggle("short", display.isShort);
    this.#more.hidden = !display.canLengthen;
    setAttribute(this.#more, "aria-disabled", display.isFresh ? "true" : null);
    if (!model.showing) this.#announce(model, display.left);
  }

  /**
   * The number is large, its words are small.
   * @param {{ number: string, text: string }} display
   */
  #showTime({ number, text }) {
    if (number + text === this.#seconds.textContent) return;
    this.#seconds.replaceChildren(...(number ? [el("b", {}, number)] : []), text);
  }

  /**
   * Say the last of what is due, to a guest who may bet, and each only once.
   * @param {Model} model
   * @param {number} left
   */
  #announce({ clock, seat, seats }, left) {
    const due = dueWords(clock, left).filter((words) => !this.#said.has(words));
    for (const words of due) this.#said.add(words);
    const last = due.at(-1);
    if (!last || !ownSeat({ seat, seats })) return;
    const detail = writtenLines(
      last.words,
      settings.get("level"),
      last.seat !== undefined && last.seat === seat,
    );
    this.element.dispatchEvent(new CustomEvent("say", { bubbles: true, detail }));
  }
}
