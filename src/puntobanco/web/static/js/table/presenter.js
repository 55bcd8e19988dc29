/** Shows frames in order, at a pace that a guest can follow. */

import { goodRoadMessage } from "../game/roads.js";
import { pause } from "../lib/waiting.js";
import { isOpen } from "../model/model.js";
import { ownSeat } from "../model/seats.js";
import { isCoup, spoken, written } from "../model/speech.js";
import { withStakes } from "../model/stake-messages.js";
import { settings } from "../shell/settings.js";

/** @import { ModelWriter } from "../model/evolve.js" */
/** @import { BetSettled, ClockCall, CoupDealt, Events, Frame, Roads, RoadsAfterCoup, Room, WireMessage, Step, TableEvent, Welcome } from "../wire/frames.d.ts" */
/** @import { LiveLog } from "./log.js" */
/** @import { Stage } from "./stage.js" */

/** A frame that waits for its turn. `closing` is the clock's call before its coup. @typedef {{ frame: Welcome | Events | Roads | RoadsAfterCoup | Room, closing?: ClockCall }} Queued */

export class Presenter {
  /** @type {Queued[]} */
  #queue = [];
  /** Nothing is shown, frames are shown at their pace, or the whole queue at once. @type {"idle" | "calm" | "hurried"} */
  #pace = "idle";
  /** Ends what is being shown. */
  #skip = new AbortController();
  #shownAt = -Infinity;
  /** Messages about who is ready, which wait for the end of a coup. @type {WireMessage[]} */
  #readyMessages = [];
  #writer;
  #stage;
  #log;

  /**
   * @param {ModelWriter} writer
   * @param {Stage} stage
   * @param {LiveLog} log
   */
  constructor(writer, stage, log) {
    this.#writer = writer;
    this.#stage = stage;
    this.#log = log;
    document.addEventListener("visibilitychange", this.#onVisibility);
  }

  get #model() {
    return this.#writer.model;
  }

