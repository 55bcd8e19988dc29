/** The shoe: what left it, what was committed to, and a check of any card that was shown. */

import { face } from "../drawings/cards.js";
import { el, setText } from "../lib/elements.js";
import { promiseOf } from "../model/promises.js";
import { catalogue, errorMessage, words, wordsAround } from "../words/words.js";
import { checkedCard } from "./card-check.js";

/** @import { Child } from "../lib/elements.js" */
/** @import { Model } from "../model/model.js" */
/** @import { Seen } from "../model/promises.js" */
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
    el("label", { for: "check-card" }, words("page.shoe.shown")),
    this.#cards,
    el("button", { type: "submit" }, words("page.shoe.check.do")),
  );

  connectedCallback() {
    if (this.#facts.isConnected) return;
    this.append(
      this.#facts,
      el("h3", {}, words("page.shoe.check")),
      el("p", { class: "note" }, words("page.shoe.check.words")),
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
    const wanted = JSON.stringify([model.shoe, model.coups.length, model.revealed, model.promises]);
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
        { label: words("page.call.coup", { coup: number }) },
        cards.map((card, at) =>
          el(
            "option",
            { value: position + at, "data-card": card },
            words("page.shoe.place", { card, count: position + at + 1 }),
          ),
        ),
      ),
    );
    if (shoe.burned)
      shown.push(
        el(
          "optgroup",
          { label: words("page.call.burn") },
          el(
            "option",
            { value: 0, "data-card": shoe.burned },
            words("page.shoe.place", { card: shoe.burned, count: 1 }),
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
    setText(this.#verdict, words("page.shoe.checking"));
    try {
      const shown = { card, position: Number(position) };
      const { holds, text } = await checkedCard(/** @type {Model} */ (this.#model), shown);
      setText(this.#verdict, text);
      this.#verdict.dataset.holds = String(holds);
    } catch (error) {
      setText(this.#verdict, errorMessage(error));
    }
    this.#verdict.scrollIntoView({ block: "nearest" });
  }
}

/**
 * @param {Model} model
 * @returns {Record<string, Child | Child[]>}
 */
function factsOf(model) {
  const { shoe, coups, revealed } = model;
  const promise = promiseOf(model);
  const secret = revealed ? { [words("page.shoe.fact.secret")]: code(revealed) } : {};
  return {
    [words("page.shoe.fact.shoe")]: shoe.shoe
      ? words("page.shoe.number", { shoe: shoe.shoe, cards: shoe.cards ?? 0 })
      : words("page.shoe.none"),
    [words("page.card.left")]: String(shoe.left ?? "–"),
    [words("page.shoe.fact.coups")]: String(coups.length),
    [words("page.shoe.fact.burn")]: burnOf(shoe),
    [words("page.shoe.fact.cut")]: words(
      shoe.cut_card_out ? "page.shoe.cut.out" : "page.shoe.cut.in",
    ),
    [words("page.shoe.fact.commitment")]: promised(
      shoe.commitment,
      "page.shoe.commitment.words",
      promise?.commitment,
    ),
    [words("page.shoe.fact.words")]: guestsWords(shoe.revealed ?? []),
    [words("page.shoe.fact.root")]: promised(shoe.root, "page.shoe.root.words", promise?.root),
    ...secret,
  };
}

/**
 * @param {readonly { seat: number, seed: string }[]} seeds
 * @returns {Child | Child[]}
 */
function guestsWords(seeds) {
  if (!seeds.length) return words("page.shoe.words.none");
  const between = catalogue().joined(["", ""], "list.clauses");
  return seeds.flatMap(({ seat, seed }, at) => [
    at ? between : "",
    ...wordsAround("page.shoe.words.of", el("bdi", {}, seed), { seat }),
  ]);
}

/**
 * @param {ShoeStateChange} shoe
 * @returns {Child | Child[]}
 */
function burnOf({ burned, hidden = 0 }) {
  if (!burned) return hidden ? words("page.shoe.burned.hidden", { hidden }) : "–";
  const card = el("span", { class: "small-card", "aria-hidden": "true" }, face(burned));
  const text = hidden
    ? words("page.shoe.burned", { card: burned, hidden })
    : catalogue().card(burned);
  return [card, ` ${text}`];
}

/**
 * A promise, what it is, and since when this browser has kept it.
 * @param {string | undefined} hex
 * @param {"page.shoe.commitment.words" | "page.shoe.root.words"} explained
 * @param {Seen | undefined} seen
 * @returns {Child[]}
 */
function promised(hex, explained, seen) {
  return [
    code(hex),
    el("p", { class: "note" }, words(explained)),
    seen
      ? el("p", { class: "seen", "data-changed": Boolean(seen.changed) }, seenWords(seen))
      : null,
  ];
}

/** @param {Seen} seen */
function seenWords({ value, coup, changed }) {
  if (changed) return wordsAround("page.shoe.seen.changed", code(value));
  return [coup ? words("page.shoe.seen.later", { coup }) : words("page.shoe.seen.first")];
}

/** @param {string | undefined} hex */
function code(hex) {
  return el(hex ? "code" : "span", {}, hex || "–");
}

customElements.define("pb-shoe", ShoePanel);
