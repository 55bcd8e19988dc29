/** Drills: questions about the game, with the reason at once, or as a test with a report at the end. */

import { questionPicture } from "../drawings/question-picture.js";
import { tableauStrip } from "../drawings/tableau-strip.js";
import { parseMoney } from "../game/money.js";
import { button, el, field, loadStylesheet, setText, tickField } from "../lib/elements.js";
import { request } from "../lib/http.js";
import { openDialog } from "../shell/dialog.js";
import { showNotice } from "../shell/notice.js";
import { settings } from "../shell/settings.js";
import { catalogue, errorMessage, textOf, words } from "../words/words.js";

/** @import { Square, WireMessage } from "../wire/frames.d.ts" */
/** @import { DrillAnswered, DrillQuestion, DrillReport, Drills, DrillSet } from "../wire/answers.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

/** The buttons of the answers. @type {Record<string, string>} */
const ANSWERS = {
  yes: "page.drill.answer.yes",
  no: "page.drill.answer.no",
  draw: "page.drill.answer.draw",
  stand: "page.drill.answer.stand",
  player: "page.drill.answer.player",
  banker: "page.drill.answer.banker",
  tie: "page.drill.answer.tie",
  red: "page.drill.answer.red",
  blue: "page.drill.answer.blue",
  none: "page.drill.answer.none",
  take: "page.drill.answer.take",
};

/** The questions beside their pictures, in a few words. @type {Record<string, string>} */
const QUESTIONS = {
  "drill.natural": "page.drill.ask.natural",
  "drill.player": "page.drill.ask.player",
  "drill.banker.stood": "page.drill.ask.banker.stood",
  "drill.banker.drew": "page.drill.ask.banker.drew",
  "drill.winner": "page.drill.ask.winner",
  "drill.pay": "page.drill.ask.pay",
  "drill.road": "page.drill.ask.road",
  "drill.count": "page.drill.ask.count",
};

/** Questions about the totals of hands. */
const SHOWS_HANDS = new Set(Object.keys(QUESTIONS).filter((id) => !/road|count/.test(id)));

export async function openDrills() {
  try {
    /** @type {[Drills, unknown, unknown]} */
    const [drills] = await Promise.all([
      request("/api/drills"),
      loadStylesheet("drills"),
      loadStylesheet("roads"),
    ]);
    const view = new DrillView(drills);
    const box = openDialog(words("page.drill.title"), view.element);
    box.addEventListener("close", () => {
      view.close();
      history.replaceState(null, "", location.pathname + location.search);
    });
  } catch (error) {
    showNotice(errorMessage(error));
  }
}

class DrillView {
  #body = el("div.drill-body");
  /** What followed from the last answer. */
  #told = el("div.drill-told", { role: "status" });
  #clock = el("p.note");
  #timer = 0;
  /** The question that is shown. @type {WireMessage | null} */
  #asked = null;
  #drills;

  /** @param {Drills} drills */
  constructor(drills) {
    this.#drills = drills;
    this.element = el("pb-drills", this.#told, this.#clock, this.#body);
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.#choose();
  }

  close() {
    clearInterval(this.#timer);
  }

  #choose() {
    const { kinds, next, set } = this.#drills;
    const kind = el("select", { id: "drill-kind" });
    for (const each of kinds) {
      const facts = { text: nameOf(each.kind), count: each.learned, shown: each.topics };
      const text = words("page.drill.kind_learned", facts);
      kind.append(el("option", { value: each.kind, selected: each.kind === next }, text));
    }
    kind.append(el("option", { value: "all" }, words("page.drill.all")));
    const test = el("input", { id: "drill-test", type: "checkbox" });
    const questions = el("input", { id: "drill-questions", inputmode: "numeric", value: "20" });
    const seconds = el("input", { id: "drill-seconds", inputmode: "numeric" });
    const seed = el("input", { id: "drill-seed", maxlength: 60, autocomplete: "off" });
    const begin = () =>
      this.#ask("/api/drills", {
        kind: kind.value,
        test: test.checked,
        questions: Number(questions.value) || 20,
        ...(seconds.value ? { seconds: Number(seconds.value) } : {}),
        ...(seed.value.trim() ? { seed: seed.value.trim() } : {}),
      });
    /** @param {SubmitEvent} event */
    const onsubmit = (event) => {
      event.preventDefault();
      begin();
    };
    const form = el(
      "form",
      { onsubmit },
      el("p", words("page.drill.lede")),
      field(words("page.drill.kind"), kind),
      tickField(words("page.drill.test"), test),
      field(words("page.drill.questions"), questions),
      el(
        "details",
        el("summary", words("page.drill.more")),
        field(words("page.drill.seconds"), seconds),
        field(words("page.drill.seed"), seed),
      ),
      el(
        "p.answers",
        el("button.primary", { type: "submit" }, words("page.drill.begin")),
        set?.question && button(words("page.drill.resume"), () => this.#show(set)),
      ),
    );
    this.#told.replaceChildren();
    this.#body.replaceChildren(form);
    kind.focus();
  }

