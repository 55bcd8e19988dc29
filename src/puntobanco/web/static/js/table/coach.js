import { button, el, setText } from "../lib/elements.js";
import { coachAfter, lessonMessages, lessonsOf, lessonsToHear } from "../model/coach.js";
import { settings } from "../shell/settings.js";
import { catalogue, words } from "../words/words.js";

/** @import { Lesson } from "../model/coach.js" */
/** @import { OpenModel } from "../model/model.js" */
/** @import { Message } from "../words/catalogue.js" */

/** The coach's box on the felt. It speaks only between coups, and each lesson once. */
export class CoachBox {
  #text = el("p");
  #spoken = /** @type {Set<Lesson>} */ (new Set());
  #speak;

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
    this.element = el(
      "section.coach",
      { "aria-label": words("page.coach"), hidden: true },
      this.#text,
      button("×", end, {
        class: "quiet",
        "aria-label": words("page.coach.end"),
        title: words("page.coach.end"),
      }),
    );
  }

  /** @param {OpenModel} model */
  render(model) {
    const known = settings.get("coach");
    const coach = known && coachAfter(known, model);
    settings.set("coach", coach);
    const lessons = coach ? lessonsOf(coach, model) : [];
    this.element.hidden = !lessons.length;
    const said = lessons.flatMap((lesson) => lessonMessages(lesson, model));
    setText(this.#text, catalogue().sentences(said));
    if (coach) this.#speakNew(lessonsToHear(coach, model), model);
  }

  /** @type {(lessons: Lesson[], model: OpenModel) => void} */
  #speakNew(lessons, model) {
    const fresh = lessons.filter((lesson) => !this.#spoken.has(lesson));
    for (const lesson of fresh) this.#spoken.add(lesson);
    this.#speak(fresh.flatMap((lesson) => lessonMessages(lesson, model)));
  }
}
