/** Shows frames in order and at a pace that can be followed; what is shown never decides anything. */

import { squares } from "../game/coups.js";
import { pause } from "../lib/waiting.js";
import { applied, clocked, noted, welcomed } from "../model/model.js";
import { readied } from "../model/ready.js";
import { own } from "../model/seats.js";
import { read, spoken } from "./speech.js";
import { settings } from "../shell/settings.js";

/** So many milliseconds the last board of a shoe stays, at the calm pace. */
const HELD = 3000;

export class Presenter extends EventTarget {
  #queue = [];
  #isBusy = false;
  #isHurried = false;
  #skip = null;
  #hidden = null;
  #shownAt = -Infinity;
  #later = [];

  constructor(model, stage, log) {
    super();
    this.model = model;
    this.stage = stage;
    this.log = log;
    this.number = null; // The last event that was shown whole.
    this.#hidden = () => document.hidden && this.skip();
    document.addEventListener("visibilitychange", this.#hidden);
  }

  /** Nothing more is shown. */
  close() {
    this.#queue.length = 0;
    this.skip();
    document.removeEventListener("visibilitychange", this.#hidden);
  }

  /** A frame has come. */
  take(frame) {
    if (frame.type === "clock") {
      clocked(this.model, frame); // Time runs while cards are still being shown.
      this.#changed();
      return;
    }
    if (frame.type === "ready") {
      readied(this.model, frame);
      this.#tellReady(frame);
      this.#changed();
      return;
    }
    if (frame.type === "ceremony") {
      this.model.ceremony = frame; // Its answer does not wait for what is shown.
      this.#changed();
      return;
    }
    if (frame.type === "welcome") this.#queue.length = 0;
    if (hasCoup(frame)) frame.closing = this.model.clock.said.at(-1);
    this.#queue.push(frame);
    if (frame.type === "welcome") this.skip();
    this.#play();
  }

  /** Show at once the rest of this coup, or of what waits to be shown. */
  skip() {
    this.#isHurried = this.model.isShowing;
    this.#skip?.abort();
  }

  async #play() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#queue.length) {
      try {
        await this.#show(this.#queue.shift());
      } catch (error) {
        console.error(error); // What cannot be shown must not stop what follows.
      }
      this.#changed();
      this.#sayLater();
    }
    this.#isBusy = this.#isHurried = false;
  }

