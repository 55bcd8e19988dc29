/** The deal button and the betting clock. The rack renders both on every tick. */

import { button, el, setAttribute, setText } from "../lib/elements.js";
import { clockDisplay, dueCalls } from "../model/displays.js";
import { canDeal, canDealEver, canSkip, isWaiting, secondsLeft } from "../model/permissions.js";
import { ownSeat } from "../model/seats.js";
import { skipWords } from "../model/status-lines.js";
import { setShortcut } from "../shell/shortcuts.js";
import { playSound } from "../shell/sounds.js";
import { textOf, words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */
/** @import { Telling } from "../model/speech.js" */
/** @import { ClockCall } from "../wire/frames.d.ts" */

/** A call with so many milliseconds left or fewer has a sound. */
const LAST_CALL = 5000;

/** The deal button: its word, the seconds until the cards come, and the guests that are not ready. */
export class DealButton {
  #word = el("span");
  /** The log says the seconds once, so they are only seen here. */
  #time = el("span.deal-time", { "aria-hidden": "true" });
  #note = el("bdi.deal-note");

  /** @param {() => void} press */
  constructor(press) {
    const attributes = /** @type {const} */ ({ class: "deal", "data-action": "deal" });
    this.element = button(this.#word, press, attributes);
    this.element.append(this.#time, this.#note);
    setShortcut(this.element, "X");
  }

  /** @param {Model} model */
  render(model) {
    const { seat, ready, showing } = model;
    const isMine = !showing && seat !== null && ready.seats.includes(seat);
    const left = showing ? null : secondsLeft(ready, performance.now());
    const word = showing ? skipWords(model) : words(isMine ? "page.do.ready" : "page.do.deal");
    setText(this.#word, word);
    setAttribute(this.element, "data-skips", showing !== null);
    setText(this.#time, left === null ? "" : ` ${words("page.seconds", { seconds: left })}`);
    const { waits } = ready;
    setText(this.#note, isMine && waits && isWaiting(model) ? ` ${textOf(waits)}` : "");
    const canPress = canDeal(model) || canSkip(model, performance.now());
    setAttribute(this.element, "aria-disabled", canPress ? null : "true");
    this.element.hidden = !canDealEver(model);
  }
}

/** The betting clock: the seconds, a bar, and a button for more time. */
export class BettingClock {
  #number = el("b", { hidden: true });
  #text = el("span");
  #bar = el("span");
  #more;
  #say;
  /** Calls that were due before. @type {WeakSet<ClockCall>} */
  #said = new WeakSet();

  /** @param {{ lengthen: () => void, say: (telling: Telling) => void }} actions */
  constructor({ lengthen, say }) {
    this.#say = say;
    this.#more = button(words("page.do.more_time"), lengthen, { class: "more" });
    setShortcut(this.#more, "E");
    this.element = el(
      "div.clock",
      { hidden: true, role: "group", "aria-label": words("page.clock") },
      el("span.seconds", this.#number, this.#text),
      el("span.clock-bar", { "aria-hidden": "true" }, this.#bar),
      this.#more,
    );
  }

  /** @param {Model} model */
  render(model) {
    this.element.hidden = model.dealing === "button";
    const display = clockDisplay(model, performance.now());
    setAttribute(this.element, "data-idle", display === null);
    if (!display) return;
    setText(this.#number, display.number);
    this.#number.hidden = !display.number;
    setText(this.#text, display.text);
    this.#bar.style.transform = `scaleX(${display.part})`;
    this.element.classList.toggle("short", display.isShort);
    this.#more.hidden = !display.canLengthen;
    setAttribute(this.#more, "aria-disabled", display.isFresh ? "true" : null);
    if (!model.showing) this.#announce(model, display.left);
  }

  /** Say the last due call, each call only once. @type {(model: Model, left: number) => void} */
  #announce({ clock, seat, seats }, left) {
    const due = dueCalls(clock, left).filter((call) => !this.#said.has(call));
    for (const call of due) this.#said.add(call);
    const last = due.at(-1);
    if (!last || !ownSeat({ seat, seats })) return;
    if (last.left <= LAST_CALL) playSound("call");
    const isOwn = last.seat !== undefined && last.seat === seat;
    this.#say({ said: last.said, kind: "clock", isOwn, apart: true });
  }
}
