/** The live log: the announcer's sentences, one a phase, read politely. */

import { el } from "./dom.js";
import { settings } from "./settings.js";

const MOST_LINES = 250;
const MOST_KEPT = 80;
/** For so many milliseconds after a touch a scroll is the guest's own. */
const SCROLLS = 1500;

export class LiveLog extends HTMLElement {
  isFollowed = true;
  touched = -Infinity;

  connectedCallback() {
    if (this.list) return;
    this.list = el("div", {
      class: "log-lines", role: "log", "aria-live": "polite", "aria-relevant": "additions", "aria-labelledby": "log-title", tabindex: "0",
    });
    const level = el("select", { id: "log-level", onchange: () => settings.set("level", level.value) },
      ["terse", "normal", "full"].map((name) => el("option", { value: name, selected: settings.get("level") === name }, name)));
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
      this.list);
  }

  /** Tell events in sentences; quietly where they happened before the guest came. */
  hear(events, seat, { quietly = false } = {}) {
    if (quietly) this.list.setAttribute("aria-live", "off");
    const level = settings.get("level");
    for (const event of events) {
      const said = event.seat !== undefined && event.seat === seat ? (event.say_own ?? event.say) : event.say;
      for (const line of said?.[level] ?? []) this.#add(line, event);
    }
    this.#trim();
    if (quietly) requestAnimationFrame(() => this.list.setAttribute("aria-live", "polite"));
  }

  /** Say one line: of an event, or of the page's own. */
  say(line, event = { kind: "note" }) {
    this.#add(line, event);
    this.#trim();
  }

  get isEmpty() {
    return this.list.childElementCount === 0;
  }

  /** The latest lines of events up to a number, to be shown again after a reload. */
  kept(number) {
    const told = [...this.list.children].filter(({ dataset }) => !(Number(dataset.number) > number));
    return told.slice(-MOST_KEPT).map((line) => [line.textContent, line.dataset.kind, line.dataset.fate]);
  }

  /** Lines of before a reload, which are not read out again. */
  restore(lines) {
    this.list.setAttribute("aria-live", "off");
    for (const [line, kind, fate] of lines) this.#add(line, { kind, fate });
    this.#trim();
    requestAnimationFrame(() => this.list.setAttribute("aria-live", "polite"));
  }

  #add(line, { kind, fate, number }) {
    const isResult = kind === "coup_dealt" && /^(Player|Banker) wins|^Égalité/.test(line);
    this.list.append(el("p", { "data-kind": kind, "data-fate": fate, "data-number": number, class: isResult ? "result" : null }, line));
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

  #trim() {
    while (this.list.childElementCount > MOST_LINES) this.list.firstElementChild.remove();
    this.#follow();
  }
}

customElements.define("pb-log", LiveLog);
