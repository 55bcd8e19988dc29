/** The door: a name, and in. */

import { PlayingCard } from "../drawings/playing-card.js";
import { el } from "../lib/elements.js";
import { ask } from "../lib/http.js";

export class Welcome extends HTMLElement {
  connectedCallback() {
    const name = el("input", { id: "name", name: "name", required: true, maxlength: "32", autocomplete: "nickname", autofocus: true });
    const problem = el("p", { class: "problem", role: "alert" });
    this.append(
      el("div", { class: "door" },
        el("div", { class: "fan", "aria-hidden": "true" }, ["9s", "Kh", "Ac", "8d"].map((card) => PlayingCard.of(card))),
        el("h1", {}, "Punto Banco"),
        el("p", { class: "lede" }, "Eight decks, two hands, one call. Every shoe can be checked card by card; every bet is play money."),
        el("form", {
          onsubmit: async (event) => {
            event.preventDefault();
            try {
              await ask("/api/guest", { name: name.value });
              this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: location.pathname }));
            } catch (error) {
              problem.textContent = error.message;
            }
          },
        },
          el("label", { for: "name" }, "What shall we call you?"), name,
          el("button", { type: "submit", class: "primary" }, "Come in")), problem));
    name.focus();
  }
}

customElements.define("pb-welcome", Welcome);
