/** The shoe: what left it, what was promised about it, and a check of any card that was shown. */

import { face } from "../drawings/card-face.js";
import { words } from "../game/cards.js";
import { hands, inOrder } from "../game/coups.js";
import { verifyPath } from "../game/merkle.js";
import { count } from "../lib/count.js";
import { el, show } from "../lib/elements.js";
import { ask, tablePath } from "../lib/http.js";

export class ShoePanel extends HTMLElement {
  connectedCallback() {
    if (this.facts) return;
    this.facts = el("dl", { class: "facts" });
    this.cards = el("select", { id: "check-card" });
    this.verdict = el("p", { class: "verdict", role: "status" });
    this.form = el("form", { class: "check", onsubmit: (event) => { event.preventDefault(); this.#check(); } },
      el("label", { for: "check-card" }, "A card that was shown"), this.cards,
      el("button", { type: "submit" }, "Check this card"));
    this.append(this.facts, el("h3", {}, "Check a card"),
      el("p", { class: "note" }, "The root was published before the first bet. Your browser follows the card’s path of hashes up to it; nobody could have changed the card since."),
      this.form, this.verdict);
  }

  render(model, isOpen) {
    if (!isOpen) return;
    const told = JSON.stringify([model.shoe, model.coups.length, model.revealed]);
    if (told === this.told) return;
    this.told = told;
    this.model = model;
    const { shoe } = model;
    this.facts.replaceChildren(...Object.entries({
      Shoe: shoe.shoe ? `${shoe.shoe}, ${count(shoe.cards, "card")}` : "none yet",
      "Cards left": String(shoe.left ?? "–"),
      "Coups dealt": String(model.coups.length),
      "Burn card": shoe.burned ? [el("span", { class: "small-card", "aria-hidden": "true" }, face(shoe.burned)), ` ${words(shoe.burned)}, ${shoe.hidden} more face down`] : "–",
      "Cut card": shoe.cut_card_out ? "is out: the shoe ends" : "still in the shoe",
      "House’s commitment": code(shoe.commitment),
      "Guests’ words": shoe.revealed?.length ? shoe.revealed.flatMap(({ seat, seed }, at) => [`${at ? "; " : ""}seat ${seat}: `, el("bdi", {}, seed)]) : "none",
      Root: code(shoe.root),
      ...(model.revealed ? { "House’s secret": code(model.revealed) } : {}),
    }).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
    this.#list(shoe, model.coups);
  }

  #list(shoe, coups) {
    const shown = coups.toReversed().map(({ number, coup, position }) =>
      el("optgroup", { label: `Coup ${number}` }, inOrder(hands(coup)).map((card, at) =>
        el("option", { value: `${position + at}/${card}` }, `${words(card)}, place ${position + at + 1}`))));
    if (shoe.burned) shown.push(el("optgroup", { label: "Burn" }, el("option", { value: `0/${shoe.burned}` }, `${words(shoe.burned)}, place 1`)));
    const chosen = document.activeElement === this.cards ? this.cards.value : null;
    this.cards.replaceChildren(...shown);
    if (chosen) this.cards.value = chosen;
    this.form.hidden = !shown.length;
  }

  async #check() {
    const [position, card] = this.cards.value.split("/");
    const { root } = this.model.shoe;
    show(this.verdict, "Checking…");
    try {
      const path = await ask(tablePath(this.model.table, "path", position));
      const holds = path.card === card && path.root === root && (await verifyPath(card, path, { root, size: path.size }));
      show(this.verdict, holds
        ? `It holds: the ${words(card)} lay at place ${Number(position) + 1} when the root was published.`
        : `It does not hold: the ${words(card)} is not what the root promised.`);
      this.verdict.dataset.holds = String(holds);
    } catch (error) {
      show(this.verdict, error.message);
    }
    this.verdict.scrollIntoView({ block: "nearest" });
  }
}

function code(hex) {
  return hex ? el("code", {}, hex) : "–";
}

customElements.define("pb-shoe", ShoePanel);
