/** What the croupier says: to be read line by line, and heard politely, a sentence for each part of a coup. */

import { el } from "../lib/elements.js";
import { isOwnEvent, spokenCoup, spokenLines, spokenMoney, writtenLines } from "../model/speech.js";
import { LEVELS, settings } from "../shell/settings.js";
import { setShortcut } from "./shortcuts.js";

/** @import { Level } from "../model/speech.js" */
/** @import { CoupDealt, Step, TableEvent } from "../wire/frames.d.ts" */

const MOST_LINES = 250;
const MOST_SPOKEN = 50;
const MOST_KEPT = 80;
/** Milliseconds after a touch in which a scroll is the guest's own. */
const OWN_SCROLL = 1500;

/** What a line belongs to; `name` is the class of its element. @typedef {{ kind: string, fate?: string, number?: number, name?: string | null }} Source */
/** A line for after a reload: text, kind, fate, class. @typedef {[string, string, string | undefined, string | null]} KeptLine */

/** A line of the page itself. @type {Source} */
const NOTE = { kind: "note" };
const SETTLED = { kind: "bet_settled" };

export class LiveLog extends HTMLElement {
  #isFollowing = true;
  #touchedAt = -Infinity;
  #lines = el("div", {
    class: "log-lines",
    role: "group",
    "aria-labelledby": "log-title",
    tabindex: "0",
  });
  #spoken = el("div", {
    class: "spoken hidden",
    role: "log",
    "aria-live": "polite",
    "aria-relevant": "additions",
    "aria-label": "Spoken",
  });
  /** @type {HTMLSelectElement} */
  #level = el(
    "select",
    {
      id: "log-level",
      onchange: () => settings.set("level", /** @type {Level} */ (this.#level.value)),
    },
    LEVELS.map((name) =>
      el("option", { value: name, selected: settings.get("level") === name }, name),
    ),
  );

  connectedCallback() {
    if (this.#lines.isConnected) return;
    setShortcut(this.#lines, "L");
    for (const touch of ["wheel", "touchmove", "keydown", "pointerdown"]) {
      this.#lines.addEventListener(touch, () => this.#onTouch(), { passive: true });
    }
    this.#lines.addEventListener("scroll", () => this.#onScroll());
    new ResizeObserver(() => this.#follow()).observe(this.#lines);
    settings.addEventListener("change", () => this.#showLevel());
    this.append(
      el(
        "div",
        { class: "log-head" },
        el("h2", { id: "log-title" }, "The croupier says"),
        el(
          "label",
          { for: "log-level" },
          el("span", { class: "hidden" }, "How much is said"),
          this.#level,
        ),
      ),
      this.#lines,
      this.#spoken,
    );
  }

  /**
   * Add events. Of several coups the last is heard whole, and of those before only the own money.
   * @param {readonly TableEvent[]} events
   * @param {number | null} seat
   */
  addEvents(events, seat) {
    const level = settings.get("level");
    const last = events.findLast(isCoup);
    for (const event of events) {
      const isOwn = isOwnEvent(event, seat);
      this.#addLines(event, level, isOwn);
      if (!isCoup(event)) this.speak(spokenLines(event.words, level, isOwn), event);
      else if (event === last) this.#speakCoup(event, seat);
      else if (event.facts.settled[String(seat)])
        this.speak(spokenMoney(event, level, seat).slice(0, 1), SETTLED);
    }
    this.#trim();
  }

  /**
   * @param {TableEvent} event
   * @param {Level} level
   * @param {boolean} isOwn
   */
  #addLines(event, level, isOwn) {
    const { kind, number } = event;
    const fate = kind === "bet_settled" ? event.data.fate : undefined;
    for (const line of writtenLines(event.words, level, isOwn))
      this.#add(line, { kind, number, fate });
    if (isCoup(event)) for (const step of event.facts.steps) this.showPart(step, event, level);
  }

  /**
   * Show the lines of a coup's beginning, or of one of its steps.
   * @param {CoupDealt | Step} part
   * @param {CoupDealt} coup
   * @param {Level} level
   */
  showPart(part, { kind, number }, level) {
    const name = "did" in part && part.did === "ended" ? "result" : null;
    for (const line of writtenLines(part.words, level)) this.#add(line, { kind, number, name });
    this.#trim();
  }

  /**
   * @param {CoupDealt} coup
   * @param {number | null} seat
   */
  #speakCoup(coup, seat) {
    for (const sentence of spokenCoup(coup, settings.get("level"))) this.speak([sentence], coup);
    this.speakMoney(coup, seat);
  }

  /**
   * Speak what a coup came to.
   * @param {CoupDealt} coup
   * @param {number | null} seat
   */
  speakMoney(coup, seat) {
    for (const sentence of spokenMoney(coup, settings.get("level"), seat))
      this.speak([sentence], SETTLED);
  }

  /**
   * Show and speak one line.
   * @param {string} line
   * @param {Source} [source]
   */
  say(line, source) {
    this.show(line, source);
    this.speak([line], source);
  }

  /**
   * Show one line.
   * @param {string} line
   * @param {Source} [source]
   */
  show(line, source) {
    this.#add(line, source);
    this.#trim();
  }

  /**
   * Speak sentences in one breath.
   * @param {readonly string[]} sentences
   * @param {Source} source
   */
  speak(sentences, { kind } = NOTE) {
    if (!sentences.length) return;
    this.#spoken.append(el("p", { "data-kind": kind }, sentences.join(" ")));
    while (this.#spoken.childElementCount > MOST_SPOKEN) this.#spoken.firstElementChild?.remove();
  }

  get isEmpty() {
    return this.#lines.childElementCount === 0;
  }

  /** Move the focus to the lines. */
  focusLines() {
    this.#lines.focus();
  }

  /**
   * The latest lines of events up to a number, to be shown again after a reload.
   * @param {number} number
   * @returns {KeptLine[]}
   */
  linesUpTo(number) {
    const lines = /** @type {HTMLElement[]} */ ([...this.#lines.children]).filter(
      ({ dataset }) => !(Number(dataset.number) > number),
    );
    return lines
      .slice(-MOST_KEPT)
      .map((line) => [
        line.textContent ?? "",
        line.dataset.kind ?? "",
        line.dataset.fate,
        line.getAttribute("class"),
      ]);
  }

  /**
   * Show lines of before a reload, which are not spoken again.
   * @param {KeptLine[]} lines
   */
  restore(lines) {
    for (const [line, kind, fate, name] of lines) this.#add(line, { kind, fate, name });
    this.#trim();
  }

  /**
   * @param {string} line
   * @param {Source} source
   */
  #add(line, { kind, fate, number, name } = NOTE) {
    this.#lines.append(
      el(
        "p",
        {
          "data-kind": kind,
          "data-fate": fate,
          "data-number": number,
          class: name,
        },
        line,
      ),
    );
  }

  #trim() {
    while (this.#lines.childElementCount > MOST_LINES) this.#lines.firstElementChild?.remove();
    this.#follow();
  }

  #showLevel() {
    this.#level.value = settings.get("level");
  }

  #onTouch() {
    this.#touchedAt = performance.now();
  }

  /** A guest who scrolls up is not disturbed; at the end the log follows again. */
  #onScroll() {
    if (performance.now() - this.#touchedAt > OWN_SCROLL) return;
    const { scrollTop, scrollHeight, clientHeight } = this.#lines;
    this.#isFollowing = scrollHeight - scrollTop - clientHeight < 8;
  }

  /** Stay at the newest line, unless the guest reads further up. */
  #follow() {
    if (this.#isFollowing) this.#lines.scrollTop = this.#lines.scrollHeight;
  }
}

/**
 * @param {TableEvent} event
 * @returns {event is CoupDealt}
 */
const isCoup = (event) => event.kind === "coup_dealt";

customElements.define("pb-log", LiveLog);
