/** The shoe: what left it, what was committed to, and a check of any card that was shown. */

import { face } from "../drawings/card-face.js";
import { cardWords } from "../game/cards.js";
import { verifyPath } from "../game/merkle.js";
import { count } from "../lib/count.js";
import { el, setText } from "../lib/elements.js";
import { errorMessage } from "../lib/error-message.js";
import { request, tablePath } from "../lib/http.js";

/** @import { Child } from "../lib/elements.js" */
/** @import { Model } from "../model/model.js" */
/** @import { CardPath } from "../wire/answers.d.ts" */
/** @import { NumberedCoup, ShoeStateChange } from "../wire/frames.d.ts" */

export class ShoePanel extends HTMLElement {
  /** @type {Model | null} */
  #model = null;
  #drawn = "";
  #facts = el("dl", { class: "facts" });
  #cards = el("select", { id: "check-card" });
  #verdict = el("p", { class: "verdict", role: "status" });
  #form = el(
    "form",
    { class: "check", onsubmit: (event) => this.#onSubmit(event) },
    el("label", { for: "check-card" }, "A card that was shown"),
    this.#cards,
    el("button", { type: "submit" }, "Check this card"),
  );

  connectedCallback() {
    if (this.#facts.isConnected) return;
    this.append(
      this.#facts,
      el("h3", {}, "Check a card"),
      el(
        "p",
        { class: "note" },
        "The root was published before the first bet. Your browser follows the card’s path of hashes up to it; nobody could have changed the card since.",
      ),
      this.#form,
      this.#verdict,
    );
  }

  /**
   * @param {Model} model
   * @param {boolean} isOpen
   */
  render(model, isOpen) {
    if (!isOpen) return;
    const wanted = JSON.stringify([model.shoe, model.coups.length, model.revealed]);
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    this.#model = model;
    this.#facts.replaceChildren(
      ...Object.entries(factsOf(model)).flatMap(([name, value]) => [
        el("dt", {}, name),
        el("dd", {}, value),
      ]),
    );
    this.#list(model.shoe, model.coups);
  }

  /**
   * @param {ShoeStateChange} shoe
   * @param {readonly NumberedCoup[]} coups
   */
  #list(shoe, coups) {
    const shown = coups.toReversed().map(({ number, cards, position }) =>
      el(
        "optgroup",
        { label: `Coup ${number}` },
        cards.map((card, at) =>
          el(
            "option",
            { value: position + at, "data-card": card },
            `${cardWords(card)}, place ${position + at + 1}`,
          ),
        ),
      ),
    );
    if (shoe.burned)
      shown.push(
        el(
          "optgroup",
          { label: "Burn" },
          el(
            "option",
            { value: 0, "data-card": shoe.burned },
            `${cardWords(shoe.burned)}, place 1`,
          ),
        ),
      );
    const chosen = document.activeElement === this.#cards ? this.#cards.value : null;
    this.#cards.replaceChildren(...shown);
    if (chosen) this.#cards.value = chosen;
    this.#form.hidden = !shown.length;
  }

  /** @param {SubmitEvent} event */
  async #onSubmit(event) {
    event.preventDefault();
    const { value: position, dataset } = this.#cards.selectedOptions[0];
    const { card = "" } = dataset;
    setText(this.#verdict, "Checking…");
    try {
      const holds = await this.#verify(position, card);
      const place = Number(position) + 1;
      setText(
        this.#verdict,
        holds
          ? `It holds: the ${cardWords(card)} lay at place ${place} when the root was published.`
          : `It does not hold: the ${cardWords(card)} is not what the root promised.`,
      );
      this.#verdict.dataset.holds = String(holds);
    } catch (error) {
      setText(this.#verdict, errorMessage(error));
    }
    this.#verdict.scrollIntoView({ block: "nearest" });
  }

  /**
   * Whether the root on the table covers this card at this position.
   * @param {string} position
   * @param {string} card
   */
  async #verify(position, card) {
    const {
      table,
      shoe: { root = "" },
    } = /** @type {Model} */ (this.#model);
    /** @type {CardPath} */
    const path = await request(tablePath(table, "path", position));
    return (
      path.card === card && path.root === root && verifyPath(card, path, { root, size: path.size })
    );
  }
}

/**
 * @param {Model} model
 * @returns {Record<string, Child | Child[]>}
 */
function factsOf({ shoe, coups, revealed }) {
  return {
    Shoe: shoe.shoe ? `${shoe.shoe}, ${count(shoe.cards ?? 0, "card")}` : "none yet",
    "Cards left": String(shoe.left ?? "–"),
    "Coups dealt": String(coups.length),
    "Burn card": burnOf(shoe),
    "Cut card": shoe.cut_card_out ? "is out: the shoe ends" : "still in the shoe",
    "House’s commitment": code(shoe.commitment),
    "Guests’ words": shoe.revealed?.length
      ? shoe.revealed.flatMap(({ seat, seed }, at) => [
          `${at ? "; " : ""}seat ${seat}: `,
          el("bdi", {}, seed),
        ])
      : "none",
    Root: code(shoe.root),
    ...(revealed ? { "House’s secret": code(revealed) } : {}),
  };
}

/**
 * @param {ShoeStateChange} shoe
 * @returns {Child | Child[]}
 */
function burnOf({ burned, hidden = 0 }) {
  if (!burned) return hidden ? `${count(hidden, "card")} face down` : "–";
  const card = el("span", { class: "small-card", "aria-hidden": "true" }, face(burned));
  return [card, ` ${cardWords(burned)}${hidden ? `, ${hidden} more face down` : ""}`];
}

/** @param {string | undefined} hex */
function code(hex) {
  return hex ? el("code", {}, hex) : "–";
}

customElements.define("pb-shoe", ShoePanel);
