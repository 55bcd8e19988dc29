/** The croupier's log: lines to read, and a live region for screen readers. */

import { el } from "../lib/elements.js";
import { oncePerFrame } from "../lib/waiting.js";
import { breathsOf, linesOf } from "../model/speech.js";
import { levelSelect } from "../shell/forms.js";
import { settings } from "../shell/settings.js";
import { setShortcut } from "../shell/shortcuts.js";
import { catalogue, textOf, words } from "../words/words.js";

/** @import { Telling } from "../model/speech.js" */
/** @import { Message } from "../words/catalogue.js" */

const MOST_LINES = 250;
const MOST_SPOKEN = 50;
const MOST_KEPT = 80;
/** Milliseconds after a touch in which a scroll is the guest's own. */
const OWN_SCROLL = 1500;

/** What a line belongs to; `name` is the class of its element. @typedef {{ kind: string, fate?: string, number?: number, name?: string | null }} Source */
/** A line for after a reload: message, kind, fate, class. @typedef {[Message, string, string | undefined, string | null]} KeptLine */

/** A line of the page itself. @type {Source} */
const NOTE = { kind: "note" };

/** The log renders no model: its methods add lines and speak. */
export class LiveLog {
  #isFollowing = true;
  /** The newest line when the log was last at its end. @type {Element | null} */
  #followed = null;
  /** What each line says. @type {WeakMap<Element, Message>} */
  #messages = new WeakMap();
  #touchedAt = -Infinity;
  #followSoon = oncePerFrame(() => this.#follow());
  #stop = new AbortController();
  #lines = el("div.log-lines", { role: "group", "aria-labelledby": "log-title", tabindex: "0" });
  #spoken = el("div.spoken.hidden", {
    role: "log",
    "aria-live": "polite",
    "aria-relevant": "additions",
    "aria-label": words("page.spoken"),
  });

  constructor() {
    setShortcut(this.#lines, "L");
    const onTouch = () => {
      this.#touchedAt = performance.now();
    };
    for (const touch of ["wheel", "touchmove", "keydown", "pointerdown"])
      this.#lines.addEventListener(touch, onTouch, { passive: true });
    this.#lines.addEventListener("scroll", () => this.#onScroll());
    new ResizeObserver(() => this.#follow()).observe(this.#lines);
    const level = levelSelect("log-level");
    const showLevel = () => {
      level.value = settings.get("level");
    };
    settings.addEventListener("change", showLevel, { signal: this.#stop.signal });
    const title = el("h2", { id: "log-title" }, words("page.log"));
    const label = el("label", { for: level.id }, el("span.hidden", words("page.level")), level);
    this.element = el("pb-log", el("div.log-head", title, label), this.#lines, this.#spoken);
  }

  close() {
    this.#stop.abort();
  }

  /** Show and speak what the guest's level has of it. @param {Telling} telling */
  tell(telling) {
    const level = settings.get("level");
    for (const message of linesOf(telling, level)) this.show(message, telling);
    for (const messages of breathsOf(telling, level)) this.speak(messages, telling);
  }

  /**
   * Show and speak one line.
   * @param {Message} message
   * @param {Source} [source]
   */
  say(message, source) {
    this.show(message, source);
    this.speak([message], source);
  }

  /** @type {(message: Message, source?: Source) => void} */
  show(message, { kind, fate, number, name } = NOTE) {
    const data = /** @type {const} */ ({ "data-kind": kind, "data-fate": fate });
    const line = el("p", { ...data, "data-number": number, class: name }, textOf(message));
    this.#messages.set(line, message);
    this.#lines.append(line);
    if (this.#lines.childElementCount > MOST_LINES) this.#lines.firstElementChild?.remove();
    this.#followSoon();
  }

  /** Speak messages as one. @type {(messages: readonly Message[], source?: Source) => void} */
  speak(messages, { kind } = NOTE) {
    if (!messages.length) return;
    this.#spoken.append(el("p", { "data-kind": kind }, catalogue().sentences(messages)));
    if (this.#spoken.childElementCount > MOST_SPOKEN) this.#spoken.firstElementChild?.remove();
  }

  get isEmpty() {
    return this.#lines.childElementCount === 0;
  }

  focusLines() {
    this.#lines.focus();
  }

  /** Return the latest lines, to restore after a reload. @type {(number: number) => KeptLine[]} */
  linesUpTo(number) {
    const lines = /** @type {HTMLElement[]} */ ([...this.#lines.children]).filter(
      ({ dataset }) => !(Number(dataset.number) > number),
    );
    return lines.slice(-MOST_KEPT).flatMap((line) => {
      const message = this.#messages.get(line);
      if (!message) return [];
      const { kind = "", fate } = line.dataset;
      return [[message, kind, fate, line.getAttribute("class")]];
    });
  }

  /** Restore lines after a reload, without speaking them. @param {KeptLine[]} lines */
  restore(lines) {
    for (const [message, kind, fate, name] of lines) this.show(message, { kind, fate, name });
  }

  /** Stop following when the guest scrolls up, and follow again at the end. */
  #onScroll() {
    if (performance.now() - this.#touchedAt > OWN_SCROLL) return;
    const { scrollTop, scrollHeight, clientHeight, lastElementChild: newest } = this.#lines;
    if (!this.#isFollowing) this.#followed = newest;
    const come = newest && this.#followed ? bottom(newest) - bottom(this.#followed) : 0; // The new lines are not scrolled to yet.
    this.#isFollowing = scrollHeight - scrollTop - clientHeight - come < 8;
  }

  /** Stay at the newest line, unless the guest reads further up. */
  #follow() {
    if (!this.#isFollowing) return;
    this.#lines.scrollTop = this.#lines.scrollHeight;
    this.#followed = this.#lines.lastElementChild;
  }
}

/** @param {Element} element */
const bottom = (element) => element.getBoundingClientRect().bottom;
