/** A playing card that can be turned. */

import { words } from "../game/cards.js";
import { el } from "../lib/elements.js";
import { back, face } from "./card-face.js";

export class PlayingCard extends HTMLElement {
  static of(card, { isSideways = false } = {}) {
    const element = document.createElement("pb-card");
    element.card = card;
    element.classList.toggle("sideways", isSideways);
    return element;
  }

  connectedCallback() {
    if (this.sides) return;
    this.classList.add("playing-card");
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", words(this.card));
    this.dataset.card = this.card;
    this.sides = el("span", { class: "sides" }, face(this.card), back());
    this.append(this.sides);
  }
}

customElements.define("pb-card", PlayingCard);
