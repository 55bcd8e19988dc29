/** A playing card that can be turned. */

import { el } from "../lib/elements.js";
import { catalogue } from "../words/words.js";
import { back, face } from "./card-face.js";

export class PlayingCard extends HTMLElement {
  card = "";
  /** Turns the card: its face and its back. */
  sides = el("span", { class: "sides" });

  /**
   * @param {string} card
   * @param {{ isSideways?: boolean }} options
   */
  static of(card, { isSideways = false } = {}) {
    const element = new PlayingCard();
    element.card = card;
    element.classList.toggle("sideways", isSideways);
    return element;
  }

  connectedCallback() {
    if (this.sides.isConnected) return;
    this.classList.add("playing-card");
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", catalogue().card(this.card));
    this.dataset.card = this.card;
    this.sides.replaceChildren(face(this.card), back());
    this.append(this.sides);
  }
}

customElements.define("pb-card", PlayingCard);
