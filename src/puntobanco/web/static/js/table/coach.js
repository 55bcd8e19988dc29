import { button, el, setText } from "../lib/elements.js";
import { coachAfter, lacksBet, lessonMessages, lessonsOf, lessonsToHear } from "../model/coach.js";
import { settings } from "../shell/settings.js";
import { catalogue, words } from "../words/words.js";

/** @import { Lesson } from "../model/coach.js" */
/** @import { OpenModel } from "../model/model.js" */
/** @import { Message } from "../words/catalogue.js" */

/** @type {Lesson[]} */
const BET_FIRST = ["bet_first"];

/** The coach's box on the felt: one lesson at a time. It speaks only between coups, and each lesson once. */
export class CoachBox {
  #text = el("span");
  #next = button(words("page.coach.next"), () => this.#turn(), { class: "coach-next" });
  /** Those of the moment, and which of them is shown. @type {Lesson[]} */
  #lessons = [];
  #at = 0;
  #spoken = /** @type {Set<Lesson>} */ (new Set());
  /** @type {OpenModel | null} */
  #model = null;
  /** Whether the guest wanted to deal without a bet, and has neither bet nor dealt since. */
  #hasAsked = false;
  #speak;
  #hide;

  /**
   * @param {object} actions
   * @param {(messages: Message[]) => void} actions.speak
   * @param {() => void} actions.dismissed
   */
  constructor({ speak, dismissed }) {
    this.#speak = speak;
    const end = () => {
      settings.set("coach", null);
      this.element.hidden = true;
      dismissed();
    };
    this.#hide = button("×", end, {
      class: "quiet",
      "aria-label": words("page.coach.end"),
      title: words("page.coach.end"),
    });
    this.element = el(
      "section.coach",
      { "aria-label": words("page.coach"), hidden: true },
      el("p", this.#text, " ", this.#next),
      this.#hide,
    );
  }

  /** @param {OpenModel} model */
  render(model) {
    const known = settings.get("coach");
    const coach = known && coachAfter(known, model);
    settings.set("coach", coach);
    this.#hasAsked &&= lacksBet(model);
    const lessons = coach ? (this.#hasAsked ? BET_FIRST : lessonsOf(coach, model)) : [];
    if (lessons.join() !== this.#lessons.join()) this.#at = 0;
    this.#lessons = lessons;
    this.#model = model;
    this.#show();
    const heard = coach ? lessonsToHear(coach, model) : [];
    const fresh = heard.filter((lesson) => !this.#spoken.has(lesson));
    for (const lesson of fresh) this.#spoken.add(lesson);
    this.#speak(this.#said(fresh));
  }

  #show() {
    this.element.hidden = !this.#lessons.length;
    this.#next.hidden = this.#at >= this.#lessons.length - 1;
    setText(this.#text, catalogue().sentences(this.#said([this.#lessons[this.#at]])));
  }

  #turn() {
    this.#at += 1;
    this.#show();
    if (this.#next.hidden) this.#hide.focus();
    this.#speak(this.#said([this.#lessons[this.#at]]));
  }

  /** Ask once for a bet before a deal. Return whether it did. @param {OpenModel} model */
  asksForBet(model) {
    if (this.#hasAsked || !settings.get("coach") || !lacksBet(model)) return false;
    this.#hasAsked = true;
    this.render(model);
    this.#speak(this.#said(BET_FIRST));
    return true;
  }

  /** @type {(lessons: (Lesson | undefined)[]) => Message[]} */
  #said(lessons) {
    const model = this.#model;
    return lessons.flatMap((lesson) => (lesson && model ? lessonMessages(lesson, model) : []));
  }
}