  async #show(frame) {
    switch (frame.type) {
      case "welcome":
        this.#welcome(frame);
        this.number = frame.number;
        return;
      case "events":
        await this.#events(frame);
        this.number = frame.number;
        return;
      case "roads": this.model.roads = frame; return;
      case "room": this.model.room = frame; return;
      default:
    }
  }

  #welcome(frame) {
    const isFirst = this.model.house === null;
    welcomed(this.model, frame);
    Object.assign(this.model, { isDealing: false, isShowing: false });
    this.log.hear(frame.missed, this.model.seat, { quietly: isFirst });
    if (isFirst && this.log.isEmpty) this.#greet(frame.house);
    this.#tellReady(frame.ready);
    for (const event of frame.missed) {
      this.#money(event);
    }
    const { last } = this.model;
    this.model.lit = last ? squares(last) : [];
    this.stage.lay(last, this.model.lit);
    this.dispatchEvent(new CustomEvent("welcome", { detail: { isFirst } }));
  }

  /** Who is ready is said at once, but does not come between the parts of a coup. */
  #tellReady({ said }) {
    this.#later.push(...said);
    if (!this.model.isMoving) this.#sayLater();
  }

  #sayLater() {
    const lines = this.#later.splice(0);
    for (const line of lines) this.log.show(line, { kind: "ready" });
    this.log.speak(lines, { kind: "ready" });
  }

  /** The house's rules, as they were told when the table was opened. */
  #greet({ said }) {
    const pays = said.findIndex((line) => line.startsWith("Pays:"));
    const most = { terse: 1, normal: pays < 0 ? said.length : pays, full: said.length }[settings.get("level")];
    for (const line of said.slice(0, most)) this.log.show(line, { kind: "table_opened" });
    this.log.speak(said.slice(0, most), { kind: "table_opened" });
  }

  async #events(frame) {
    const dealt = frame.events.find(isCoup);
    if (!dealt) {
      for (const event of frame.events) await this.#procedure(event, frame);
      applied(this.model, frame);
      return;
    }
    const settled = frame.events.filter((event) => event.kind === "bet_settled");
    if (frame.closing && own(this.model)) read(frame.closing).forEach((line) => this.log.say(line, { kind: "clock" }));
    await this.#coup(dealt, settled);
    for (const event of frame.events) this.#one(event, { isSaid: event === dealt });
    applied(this.model, frame);
  }

  /** One event between two coups; where a shoe ends and the next begins, each with its time. */
  async #procedure(event, frame) {
    const { model, stage } = this;
    const isNew = event.kind === "shoe_committed" && !model.house.every_coup;
    if (isNew && model.last) await this.#while((signal) => pause(HELD * settings.tempo - (performance.now() - this.#shownAt), signal));
    if (event.kind === "burned") {
      applied(model, { table: { ...frame.table, phase: "seeding" } });
      await this.#while((signal) => stage.burn(event, signal));
    }
    this.#one(event);
    if (!isNew) return;
    applied(model, frame);
    await this.#while((signal) => stage.shuffle(signal));
  }

  /** Show something for a while; it can be skipped. */
  async #while(show) {
    this.#skip = this.#skipper();
    this.model.isShowing = !this.#skip.signal.aborted;
    this.#changed();
    try {
      await show(this.#skip.signal);
    } finally {
      this.model.isShowing = false;
      this.#skip = null;
    }
  }

  /** What ends the wait; at once where nothing shall move, or a coup waits to be shown. */
  #skipper() {
    const skip = new AbortController();
    if (this.#isHurried || settings.isStill || document.hidden || this.#queue.some(hasCoup)) skip.abort();
    return skip;
  }

  #one(event, { isSaid = false } = {}) {
    const { seat } = this.model; // Who leaves hears it as a guest of that seat.
    noted(this.model, event);
    if (event.kind === "bet_placed" && event.seat === this.model.seat) this.#arrived(event);
    this.#money(event);
    if (!isSaid) this.log.hear([event], seat);
    this.dispatchEvent(new CustomEvent("event", { detail: event }));
  }

  /** An own bet that was pending lies on the felt now. */
  #arrived({ key, stake }) {
    const at = this.model.pending.findIndex((bet) => bet.key === key && bet.stake === stake);
    if (at >= 0) this.model.pending.splice(at, 1);
    delete this.model.refusals[key];
    this.model.paid = {};
  }

  #money(event) {
    if (event.kind === "coup_dealt") Object.assign(this.model, { lastWin: null, paid: {} });
    if (event.kind === "shoe_committed" && !this.model.house.every_coup) this.model.paid = {};
    if (event.kind === "bet_settled" && event.seat === this.model.seat) {
      this.model.lastWin = (this.model.lastWin ?? 0) + event.earned;
      this.model.paid[event.key] = { fate: event.fate, earned: event.earned };
    }
  }

  async #coup(event, settled) {
    const { model } = this;
    this.#skip = this.#skipper();
    Object.assign(model, { isDealing: true, lit: [], refusals: {}, paid: {}, shown: null });
    this.#changed();
    try {
      await this.#deal(event, settled);
    } finally {
      Object.assign(model, { isDealing: false });
      this.#shownAt = performance.now();
      this.#skip = null;
    }
  }

  /** The coup, step by step, then the money. */
  async #deal(event, settled) {
    const { model, stage, log } = this;
    const { signal } = this.#skip;
    const tell = telling(event, log, model.seat);
    await stage.begin(event, signal);
    for (const step of event.story) {
      if (step.square) model.lit = [...model.lit, { side: step.side, ...step.square }];
      this.dispatchEvent(new CustomEvent("step", { detail: step }));
      if (!step.card) tell(step);
      await stage.step(step, { lit: model.lit, isLast: event.last }, signal);
      if (step.card) tell(step); // A card is named when it lies there.
    }
    tell(null);
    model.shown = event.outcome;
    this.#changed();
    await stage.settle(settled, model, signal);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** Tells a coup in time with its steps: to read, all lines up to a step's own last one; by ear, the step's sentence. */
function telling(event, log, seat) {
  const lines = [...read(event)];
  const show = (many) => lines.splice(0, many).forEach((line) => log.show(line, event));
  show(1);
  log.speak(spoken(event), event);
  return (step) => {
    show(step ? lines.indexOf(read(step).at(-1)) + 1 : lines.length);
    if (step) log.speak(spoken(step), event);
    else log.speakSettled(event, seat);
  };
}

const isCoup = ({ kind }) => kind === "coup_dealt";
const hasCoup = ({ type, events }) => type === "events" && events.some(isCoup);
