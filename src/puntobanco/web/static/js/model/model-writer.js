import { evolve } from "./evolve.js";

/** @import { Change } from "./evolve.js" */
/** @import { Model } from "./model.js" */

/**
 * The one writer of a model. A frame may change it in several parts, so views are given a model only
 * when it is published, together with the one that they were given before.
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

  /** Write a change and give it to the views at once. @param {Change} change */
  change(change) {
    this.write(change);
    this.publish();
  }

  /** Give the model to the views, unless they have it. */
  publish() {
    const before = this.#published;
    if (this.#model === before) return;
    this.#published = this.#model;
    this.#render(this.#model, before);
  }
}
