/** The first screen: a guest gives a name. */

import { PlayingCard } from "../drawings/playing-card.js";
import { el } from "../lib/elements.js";
import { errorMessage } from "../lib/error-message.js";
import { request } from "../lib/http.js";

export class Welcome extends HTMLElement {
  #name = el("input", {
    id: "name",
    name: "name",
    required: true,
    maxlength: "32",
    autocomplete: "nickname",
    autofocus: true,
  });
  #problem = el("p", { class: "problem", role: "alert" });

  connectedCallback() {
    this.append(
      el(
        "div",
        { class: "door" },
        el(
          "div",
          { class: "fan", "aria-hidden": "true" },
          ["9s", "Kh", "Ac", "8d"].map((card) => PlayingCard.of(card)),
        ),
        el("h1", {}, "Punto Banco"),
        el(
          "p",
          { class: "lede" },
          "Eight decks, two hands, one call. Every shoe can be checked card by card; every bet is play money.",
        ),
        el(
          "form",
          { onsubmit: (event) => this.#onSubmit(event) },
          el("label", { for: "name" }, "What shall we call you?"),
          this.#name,
          el("button", { type: "submit", class: "primary" }, "Come in"),
        ),
        this.#problem,
      ),
    );
    this.#name.focus();
  }

  /** @param {SubmitEvent} event */
  async #onSubmit(event) {
    event.preventDefault();
    try {
      await request("/api/guest", { name: this.#name.value });
      this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: location.pathname }));
    } catch (error) {
      this.#problem.textContent = errorMessage(error);
    }
  }
}

customElements.define("pb-welcome", Welcome);