  /** @type {(path: string, body: object) => Promise<void>} */
  async #ask(path, body) {
    const before = this.#asked;
    try {
      /** @type {DrillSet | DrillAnswered} */
      const answer = await request(path, body);
      const isSet = !("set" in answer);
      this.#told.replaceChildren(...(isSet ? [] : this.#verdict(answer, before)));
      this.#show(isSet ? answer : answer.set);
    } catch (error) {
      this.#told.replaceChildren(el("p.drill-error", errorMessage(error)));
    }
  }

  /**
   * Return the verdict on an answer. A test shows it only in its report.
   * @type {(answer: DrillAnswered, asked: WireMessage | null) => Node[]}
   */
  #verdict({ right, why, square }, asked) {
    if (right === null) return [];
    const verdict = words(right ? "drill.right" : "drill.wrong");
    const row = square && [
      tableauStrip(square, this.#drills.tableau),
      el("p.note", words("page.drill.row", { said: rowMessage(square) })),
    ];
    return [
      el("p.drill-verdict", { "data-right": right }, verdict),
      el("div.drill-before", { "aria-hidden": "true" }, asked && questionPicture(asked)),
      el("p", why ? textOf(why) : ""),
      ...(row ? [el("div", { "aria-hidden": "true" }, row)] : []),
    ];
  }

  /** Show the question, or the report. @param {DrillSet} set */
  #show(set) {
    clearInterval(this.#timer);
    this.#tick(set.question ? set.seconds_left : null);
    if (set.report) return this.#report(set, set.report);
    if (!set.question) return;
    const { question } = set;
    const place = words("page.drill.place", { count: question.number, shown: set.left });
    this.#asked = question.ask;
    const [id] = question.ask;
    const heading = el("div.drill-question", { tabindex: "-1" }, asking(question.ask));
    this.#body.replaceChildren(
      el("p.note", place),
      question.kind === "count" ? el("p.note", textOf(this.#drills.rule)) : "",
      question.number === 1 && !set.test && SHOWS_HANDS.has(id)
        ? el("p.note", `${words("coach.points")} ${words("coach.digits")}`)
        : "",
      heading,
      ...this.#inputs(question),
    );
    const input = this.#body.querySelector("input");
    (input ?? heading).focus({ preventScroll: true });
    this.element.closest("dialog")?.scrollTo(0, 0); // What followed from the last answer is there.
  }

  /** @param {DrillQuestion} question */
  #inputs({ number, choices, reply }) {
    /** @param {string | number} answer */
    const give = (answer) => this.#ask("/api/drills/answer", { number, answer });
    const buttons = choices.map((choice) => {
      const [key] = typedFor(choice);
      const attributes = /** @type {const} */ ({ "data-key": key, "aria-keyshortcuts": key });
      const answer = button(words(ANSWERS[choice]), () => give(choice), attributes);
      if (settings.get("shortcuts")) answer.append(el("kbd", { "aria-hidden": "true" }, key));
      return answer;
    });
    if (reply !== "pay" && reply !== "number") return [el("p.answers", buttons)];
    const label = words(reply === "pay" ? "page.drill.amount" : "page.drill.count");
    const inputmode = reply === "pay" ? "decimal" : "text";
    const input = el("input", { id: "drill-answer", inputmode, autocomplete: "off" });
    /** @param {SubmitEvent} event */
    const onsubmit = (event) => {
      event.preventDefault();
      const text = input.value.trim().replace("−", "-");
      try {
        const word = choices.find((choice) => typedFor(choice).includes(text));
        if (word) return give(word);
        if (!text) return;
        give(reply === "pay" && text !== "0" ? parseMoney(text) : whole(text));
      } catch (error) {
        this.#told.replaceChildren(el("p.drill-error", errorMessage(error)));
      }
    };
    const submit = el("button.primary", { type: "submit" }, words("page.drill.answer"));
    return [el("form", { onsubmit }, field(label, input), el("p.answers", submit, buttons))];
  }

  /** @type {(set: DrillSet, report: DrillReport) => Promise<void>} */
  async #report({ seed, kind, left }, { right, asked, seconds, late, mistakes }) {
    this.#drills = await request("/api/drills");
    const learned = this.#drills.kinds
      .filter((each) => kind === "all" || each.kind === kind)
      .map(({ kind: name, learned: count, topics: shown }) =>
        el("p", words("drill.learned", { text: nameOf(name), count, shown })),
      );
    /** @type {Message[]} */
    const messages = [
      ["drill.time_up", {}],
      ["drill.report", { count: right, shown: asked, seconds }],
      ["page.drill.unanswered", { count: left }],
    ];
    const said = catalogue().sentences(late ? messages : messages.slice(1, 2));
    const head = el("p.drill-question", { tabindex: "-1" }, said);
    const wrong = mistakes.map(({ ask, why }) => el("li", asking(ask), el("p", textOf(why))));
    const list = [el("h3", words("drill.mistakes")), el("ul.drill-mistakes", wrong)];
    const again = button(words("page.drill.again"), () => this.#choose(), { class: "primary" });
    this.#body.replaceChildren(
      head,
      ...learned,
      ...(wrong.length ? list : []),
      el("p.note", words("page.drill.share", { text: seed })),
      el("p.answers", again),
    );
    head.focus();
  }

  /** Show the time that is left, if there is a clock. @param {number | null} left */
  #tick(left) {
    const began = performance.now();
    const show = () => {
      const now =
        left === null ? 0 : Math.max(0, left - Math.floor((performance.now() - began) / 1000));
      setText(this.#clock, left === null ? "" : words("page.drill.time", { seconds: now }));
      if (left !== null && now === 0) this.#endTest();
    };
    show();
    if (left !== null) this.#timer = window.setInterval(show, 1000);
  }

  /** Show the report once the server's clock has run out too. */
  async #endTest() {
    const { set } = await request("/api/drills").catch(() => ({ set: null }));
    if (set?.report) this.#show(set);
  }

  /** Letters answer, unless the guest types or has turned single keys off. @param {KeyboardEvent} event */
  #onKey(event) {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return;
    if (!settings.get("shortcuts") || target instanceof HTMLSelectElement) return;
    for (const each of this.#body.querySelectorAll("button"))
      if (each.dataset.key === key.toLowerCase()) {
        event.preventDefault();
        each.click();
      }
  }
}

/** @param {string} kind */
const nameOf = (kind) => words(`drill.name.${kind}`);

/** Return what a terminal accepts as an answer. The first is its key. @param {string} choice */
const typedFor = (choice) => words(`drill.answer.${choice}`).split(" ");

/** Return a question in words for a screen reader, and as a picture with a few words. @param {WireMessage} ask */
const asking = (ask) => [
  el("span.hidden", textOf(ask)),
  el("div", { "aria-hidden": "true" }, questionPicture(ask), words(QUESTIONS[ask[0]], ask[1])),
];

/** Return the name of a square's row. @type {(square: Square) => Message} */
const rowMessage = ({ side, holding, third }) => {
  if (side === "player") return ["drill.row.player", {}];
  return third === null ? ["drill.row.stood", {}] : ["drill.row.third", { holding }];
};

/** @param {string} text */
function whole(text) {
  const number = Number(text);
  if (!Number.isInteger(number)) throw new Error(catalogue().words(["refused.drill_answer", {}]));
  return number;
}
