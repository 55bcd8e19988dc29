/** Performs a score. It doesn't depend on the table or the page: a performer shows the beats. */

/** @import { Beat } from "./score.js" */

/**
 * @typedef {object} Performer
 * @property {(beat: Beat, time: number) => void} enter  begins a beat that takes this time; 0 is at once
 * @property {(beat: Beat) => number} timeOf  how long a beat takes now, in milliseconds
 * @property {() => void} [rewind]  restores what was there before the score
 */

export class Director {
  /** @type {readonly Beat[]} */
  #score = [];
  #at = -1;
  #isPaused = false;
  /** Whether the time of the beat is over, while paused. */
  #isDue = false;
  /** @type {number | undefined} */
  #timer;
  #done = () => {};
  #performer;

  /** @param {Performer} performer */
  constructor(performer) {
    this.#performer = performer;
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

  play() {
    this.#isPaused = false;
    if (this.#isDue) this.#next();
  }

  pause() {
    this.#isPaused = true;
  }

  skip() {
    if (this.beat) this.seek(this.#score.length);
  }

  /** End the beat being shown if it waits for this act. @param {string} act */
  act(act) {
    if (this.beat?.waits === act) this.#next();
  }

  /** Go to a beat; those between are shown at once. @param {number} at */
  seek(at) {
    if (at <= this.#at) {
      this.#performer.rewind?.();
      this.#at = -1;
    }
    while (this.#at < at - 1) {
      this.#at += 1;
      this.#performer.enter(this.#score[this.#at], 0);
    }
    this.#next();
  }

  /** Enter beats up to the first that takes time. */
  #next() {
    clearTimeout(this.#timer);
    this.#isDue = false;
    while (this.#at < this.#score.length) {
      this.#at += 1;
      const { beat } = this;
      if (!beat) return this.#done();
      const time = this.#performer.timeOf(beat);
      this.#performer.enter(beat, time);
      if (time > 0) {
        this.#timer = setTimeout(() => this.#onTime(), time);
        return;
      }
    }
  }

  #onTime() {
    if (this.#isPaused) this.#isDue = true;
    else this.#next();
  }
}
