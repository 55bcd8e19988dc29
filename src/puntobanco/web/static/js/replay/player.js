/** Replays the coups of a finished shoe, step by step or automatically, on screen and in speech. */

import { betFact, betName, percentage } from "../game/names.js";
import { button, dataTable, el, scrollBox, setText } from "../lib/elements.js";
import { Director } from "../model/director.js";
import { newModel } from "../model/model.js";
import { scoreOf } from "../model/score.js";
import { breathsOf, isCoup, linesOf } from "../model/speech.js";
import { settings } from "../shell/settings.js";
import { playSound } from "../shell/sounds.js";
import { Stage } from "../table/stage.js";
import { catalogue, textOf, words } from "../words/words.js";

/** @import { ShoeReplay } from "../wire/answers.d.ts" */
/** @import { BetSettled, TableEvent, WireMessage } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */
/** @import { Beat } from "../model/score.js" */
/** @import { OpenModel } from "../model/model.js" */

const MOST_SPOKEN = 50;
/** How long a step stays if nothing moves, in milliseconds. */
const STILL_STEP = 900;

/** What keys do. @type {Record<string, "next" | "back" | "nextCoup" | "previousCoup" | "first" | "last">} */
const KEYS = {
  ArrowRight: "next",
  ArrowLeft: "back",
  PageDown: "nextCoup",
  PageUp: "previousCoup",
  Home: "first",
  End: "last",
};
/** What letters do, unless the guest has turned single keys off. @type {Record<string, "next" | "back" | "nextCoup" | "previousCoup" | "play" | "sayOdds" | "sayWhy">} */
const LETTERS = {
  n: "next",
  b: "back",
  "+": "nextCoup",
  "-": "previousCoup",
  p: "play",
  o: "sayOdds",
  i: "sayWhy",
};

