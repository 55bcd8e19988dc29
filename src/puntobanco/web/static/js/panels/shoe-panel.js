/** The shoe: its state, its commitments, and a check of any card that was shown. */

import { face } from "../drawings/cards.js";
import { differ } from "../lib/changes.js";
import { descriptions, el } from "../lib/elements.js";
import { promiseOf } from "../model/promises.js";
import { catalogue, words, wordsAround } from "../words/words.js";
import { showVerdict } from "./card-check.js";

/** @import { Child } from "../lib/elements.js" */
/** @import { Model } from "../model/model.js" */
/** @import { Seen } from "../model/promises.js" */
/** @import { NumberedCoup, ShoeStateChange } from "../wire/frames.d.ts" */

export default class ShoePanel {
  /** @type {Model | null} */
  #model = null;
  #facts = el("dl.facts");
  #cards = el("select", { id: "check-card" });
  #verdict = el("p.verdict", { role: "status" });
  #form = el(
    "form.check",
    { onsubmit: (event) => this.#onSubmit(event) },
    el("label", { for: "check-card" }, words("page.shoe.shown")),
    this.#cards,
    el("button", { type: "submit" }, words("page.shoe.check.do")),
  );
  element = el(
    "pb-shoe",
    this.#facts,
    el("h3", words("page.shoe.check")),
    el("p.note", words("page.shoe.check.words")),
    this.#form,
    this.#verdict,
  );

  /** @type {(model: Model, before: Model | null) => void} */
  render(model, before) {
    this.#model = model;
    if (differ(model, before, "shoe", "coups")) this.#list(model.shoe, model.coups);
    if (differ(model, before, "shoe", "coups", "revealed", "promises"))
      this.#facts.replaceChildren(...descriptions(factsOf(model)));
  }

  /** @type {(shoe: ShoeStateChange, coups: readonly NumberedCoup[]) => void} */
  #list({ burned }, coups) {
    const groups = coups
      .toReversed()
      .map(({ number, cards, position }) =>
        cardGroup(words("page.call.coup", { coup: number }), cards, position),
      );
    if (burned) groups.push(cardGroup(words("page.call.burn"), [burned], 0));
    const chosen = document.activeElement === this.#cards ? this.#cards.value : null;
    this.#cards.replaceChildren(...groups);
    if (chosen) this.#cards.value = chosen;
    this.#form.hidden = !groups.length;
  }

  /** @param {SubmitEvent} event */
  async #onSubmit(event) {
    event.preventDefault();
    const { value: position, dataset } = this.#cards.selectedOptions[0];
    const shown = { card: dataset.card ?? "", position: Number(position) };
    await showVerdict(this.#verdict, /** @type {Model} */ (this.#model), shown);
    this.#verdict.scrollIntoView({ block: "nearest" });
  }
}

/**
 * @param {string} label
 * @param {readonly string[]} cards
 * @param {number} position  of the first card
 */
function cardGroup(label, cards, position) {
  const options = cards.map((card, at) => {
    const text = words("page.shoe.place", { card, count: position + at + 1 });
    return el("option", { value: position + at, "data-card": card }, text);
  });
  return el("optgroup", { label }, options);
}

/** @type {(model: Model) => Record<string, Child | Child[]>} */
const factsOf = (model) => {
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
};

/** @type {(seeds: readonly { seat: number, seed: string }[]) => Child | Child[]} */
const guestsWords = (seeds) => {
  if (!seeds.length) return words("page.shoe.words.none");
  const between = catalogue().joined(["", ""], "list.clauses");
  return seeds.flatMap(({ seat, seed }, at) => [
    at ? between : "",
    ...wordsAround("page.shoe.words.of", el("bdi", seed), { seat }),
  ]);
};

/** @type {(shoe: ShoeStateChange) => Child | Child[]} */
function burnOf({ burned, hidden = 0 }) {
  if (!burned) return hidden ? words("page.shoe.burned.hidden", { hidden }) : "–";
  const card = el("span.small-card", { "aria-hidden": "true" }, face(burned));
  const text = hidden
    ? words("page.shoe.burned", { card: burned, hidden })
    : catalogue().card(burned);
  return [card, ` ${text}`];
}

/**
 * Return a promise with an explanation, and since when this browser has known it.
 * @param {string | undefined} hex
 * @param {"page.shoe.commitment.words" | "page.shoe.root.words"} explained
 * @param {Seen | undefined} seen
 * @returns {Child[]}
 */
function promised(hex, explained, seen) {
  return [
    code(hex),
    el("p.note", words(explained)),
    seen ? el("p.seen", { "data-changed": Boolean(seen.changed) }, seenWords(seen)) : null,
  ];
}

/** @param {Seen} seen */
function seenWords({ value, coup, changed }) {
  if (changed) return wordsAround("page.shoe.seen.changed", code(value));
  return [coup ? words("page.shoe.seen.later", { coup }) : words("page.shoe.seen.first")];
}

/** @param {string | undefined} hex */
const code = (hex) => el(hex ? "code" : "span", hex || "–");
