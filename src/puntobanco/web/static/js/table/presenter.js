/** Shows frames in order and at a pace that can be followed; what is shown never decides anything. */

import { pause } from "../lib/waiting.js";
import {
  applyClock,
  applyEvent,
  applyMoney,
  applyOwnBet,
  applyState,
  applyWelcome,
  isOpen,
} from "../model/model.js";
import { applyReady } from "../model/ready.js";
import { ownSeat } from "../model/seats.js";
import { spokenLines, writtenLines } from "../model/speech.js";
import { worded } from "../model/stake-words.js";
import { settings } from "../shell/settings.js";

/** @import { TypedEventTarget } from "../lib/events.d.ts" */
/** @import { Model } from "../model/model.js" */
/** @import { BetSettled, ClockWords, CoupDealt, Events, Frame, House, Step, TableEvent, Welcome } from "../wire/frames.d.ts" */
/** @import { LiveLog } from "./log.js" */
/** @import { Stage } from "./stage.js" */

/** A frame that waits to be shown; `closing` is said before its coup. @typedef {Frame & { closing?: ClockWords }} Queued */
/**
 * @typedef {object} PresenterEvents
 * @property {Event} change  the model has changed
 * @property {Event} step  a step of a coup begins
 * @property {Event} welcome  everything was drawn anew
 * @property {CustomEvent<TableEvent>} event  an event was shown
 */