export class ReplayPlayer {
  #stage = new Stage({ skip() {}, turn() {}, ask() {}, peeled() {} });
  #title = el("p.replay-coup");
  #lines = el("div.replay-lines", {
    tabindex: "0",
    role: "group",
    "aria-label": words("page.log"),
  });
  #spoken = el("div.spoken.hidden", {
    role: "log",
    "aria-live": "polite",
    "aria-relevant": "additions",
    "aria-label": words("page.spoken"),
  });
  #facts = el("div.replay-facts");
  #play = button(words("page.replay.play"), () => this.play(), { "aria-keyshortcuts": "P" });
  #number = el("input", { id: "replay-number", type: "number", inputmode: "numeric" });
  #director = new Director(this);
  #stop = new AbortController();
  #at = 0;
  /** The beats at which a step ends. @type {number[]} */
  #stops = [];
  #isPlaying = false;
  /** @type {OpenModel | null} */
  #shown = null;
  /** @type {OpenModel} */
  #model;
  #shoe;
  #moved;

  /**
   * @param {ShoeReplay} shoe
   * @param {object} options
   * @param {number} options.coup  the number of the first coup to show
   * @param {(coup: number) => void} options.moved  called with the number of each coup shown
   * @param {(coup: number) => string} options.linkTo
   */
  constructor(shoe, { coup, moved, linkTo }) {
    this.#shoe = shoe;
    this.#moved = moved;
    this.#model = this.#before(0);
    this.#number.min = "1";
    this.#number.max = String(shoe.coups.length);
    this.#number.addEventListener("change", () => this.show(Number(this.#number.value) - 1));
    const copy = async () => {
      const link = linkTo(this.#at + 1);
      const isCopied = await navigator.clipboard?.writeText(link).then(
        () => true,
        () => false,
      );
      this.#say(isCopied ? ["page.replay.copied", {}] : ["page.replay.link_is", { text: link }]);
    };
    this.element = el(
      "pb-replay",
      el("div.replay-cloth", this.#title, this.#stage.element),
      el(
        "div.replay-keys",
        { role: "group", "aria-label": words("page.replay.controls") },
        button(words("page.replay.previous_coup"), () => this.previousCoup()),
        button(words("page.replay.back"), () => this.back()),
        button(words("page.replay.next"), () => this.next(), { class: "primary", autofocus: true }),
        button(words("page.replay.next_coup"), () => this.nextCoup()),
        this.#play,
        el("label", { for: "replay-number" }, words("page.replay.coup")),
        this.#number,
        button(words("page.replay.link"), copy, { class: "quiet" }),
      ),
      el("div.replay-told", this.#lines, this.#facts),
      el("p.note", words("page.replay.keys")),
      this.#spoken,
    );
    const { signal } = this.#stop;
    document.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    this.show(coup - 1);
  }

  close() {
    this.#stop.abort();
    this.#isPlaying = false;
    this.#director.pause();
  }

  /** Show a coup from its beginning, or as it ended. @param {number} at */
  show(at, { isOver = false } = {}) {
    const last = this.#shoe.coups.length - 1;
    this.#at = Math.min(Math.max(0, Number.isInteger(at) ? at : 0), last);
    this.#model = this.#before(this.#at);
    const score = this.#score();
    this.#stops = score.flatMap((beat, place) => (hasLines(beat) ? [place] : []));
    this.#lines.replaceChildren();
    this.#drawFacts();
    this.#moved(this.#at + 1);
    if (!this.#isPlaying) this.#director.pause();
    this.#director.perform(score).then(() => this.#isPlaying && this.nextCoup());
    if (isOver) this.#director.seek(this.#stops.at(-1) ?? 0);
  }

  /** Go on by a step; after the last, to the next coup. */
  next() {
    this.#pause();
    const stop = this.#stops.find((place) => place > this.#director.at);
    if (stop === undefined) this.nextCoup();
    else this.#director.seek(stop);
  }

  /** Go back by a step; before the first, to the end of the coup before. */
  back() {
    this.#pause();
    const stop = this.#stops.findLast((place) => place < this.#director.at);
    if (stop !== undefined) this.#director.seek(stop);
    else if (this.#at) this.show(this.#at - 1, { isOver: true });
  }

  nextCoup() {
    if (this.#at + 1 < this.#shoe.coups.length) return this.show(this.#at + 1);
    this.#pause();
    this.#lines.querySelector(".replay-end")?.remove(); // It is said once, however often it is heard.
    this.#say(["replay.end", {}]);
    this.#lines.lastElementChild?.classList.add("replay-end");
  }

  previousCoup() {
    this.show(this.#at - 1);
  }

  first() {
    this.show(0);
  }

  last() {
    this.show(this.#shoe.coups.length - 1);
  }

  play() {
    if (this.#isPlaying) return this.#pause();
    this.#isPlaying = true;
    setText(this.#play, words("page.replay.pause"));
    this.#director.play();
  }

  sayOdds() {
    this.#say(...this.#edges());
  }

  /** Say the rules that decided this coup, once its result is shown. */
  sayWhy() {
    if (this.#model.board.won === null) return this.#say(["replay.why.later", {}]);
    const coup = this.#coup.events.find(isCoup);
    this.#say(...(coup?.facts.steps.flatMap((step) => ("why" in step ? [step.why] : [])) ?? []));
  }

  get #coup() {
    return this.#shoe.coups[this.#at];
  }

  #pause() {
    this.#isPlaying = false;
    setText(this.#play, words("page.replay.play"));
    this.#director.pause();
  }

  /** Return what is known before a coup. @type {(at: number) => OpenModel} */
  #before(at) {
    const { table, house, durations, coups } = this.#shoe;
    const { seat, before } = coups[at];
    return { ...newModel(table), house, durations, seat, shoe: before, isUp: true };
  }

  /** Return the beats of this coup. The model doesn't follow its events: only the board is shown. */
  #score() {
    const { events, seat } = this.#coup;
    /** @type {Beat[]} */
    const beats = scoreOf({ type: "events", number: 0, events }, this.#model);
    const [first, ...rest] = beats.filter(({ name }) => name !== "frame");
    /** @type {WireMessage[]} */
    const bets = ownBets(events).map(({ data: { key, stake } }) => [
      "page.replay.bet",
      { stake, bet: betFact(this.#shoe.house.felt, key) },
      EVERYONE,
    ]);
    const number = this.#at + 1;
    /** @type {WireMessage} */
    const head = ["replay.coup", { coup: number, coups: this.#shoe.coups.length }, EVERYONE];
    const telling = { said: [head, ...bets], kind: "note", isOwn: seat !== null };
    return [{ ...first, tells: [telling] }, ...rest];
  }

  /** @param {Beat} beat */
  timeOf({ lasts, tells }) {
    if (!settings.isStill) return Math.max(1, lasts * settings.tempo);
    return tells.length ? STILL_STEP : 1;
  }

  /**
   * @param {Beat} beat
   * @param {number} time  0 for a beat that is passed over
   */
  enter(beat, time) {
    const level = settings.get("level");
    for (const change of beat.changes)
      if (change.type === "shown" && change.board)
        this.#model = { ...this.#model, board: change.board };
    const lines = beat.tells.flatMap((telling) => linesOf(telling, level));
    this.#lines.append(...lines.map((line) => el("p", textOf(line))));
    if (!time) return;
    const breaths = beat.tells.flatMap((telling) => breathsOf(telling, level));
    for (const said of this.#isPlaying ? breaths : [lines]) this.#speak(said); // A step is heard as it is read.
    this.#lines.scrollTop = this.#lines.scrollHeight;
    const step = this.#shoe.durations.slide * settings.tempo;
    this.#model = { ...this.#model, time: settings.isStill ? 0 : this.#isPlaying ? time : step };
    this.#stage.render(this.#model, this.#shown);
    this.#shown = this.#model;
    playSound(beat.name);
  }

  rewind() {
    this.#lines.replaceChildren();
  }

  #drawFacts() {
    const { shoe, coups } = this.#shoe;
    const number = this.#at + 1;
    setText(this.#title, words("page.replay.place", { shoe, coup: number, coups: coups.length }));
    this.#number.value = String(number);
    const { odds, events } = this.#coup;
    const { felt } = this.#shoe.house;
    const bets = ownBets(events).map(({ data: { key, stake } }) =>
      el("li", words("page.replay.bet", { stake, bet: betFact(felt, key) })),
    );
    const edges = felt
      .filter(({ key }) => odds && key in odds.percent)
      .map((bet) => [betName(bet), edgeCell(odds?.percent[bet.key] ?? 0)]);
    const title = words("page.replay.odds");
    const heads = [words("page.bet"), words("page.replay.edge")];
    const table = dataTable({ class: "data odds" }, el("caption.hidden", title), heads, edges);
    this.#facts.replaceChildren(
      el("h3", words("page.replay.bets")),
      bets.length ? el("ul", bets) : el("p.note", words("page.replay.no_bets")),
      el("h3", title),
      odds ? scrollBox(title, table) : el("p.note", words("page.replay.no_odds")),
    );
  }

  /** @returns {Message[]} */
  #edges() {
    const { odds } = this.#coup;
    if (!odds) return [["page.replay.no_odds", {}]];
    const { felt } = this.#shoe.house;
    const best = Object.entries(odds.percent).sort(([, one], [, other]) => one - other);
    return [
      ["odds.unseen", { cards: odds.cards }],
      ...best.map(
        /** @returns {Message} */
        ([key, edge]) => [
          edge < 0 ? "odds.edge.guest" : "odds.edge",
          { bet: betFact(felt, key), percent: Math.abs(edge) },
        ],
      ),
    ];
  }

  /** Show lines below the others, and speak them. @param {Message[]} messages */
  #say(...messages) {
    this.#lines.append(...messages.map((each) => el("p.replay-answer", textOf(each))));
    this.#lines.scrollTop = this.#lines.scrollHeight;
    this.#speak(messages);
  }

  /** @param {readonly Message[]} messages */
  #speak(messages) {
    if (!messages.length) return;
    this.#spoken.append(el("p", catalogue().sentences(messages)));
    if (this.#spoken.childElementCount > MOST_SPOKEN) this.#spoken.firstElementChild?.remove();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target === this.#number) return;
    const act = KEYS[key] ?? (settings.get("shortcuts") ? LETTERS[key.toLowerCase()] : undefined);
    if (!act) return;
    event.preventDefault();
    this[act]();
  }
}

/** An edge below zero favours the guest. @param {number} percent */
const edgeCell = (percent) => {
  const amount = percentage(Math.abs(percent), 3);
  return percent < 0 ? el("td.favours", words("page.money.less", { amount })) : amount;
};

/** The audience of a line for all levels and senses. */
const EVERYONE = -1;

/** @type {(events: readonly TableEvent[]) => BetSettled[]} */
const ownBets = (events) => events.filter((event) => event.kind === "bet_settled");

/** Return whether a guest reads something of a beat. @param {Beat} beat */
const hasLines = ({ tells }) =>
  tells.some((each) => linesOf(each, settings.get("level")).length > 0);
