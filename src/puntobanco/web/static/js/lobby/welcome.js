/** The first screen: a guest gives a name. Who was invited reads by whom, and to what. */

import { PlayingCard } from "../drawings/cards.js";
import { houseName } from "../game/names.js";
import { el } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { catalogue, errorMessage, words, wordsAround } from "../words/words.js";

/** @import { Invitation } from "../wire/answers.d.ts" */

export class Welcome extends HTMLElement {
  #name = el("input", {
    id: "name",
    name: "name",
    required: true,
    maxlength: "32",
    autocomplete: "nickname",
    autofocus: true,
  });
  #lede = el("p", { class: "lede" }, words("page.door.lede"));
  #problem = el("p", { class: "problem", role: "alert" });

  /** @param {Invitation | null} invitation */
  constructor(invitation) {
    super();
    if (invitation) this.#lede.replaceChildren(...invitedWords(invitation));
  }

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
        this.#lede,
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

/**
 * What led a guest here, or null where it is not known.
 * @param {string} table
 * @returns {Promise<Invitation | null>}
 */
export function invitationTo(table) {
  return request(tablePath(table, "invitation") + location.search).catch(() => null);
}

/** @param {Invitation} invitation */
function invitedWords({ by, host, house, currency, limits }) {
  const facts = limits ? { low: limits.minimum, high: limits.maximum } : null;
  const range = facts ? [catalogue().countingIn(currency).words(["page.card.range", facts])] : [];
  const title = catalogue().joined([houseName(house), ...range], "list.comma");
  const id = by
    ? "page.door.invited"
    : host
      ? "page.door.invited.host"
      : "page.door.invited.nobody";
  return wordsAround(id, el("bdi", {}, by ?? host), { title });
}

customElements.define("pb-welcome", Welcome);
