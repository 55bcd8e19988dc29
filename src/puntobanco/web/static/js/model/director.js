/** Performs a score. It doesn't depend on the table or the page: the caller passes functions for both. */

/** @import { Beat } from "./score.js" */

/**
 * @typedef {object} Performance
 * @property {(beat: Beat, time: number) => void} enter  begins a beat that takes this time; 0 is at once
 * @property {(beat: Beat) => number} timeOf  how long a beat takes now, in milliseconds
 * @property {() => void} [rewind]  restores what was there before the score
 * @property {(time: number, act: () => void) => () => void} [after]  acts later; returns what cancels it
 */

/** @type {NonNullable<Performance["after"]>} */
const afterTime = (time, act) => {
  const timer = setTimeout(act, time);
  return () => clearTimeout(timer);
};

export class Director {
  /** @type {readonly Beat[]} */
  #score = [];
  #at = -1;
  #isPaused = false;
  /** Whether the time of the beat is over, while paused. */
  #isDue = false;
  #cancel = () => {};
  #done = () => {};
  #enter;
  #timeOf;
  #rewind;
  #after;

  /** @param {Performance} performance */
  constructor({ enter, timeOf, rewind = () => {}, after = afterTime }) {
    this.#enter = enter;
    this.#timeOf = timeOf;
    this.#rewind = rewind;
    this.#after = after;
  }

  /** The beat being shown. */
  get beat() {
    return this.#score[this.#at] ?? null;
  }

  get at() {
    return this.#at;
  }

  /** Show a score from its first beat. Resolve after its last. @type {(score: readonly Beat[]) => Promise<void>} */
  perform(score) {
    this.#score = score;
    this.#at = -1;
    return new Promise((done) => {
      this.#done = done;
      this.#next();
    });
  }

  /** Go on after a pause. */
  play() {
    this.#isPaused = false;
    if (this.#isDue) this.#next();
  }

  /** Stay at the beat being shown. */
  pause() {
    this.#isPaused = true;
  }

  /** Go to the next beat. */
  step() {
    if (this.beat) this.#next();
  }

  /** Show the rest at once. */
  skip() {
    if (this.beat) this.seek(this.#score.length);
  }

  /** End the beat being shown if it waits for this act. Return whether it did. @param {string} act */
  act(act) {
    if (this.beat?.waits !== act) return false;
    this.#next();
    return true;
  }

  /** Go to a beat; those between are shown at once. @param {number} at */
  seek(at) {
    this.#stop();
    if (at <= this.#at) {
      this.#rewind();
      this.#at = -1;
    }
    while (this.#at < at - 1) {
      this.#at += 1;
      this.#enter(this.#score[this.#at], 0);
    }
    this.#next();
  }

  /** Enter beats up to the first that takes time. */
  #next() {
    this.#stop();
    while (this.#at < this.#score.length) {
      this.#at += 1;
      const { beat } = this;
      if (!beat) return this.#done();
      const time = this.#timeOf(beat);
      this.#enter(beat, time);
      if (time > 0) {
        this.#cancel = this.#after(time, () => this.#onTime());
        return;
      }
    }
  }

  #onTime() {
    if (this.#isPaused) this.#isDue = true;
    else this.#next();
  }

  #stop() {
    this.#cancel();
    this.#cancel = () => {};
    this.#isDue = false;
  }
}
