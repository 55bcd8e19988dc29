/** Takes frames from a source and has them shown in order, at a pace that a guest can follow. */

import { Director } from "../model/director.js";
import { scoreOf } from "../model/score.js";
import { isCoup } from "../model/speech.js";
import { settings } from "../shell/settings.js";
import { playSound } from "../shell/sounds.js";

/** @import { Beat, Circumstances, QueuedFrame } from "../model/score.js" */
/** @import { ModelWriter } from "../model/evolve.js" */
/** @import { Frame, WireMessage } from "../wire/frames.d.ts" */
/** @import { LiveLog } from "./log.js" */
/** @import { TableLink } from "./link.js" */

/** @typedef {{ frame: QueuedFrame, closing?: Circumstances["closing"] }} Queued */

export class Show {
  /** @type {Queued[]} */
  #queue = [];
  #isPlaying = false;
  /** Whether the guest has skipped a shoe's end or beginning: all that waits is shown at once. */
  #isHurried = false;
  #shownAt = -Infinity;
  /** Messages about who is ready, which wait for the end of a coup. @type {WireMessage[]} */
  #readyMessages = [];
  #director = new Director(this);
  #stop = new AbortController();
  #writer;
  #log;

  /**
   * @param {TableLink} source
   * @param {ModelWriter} writer
   * @param {LiveLog} log
   */
  constructor(source, writer, log) {
    this.#writer = writer;
    this.#log = log;
    const { signal } = this.#stop;
    source.addEventListener("frame", ({ detail }) => this.#receive(detail), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.skip(), { signal });
  }

  close() {
    this.#queue.length = 0;
    this.skip();
    this.#stop.abort();
  }

  /** Skip the rest of this coup, or of a shoe's end and beginning. */
  skip() {
    this.#isHurried = this.#writer.model.showing === "shoe";
    this.#director.skip();
  }

  turn() {
    this.#director.act("turn");
  }

  /**
   * Frames about time and trouble apply at once, the others in order. The link handles answers.
   * @param {Frame} frame
   */
  #receive(frame) {
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

  /** A new coup or connection ends the show of what was before. @param {QueuedFrame} frame */
  #enqueue(frame) {
    const { model } = this.#writer;
    const isNewCoup = hasCoup(frame);
    if (frame.type === "welcome") this.#queue.length = 0;
    if (frame.type === "events" && frame.events.some(({ kind }) => kind === "table_closed"))
      this.#writer.write({ type: "closed" });
    this.#queue.push(isNewCoup ? { frame, closing: model.clock.said.at(-1) } : { frame });
    if (frame.type === "welcome" || (isNewCoup && model.showing)) this.#director.skip();
    this.#play();
  }

  async #play() {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) await this.#show(next);
    this.#isPlaying = this.#isHurried = false;
  }

  /** @param {Queued} queued */
  async #show({ frame, closing }) {
    const held = (performance.now() - this.#shownAt) / settings.tempo;
    const [goodRoads, squeeze] = [settings.get("goodRoads"), settings.get("squeeze")];
    const [isNew, isNewcomer] = [this.#log.isEmpty, settings.get("coach") !== null];
    const circumstances = { closing, isNew, isNewcomer, goodRoads, squeeze, held };
    await this.#director.perform(scoreOf(frame, this.#writer.model, circumstances));
    if (hasCoup(frame)) this.#shownAt = performance.now();
    this.#writer.publish();
    if (frame.type === "welcome") this.#sayReady(frame.ready.said);
    this.#flushReady();
  }

  /** Show a beat at once if animations are off, the page is hidden, or it lags behind the table. @param {Beat} beat */
  timeOf({ lasts, waits }) {
    const isBehind = this.#queue.some(({ frame }) => hasCoup(frame));
    if (this.#isHurried || document.hidden || isBehind) return 0;
    if (waits) return lasts;
    return settings.isStill ? 0 : lasts * settings.tempo;
  }

  /** @type {(beat: Beat, time: number) => void} */
  enter(beat, time) {
    try {
      this.#writer.write(...beat.changes, { type: "time", time: beat.waits ? 0 : time });
      if (time || beat.name === "frame") this.#writer.publish();
      const isPaid = Boolean(this.#writer.model.board.paying?.length);
      if (time) playSound(beat.name === "pay" && isPaid ? "chip" : beat.name);
      for (const telling of beat.tells) this.#log.tell(telling);
    } catch (error) {
      console.error(error); // An error must not stop the beats that follow.
    }
  }

  /** Announce ready guests, now or after the coup. @param {readonly WireMessage[]} messages */
  #sayReady(messages) {
    this.#readyMessages.push(...messages);
    if (!this.#writer.model.showing) this.#flushReady();
  }

  #flushReady() {
    const said = this.#readyMessages.splice(0);
    if (said.length) this.#log.tell({ said, kind: "ready" });
  }
}

/** @param {QueuedFrame} frame */
const hasCoup = (frame) => frame.type === "events" && frame.events.some(isCoup);
