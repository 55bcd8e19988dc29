import { el, setAttribute, setText } from "../lib/elements.js";
import { clockDisplay, dueCalls } from "../model/displays.js";
import { isWaiting, secondsLeft } from "../model/permissions.js";
import { ownSeat } from "../model/seats.js";
import { written } from "../model/speech.js";
import { settings } from "../shell/settings.js";
import { setShortcut } from "../shell/shortcuts.js";
import { textOf, words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */
/** @import { ClockCall } from "../wire/frames.d.ts" */

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
    setText(this.#note, isMine && waits && isWaiting(model) ? ` ${textOf(waits)}` : "");
  }
}

/** The betting clock: the seconds, a bar, and a button for more time. Its messages are dispatched as "say". */
export class BettingClock {
  #seconds = el("span", { class: "seconds" });
  #bar = el("span", {});
  #more;
  /** What was due before. @type {WeakSet<ClockCall>} */
  #said = new WeakSet();

  /** @param {() => void} lengthen */
  constructor(lengthen) {
    this.#more = el(
      "button",
      { type: "button", class: "more", onclick: lengthen },
      words("page.do.more_time"),
    );
    setShortcut(this.#more, "E");
    this.element = el(
      "div",
      { class: "clock", hidden: true, role: "group", "aria-label": words("page.clock") },
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
    const due = dueCalls(clock, left).filter((call) => !this.#said.has(call));
    for (const call of due) this.#said.add(call);
    const last = due.at(-1);
    if (!last || !ownSeat({ seat, seats })) return;
    const detail = written(
      last.said,
      settings.get("level"),
      last.seat !== undefined && last.seat === seat,
    );
    this.element.dispatchEvent(new CustomEvent("say", { bubbles: true, detail }));
  }
}