  #onVisibility = () => {
    if (document.hidden) this.skip();
  };

  close() {
    this.#queue.length = 0;
    this.skip();
    document.removeEventListener("visibilitychange", this.#onVisibility);
  }

  /**
   * The single entry for frames. Frames about time and trouble apply at once, the others in order.
   * The link handles answers.
   * @param {Frame} frame
   */
  receive(frame) {
    switch (frame.type) {
      case "accepted":
      case "refused":
        return;
      case "welcome":
      case "events":
      case "roads":
      case "roads_after_coup":
      case "room":
        return this.#enqueue(frame);
      default:
        this.#writer.write(frame);
        if (frame.type === "ready") this.#sayReady(frame.said);
        this.#writer.publish();
    }
  }

  /** @param {Queued["frame"]} frame */
  #enqueue(frame) {
    if (frame.type === "welcome") this.#queue.length = 0;
    if (frame.type === "events" && frame.events.some(isTableClosed))
      this.#writer.write({ type: "closed" });
    this.#queue.push(
      hasCoup({ frame }) ? { frame, closing: this.#model.clock.said.at(-1) } : { frame },
    );
    if (frame.type === "welcome") this.skip();
    this.#play();
  }

  /** Skip the rest of this coup, or of a shoe's end and beginning. */
  skip() {
    if (this.#pace !== "idle") this.#pace = this.#model.showing === "shoe" ? "hurried" : "calm";
    this.#skip.abort();
  }

  async #play() {
    if (this.#pace !== "idle") return;
    this.#pace = "calm";
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      try {
        await this.#show(next);
      } catch (error) {
        console.error(error); // An error must not stop the frames that follow.
      }
      this.#writer.publish();
      this.#flushReady();
    }
    this.#pace = "idle";
  }

  /** @param {Queued} queued */
  async #show({ frame, closing }) {
    if (frame.type === "welcome") return this.#showWelcome(frame);
    if (frame.type === "events") return this.#showEvents(frame, closing);
    const before = this.#model.roads?.good_road;
    this.#writer.write(frame);
    if (frame.type === "roads_after_coup" && frame.good_road !== before) this.#sayGoodRoad(frame);
  }

  /** Name a new good road, if the guest wants that. @param {RoadsAfterCoup} frame */
  #sayGoodRoad(frame) {
    const good = settings.get("goodRoads") && goodRoadMessage(frame);
    if (good) this.#log.say(good);
  }

  /** @param {Welcome} frame */
  #showWelcome(frame) {
    const isFirst = !isOpen(this.#model);
    this.#writer.write(frame);
    this.#writer.publish();
    const { seat, last, lit } = this.#model;
    this.#log.addEvents(withStakes(frame.missed, frame.house.felt), seat);
    if (isFirst && this.#log.isEmpty)
      this.#sayAll(written(frame.house.said, settings.get("level")), "table_opened");
    this.#sayReady(frame.ready.said);
    this.#stage.lay(last, lit);
  }

  /**
   * Announce ready guests at once, or after the coup being shown.
   * @param {readonly WireMessage[]} messages
   */
  #sayReady(messages) {
    this.#readyMessages.push(...messages);
    if (!this.#model.showing) this.#flushReady();
  }

  #flushReady() {
    this.#sayAll(this.#readyMessages.splice(0), "ready");
  }

  /**
   * Show messages line by line, and speak them as one.
   * @param {readonly WireMessage[]} messages
   * @param {string} kind
   */
  #sayAll(messages, kind) {
    for (const message of messages) this.#log.show(message, { kind });
    this.#log.speak(messages, { kind });
  }

  /**
   * @param {Events} frame
   * @param {ClockCall | undefined} closing
   */
  async #showEvents(frame, closing) {
    const model = this.#model;
    if (!isOpen(model)) return;
    const events = withStakes(frame.events, model.house.felt);
    const coup = events.find(isCoup);
    if (coup) {
      this.#sayClosing(closing);
      await this.#showCoup(coup, events.filter(isSettled));
      for (const event of events) this.#take(event, { isSaid: event === coup });
    } else {
      for (const event of events) await this.#showEvent(event, frame);
    }
    this.#writer.write({ ...frame, events: [] });
  }

  /** @param {ClockCall | undefined} closing */
  #sayClosing(closing) {
    if (!closing || !ownSeat(this.#model)) return;
    for (const message of written(closing.said, settings.get("level")))
      this.#log.say(message, { kind: "clock" });
  }

  /**
   * Apply an event, and announce it unless that is done.
   * @param {TableEvent} event
   * @param {{ isSaid?: boolean }} options
   */
  #take(event, { isSaid = false } = {}) {
    const { seat } = this.#model; // A guest who leaves still hears it as the guest of that seat.
    this.#writer.write({ type: "events", events: [event] });
    if (!isSaid) this.#log.addEvents([event], seat);
  }

  /**
   * Show one event between two coups; the end and the beginning of a shoe take their time.
   * @param {TableEvent} event
   * @param {Events} frame
   */
  async #showEvent(event, { seats, table }) {
    const { last, house, durations } = this.#model;
    const isNewShoe = event.kind === "shoe_committed" && !house?.every_coup;
    if (isNewShoe && last) {
      const holding = (durations?.holding ?? 0) * settings.tempo;
      const left = holding - (performance.now() - this.#shownAt);
      await this.#showShoe((signal) => pause(left, signal));
    }
    if (event.kind === "burned") {
      this.#writer.write({ type: "events", events: [], table: { ...table, phase: "seeding" } });
      await this.#showShoe((signal) => this.#stage.burn(event.data, signal));
    }
    this.#take(event);
    if (!isNewShoe) return;
    this.#writer.write({ type: "events", events: [], seats, table });
    await this.#showShoe((signal) => this.#stage.shuffle(signal));
  }

  /**
   * Show a part of the end or the beginning of a shoe; it can be skipped.
   * @param {(signal: AbortSignal) => Promise<void>} show
   */
  async #showShoe(show) {
    const { signal } = this.#newSkip();
    this.#writer.write({ type: "showing", what: signal.aborted ? null : "shoe" });
    this.#writer.publish();
    try {
      await show(signal);
    } finally {
      this.#writer.write({ type: "showing", what: null });
    }
  }

  /** Return what ends the show. It ends at once if animations are off or another coup waits. */
  #newSkip() {
    this.#skip = new AbortController();
    const isHurried = this.#pace === "hurried";
    if (isHurried || settings.isStill || document.hidden || this.#queue.some(hasCoup))
      this.#skip.abort();
    return this.#skip;
  }

  /**
   * @param {CoupDealt} coup
   * @param {BetSettled[]} settled
   */
  async #showCoup(coup, settled) {
    const { signal } = this.#newSkip();
    this.#writer.write({ type: "showing", what: "coup" });
    this.#writer.publish();
    try {
      await this.#deal(coup, settled, signal);
    } finally {
      this.#writer.write({ type: "showing", what: null });
      this.#shownAt = performance.now();
    }
  }

  /**
   * @param {CoupDealt} coup
   * @param {BetSettled[]} settled
   * @param {AbortSignal} signal
   */
  async #deal(coup, settled, signal) {
    const say = narrator(coup, this.#log, this.#model.seat);
    await this.#stage.begin(coup, signal);
    for (const step of coup.facts.steps) {
      if ("square" in step && step.square) this.#writer.write({ type: "lit", square: step.square });
      if (step.did === "ended")
        this.#writer.write({ type: "outcome", outcome: step.outcome, won: coup.facts.won });
      this.#writer.publish();
      if (!("card" in step)) say(step);
      await this.#stage.step(step, { lit: this.#model.lit, isLast: coup.data.last }, signal);
      if ("card" in step) say(step); // A card is named when it lies there.
    }
    say(null);
    await this.#stage.settle(settled, signal);
  }
}

/**
 * Return a function that shows and speaks a step of a coup; with null, it speaks about the money.
 * @type {(coup: CoupDealt, log: LiveLog, seat: number | null) => (step: Step | null) => void}
 */
const narrator = (coup, log, seat) => {
  const level = settings.get("level");
  /** @param {CoupDealt | Step} part */
  const say = (part) => {
    log.showPart(part, coup, level);
    log.speak(spoken(part.said, level), coup);
  };
  say(coup);
  return (step) => (step ? say(step) : log.speakMoney(coup, seat));
};

/**
 * @param {TableEvent} event
 * @returns {event is BetSettled}
 */
const isSettled = (event) => event.kind === "bet_settled";

/** @param {TableEvent} event */
const isTableClosed = ({ kind }) => kind === "table_closed";

/** @param {Queued} queued */
const hasCoup = ({ frame }) => frame.type === "events" && frame.events.some(isCoup);