export class Presenter extends /** @type {new () => TypedEventTarget<PresenterEvents>} */ (
  EventTarget
) {
  /** @type {Queued[]} */
  #queue = [];
  #isBusy = false;
  /** Whether everything up to the end of the queue is shown at once. */
  #isHurried = false;
  /** Ends what is being shown. @type {AbortController | null} */
  #skip = null;
  #shownAt = -Infinity;
  /** Lines about who is ready, which wait for the end of a coup. @type {string[]} */
  #readyLines = [];
  #model;
  #stage;
  #log;

  /**
   * @param {Model} model
   * @param {Stage} stage
   * @param {LiveLog} log
   */
  constructor(model, stage, log) {
    super();
    this.#model = model;
    this.#stage = stage;
    this.#log = log;
    /** The last event that was shown whole. @type {number | null} */
    this.number = null;
    document.addEventListener("visibilitychange", this.#onVisibility);
  }

  #onVisibility = () => {
    if (document.hidden) this.skip();
  };

  /** Show nothing more. */
  close() {
    this.#queue.length = 0;
    this.skip();
    document.removeEventListener("visibilitychange", this.#onVisibility);
  }

  /**
   * Take a frame: what is about time counts at once, the rest when its turn comes.
   * @param {Frame} frame
   */
  take(frame) {
    const now = performance.now();
    if (frame.type === "clock") applyClock(this.#model, frame, now);
    else if (frame.type === "ceremony") this.#model.ceremony = frame;
    else if (frame.type === "ready") {
      applyReady(this.#model, frame, now);
      this.#sayReady(frame.said);
    } else return this.#enqueue(frame);
    this.#dispatchChange();
  }

  /** @param {Queued} frame */
  #enqueue(frame) {
    if (frame.type === "welcome") this.#queue.length = 0;
    if (hasCoup(frame)) frame.closing = this.#model.clock.said.at(-1);
    this.#queue.push(frame);
    if (frame.type === "welcome") this.skip();
    this.#play();
  }

  /** Show at once the rest of this coup, or of what waits to be shown. */
  skip() {
    this.#isHurried = this.#model.isShowing;
    this.#skip?.abort();
  }

  async #play() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let frame = this.#queue.shift(); frame; frame = this.#queue.shift()) {
      try {
        await this.#show(frame);
      } catch (error) {
        console.error(error); // What cannot be shown must not stop what follows.
      }
      this.#dispatchChange();
      this.#flushReady();
    }
    this.#isBusy = false;
    this.#isHurried = false;
  }

  /** @param {Queued} frame */
  async #show(frame) {
    switch (frame.type) {
      case "welcome":
        this.#showWelcome(frame);
        this.number = frame.number;
        return;
      case "events":
        await this.#showEvents(frame);
        this.number = frame.number;
        return;
      case "roads":
        this.#model.roads = frame;
        return;
      case "room":
        this.#model.room = frame;
        return;
      default:
    }
  }

  /** @param {Welcome} frame */
  #showWelcome(frame) {
    const isFirst = this.#model.house === null;
    applyWelcome(this.#model, frame, performance.now());
    Object.assign(this.#model, { isDealing: false, isShowing: false });
    const missed = worded(frame.missed, frame.phrases, frame.house.felt);
    this.#log.addEvents(missed, this.#model.seat);
    if (isFirst && this.#log.isEmpty) this.#sayHouse(frame.house);
    this.#sayReady(frame.ready.said);
    for (const event of missed) applyMoney(this.#model, event);
    const { last } = this.#model;
    this.#model.lit = last?.squares ?? [];
    this.#stage.lay(last, this.#model.lit);
    this.dispatchEvent(new Event("welcome"));
  }

  /**
   * Say who is ready at once, but not between the parts of a coup.
   * @param {string[]} lines
   */
  #sayReady(lines) {
    this.#readyLines.push(...lines);
    if (!this.#model.isMoving) this.#flushReady();
  }

  #flushReady() {
    const lines = this.#readyLines.splice(0);
    for (const line of lines) this.#log.show(line, { kind: "ready" });
    this.#log.speak(lines, { kind: "ready" });
  }

  /**
   * Say the house's rules, as they were said when the table was opened.
   * @param {House} house
   */
  #sayHouse({ said }) {
    const lines = said[settings.get("level")] ?? [];
    for (const line of lines) this.#log.show(line, { kind: "table_opened" });
    this.#log.speak(lines, { kind: "table_opened" });
  }

  /** @param {Events & { closing?: ClockWords }} frame */
  async #showEvents(frame) {
    if (!isOpen(this.#model)) return;
    const events = worded(frame.events, this.#model.phrases, this.#model.house.felt);
    const coup = events.find(isCoup);
    if (coup) {
      this.#sayClosing(frame.closing);
      await this.#showCoup(coup, events.filter(isSettled));
      for (const event of events) this.#applyEvent(event, { isSaid: event === coup });
    } else {
      for (const event of events) await this.#showEvent(event, frame);
    }
    applyState(this.#model, frame);
  }

  /** @param {ClockWords | undefined} closing */
  #sayClosing(closing) {
    if (!closing || !ownSeat(this.#model)) return;
    for (const line of writtenLines(closing.words, settings.get("level")))
      this.#log.say(line, { kind: "clock" });
  }

  /**
   * Show one event between two coups; the end and the beginning of a shoe take their time.
   * @param {TableEvent} event
   * @param {Events} frame
   */
  async #showEvent(event, frame) {
    const isNewShoe = event.kind === "shoe_committed" && !this.#model.house?.every_coup;
    if (isNewShoe && this.#model.last) {
      const holding = (this.#model.durations?.holding ?? 0) * settings.tempo;
      const left = holding - (performance.now() - this.#shownAt);
      await this.#showing((signal) => pause(left, signal));
    }
    if (event.kind === "burned") {
      applyState(this.#model, { table: { ...frame.table, phase: "seeding" } });
      await this.#showing((signal) => this.#stage.burn(event.data, signal));
    }
    this.#applyEvent(event);
    if (!isNewShoe) return;
    applyState(this.#model, frame);
    await this.#showing((signal) => this.#stage.shuffle(signal));
  }

  /**
   * Show something for a while; it can be skipped.
   * @param {(signal: AbortSignal) => Promise<void>} show
   */
  async #showing(show) {
    const { signal } = this.#newSkip();
    this.#model.isShowing = !signal.aborted;
    this.#dispatchChange();
    try {
      await show(signal);
    } finally {
      this.#model.isShowing = false;
      this.#skip = null;
    }
  }

  /** What ends the showing; it is over at once where nothing shall move, or a coup waits to be shown. */
  #newSkip() {
    const skip = new AbortController();
    if (this.#isHurried || settings.isStill || document.hidden || this.#queue.some(hasCoup))
      skip.abort();
    this.#skip = skip;
    return skip;
  }

  /**
   * @param {TableEvent} event
   * @param {{ isSaid?: boolean }} options
   */
  #applyEvent(event, { isSaid = false } = {}) {
    const { seat } = this.#model; // A guest who leaves hears it as a guest of that seat.
    applyEvent(this.#model, event);
    if (event.kind === "bet_placed" && event.data.seat === this.#model.seat)
      applyOwnBet(this.#model, event.data);
    applyMoney(this.#model, event);
    if (!isSaid) this.#log.addEvents([event], seat);
    this.dispatchEvent(new CustomEvent("event", { detail: event }));
  }

  /**
   * @param {CoupDealt} coup
   * @param {BetSettled[]} settled
   */
  async #showCoup(coup, settled) {
    const { signal } = this.#newSkip();
    Object.assign(this.#model, { isDealing: true, lit: [], refusals: {}, paid: {}, shown: null });
    this.#dispatchChange();
    try {
      await this.#deal(coup, settled, signal);
    } finally {
      this.#model.isDealing = false;
      this.#shownAt = performance.now();
      this.#skip = null;
    }
  }

  /**
   * Show the coup step by step, then the money.
   * @param {CoupDealt} coup
   * @param {BetSettled[]} settled
   * @param {AbortSignal} signal
   */
  async #deal(coup, settled, signal) {
    const model = this.#model;
    const say = narrator(coup, this.#log, model.seat);
    await this.#stage.begin(coup, signal);
    for (const step of coup.facts.steps) {
      if ("square" in step && step.square) model.lit = [...model.lit, step.square];
      this.dispatchEvent(new Event("step"));
      if (!("card" in step)) say(step);
      await this.#stage.step(step, { lit: model.lit, isLast: coup.data.last }, signal);
      if ("card" in step) say(step); // A card is named when it lies there.
    }
    say(null);
    model.shown = coup.facts.dealt.outcome;
    this.#dispatchChange();
    await this.#stage.settle(settled, signal);
  }

  #dispatchChange() {
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * A function that says a coup in time with its steps: it shows the step's lines and speaks its
 * sentence; without a step, it speaks of the money.
 * @param {CoupDealt} coup
 * @param {LiveLog} log
 * @param {number | null} seat
 * @returns {(step: Step | null) => void}
 */
function narrator(coup, log, seat) {
  const level = settings.get("level");
  /** @param {CoupDealt | Step} part */
  const say = (part) => {
    log.showPart(part, coup, level);
    log.speak(spokenLines(part.words, level), coup);
  };
  say(coup);
  return (step) => (step ? say(step) : log.speakMoney(coup, seat));
}

/**
 * @param {TableEvent} event
 * @returns {event is CoupDealt}
 */
const isCoup = (event) => event.kind === "coup_dealt";

/**
 * @param {TableEvent} event
 * @returns {event is BetSettled}
 */
const isSettled = (event) => event.kind === "bet_settled";

/** @param {Queued} frame */
const hasCoup = (frame) => frame.type === "events" && frame.events.some(isCoup);
