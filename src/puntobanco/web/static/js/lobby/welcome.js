/** The first screen: a guest gives a name. */

import { PlayingCard } from "../drawings/playing-card.js";
import { el } from "../lib/elements.js";
import { request } from "../lib/http.js";
import { errorMessage } from "../words/error-message.js";
import { words } from "../words/words.js";

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
        el("p", { class: "lede" }, words("page.door.lede")),
        el(
          "form",
          { onsubmit: (event) => this.#onSubmit(event) },
          el("label", { for: "name" }, words("page.door.name")),
          this.#name,
          el("button", { type: "submit", class: "primary" }, words("page.door.enter")),
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
