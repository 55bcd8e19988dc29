import { evolve } from "./evolve.js";

/** @import { Change } from "./evolve.js" */
/** @import { Model } from "./model.js" */

/**
 * The one writer of a model. A frame may change it in several parts, so views get it only when it is
 * published, with the one they got before.
 */
export class ModelWriter {
  #model;
  #published;
  #clock;
  #render;

  /**
   * @param {Model} model
   * @param {{ clock: () => number, render: (model: Model, before: Model) => void }} options
   */
  constructor(model, { clock, render }) {
    this.#model = this.#published = model;
    this.#clock = clock;
    this.#render = render;
  }

  get model() {
    return this.#model;
  }

  /** @param {Change[]} changes */
  write(...changes) {
    for (const change of changes) this.#model = evolve(this.#model, change, this.#clock());
  }

  /** Write a change and publish it. @param {Change} change */
  change(change) {
    this.write(change);
    this.publish();
  }

  /** Pass the model to the views, unless they have it. */
  publish() {
    const before = this.#published;
    if (this.#model === before) return;
    this.#published = this.#model;
    this.#render(this.#model, before);
  }
}
