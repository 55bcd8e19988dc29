/** What the croupier says: to be read line by line, and heard politely, a sentence for each part of a coup. */

import { el } from "../lib/elements.js";
import { coupAloud, read, settledAloud, spoken } from "./speech.js";
import { LEVELS, settings } from "../shell/settings.js";
import { hint } from "./shortcuts.js";

const MOST_LINES = 250;
const MOST_SPOKEN = 50;
const MOST_KEPT = 80;
/** For so many milliseconds after a touch a scroll is the guest's own. */
const SCROLLS = 1500;
const NOTE = { kind: "note" };
const SETTLED = { kind: "bet_settled" };

export class LiveLog extends HTMLElement {
  isFollowed = true;
  touched = -Infinity;

  connectedCallback() {
    if (this.list) return;
    this.list = el("div", { class: "log-lines", role: "group", "aria-labelledby": "log-title", tabindex: "0" });
    hint(this.list, "L");
    this.heard = el("div", {
      class: "spoken hidden", role: "log", "aria-live": "polite", "aria-relevant": "additions", "aria-label": "Spoken",
    });
    const level = el("select", { id: "log-level", onchange: () => settings.set("level", level.value) },
      LEVELS.map((name) => el("option", { value: name, selected: settings.get("level") === name }, name)));
    for (const touch of ["wheel", "touchmove", "keydown", "pointerdown"]) {
      this.list.addEventListener(touch, () => (this.touched = performance.now()), { passive: true });
    }
    this.list.addEventListener("scroll", () => this.#scrolled());
    new ResizeObserver(() => this.#follow()).observe(this.list);
    settings.addEventListener("change", () => (level.value = settings.get("level")));
    this.append(
      el("div", { class: "log-head" },
        el("h2", { id: "log-title" }, "The croupier says"),
        el("label", { for: "log-level" }, el("span", { class: "hidden" }, "How much is said"), level)),
      this.list, this.heard);
  }

  /** Tell events; quietly where they happened before the guest came. Of earlier coups, one's own money is heard. */
  hear(events, seat, { quietly = false } = {}) {
    const last = events.findLastIndex(isCoup);
    events.forEach((event, at) => {
      for (const line of read(event, seat)) this.#add(line, event);
      if (quietly) return;
      if (!isCoup(event)) this.speak(spoken(event, seat), event);
      else if (at === last) this.#speakCoup(event, seat);
      else if (event.settled[seat]) this.speak(settledAloud(event, seat).slice(0, 1), SETTLED);
    });
    this.#trim();
  }

  #speakCoup(event, seat) {
    for (const sentence of coupAloud(event)) this.speak([sentence], event);
    this.speakSettled(event, seat);
  }

  /** What a coup came to, by ear. */
  speakSettled(event, seat) {
    for (const sentence of settledAloud(event, seat)) this.speak([sentence], SETTLED);
  }

  /** One line to read and hear: of an event, or of the page's own. */
  say(line, event) {
    this.show(line, event);
    this.speak([line], event);
  }

  /** One line to read. */
  show(line, event) {
    this.#add(line, event);
    this.#trim();
  }

  /** One thing to hear, in a breath. */
  speak(sentences, { kind } = NOTE) {
    if (!sentences.length) return;
    this.heard.append(el("p", { "data-kind": kind }, sentences.join(" ")));
    while (this.heard.childElementCount > MOST_SPOKEN) this.heard.firstElementChild.remove();
  }

  get isEmpty() {
    return this.list.childElementCount === 0;
  }

  /** The latest lines of events up to a number, to be shown again after a reload. */
  kept(number) {
    const told = [...this.list.children].filter(({ dataset }) => !(Number(dataset.number) > number));
    return told.slice(-MOST_KEPT).map((line) => [line.textContent, line.dataset.kind, line.dataset.fate, line.getAttribute("class")]);
  }

  /** Lines of before a reload, which are not heard again. */
  restore(lines) {
    for (const [line, kind, fate, name] of lines) this.#add(line, { kind, fate, name });
    this.#trim();
  }

  #add(line, { kind, fate, number, story, name } = NOTE) {
    const isResult = story && read(story.at(-1)).includes(line);
    this.list.append(el("p", { "data-kind": kind, "data-fate": fate, "data-number": number, class: isResult ? "result" : name }, line));
  }

  #trim() {
    while (this.list.childElementCount > MOST_LINES) this.list.firstElementChild.remove();
    this.#follow();
  }

  /** A guest who scrolls up reads on in peace; at the end the log follows again. */
  #scrolled() {
    if (performance.now() - this.touched > SCROLLS) return;
    const { scrollTop, scrollHeight, clientHeight } = this.list;
    this.isFollowed = scrollHeight - scrollTop - clientHeight < 8;
  }

  /** Stay at the newest line, unless the guest reads further up. */
  #follow() {
    if (this.isFollowed) this.list.scrollTop = this.list.scrollHeight;
  }
}

const isCoup = ({ kind }) => kind === "coup_dealt";

customElements.define("pb-log", LiveLog);
