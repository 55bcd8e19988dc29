/** The welcome screen asks for a name. An invited guest reads who invited them, and to what. */

import { playingCard } from "../drawings/cards.js";
import { houseName } from "../game/names.js";
import { el } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { onSubmit } from "../shell/forms.js";
import { catalogue, words, wordsAround } from "../words/words.js";

/** @import { Invitation } from "../wire/answers.d.ts" */

export class Welcome {
  #name = el("input", {
    id: "name",
    name: "name",
    required: true,
    maxlength: "32",
    autocomplete: "nickname",
    autofocus: true,
  });
  #problem = el("p.problem", { role: "alert" });
  #go;

  /**
   * @param {Invitation | null} invitation
   * @param {(path: string) => void} go
   */
  constructor(invitation, go) {
    this.#go = go;
    const lede = invitation ? invitedWords(invitation) : words("page.door.lede");
    const fan = ["9s", "Kh", "Ac", "8d"].map((card) => playingCard(card));
    this.element = el(
      "pb-welcome",
      el(
        "div.door",
        el("div.fan", { "aria-hidden": "true" }, fan),
        el("h1", words("page.name")),
        el("p.lede", lede),
        el(
          "form",
          { onsubmit: onSubmit(() => this.#enter(), this.#problem) },
          el("label", { for: "name" }, words("page.door.name")),
          this.#name,
          el("button.primary", { type: "submit" }, words("page.door.enter")),
        ),
        this.#problem,
      ),
    );
  }

  async #enter() {
    await request("/api/guest", { name: this.#name.value });
    this.#go(location.pathname);
  }
}

/**
 * Return the invitation to a table, or null if it cannot be loaded.
 * @type {(table: string) => Promise<Invitation | null>}
 */
export const invitationTo = (table) =>
  request(tablePath(table, "invitation") + location.search).catch(() => null);

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
  return wordsAround(id, el("bdi", by ?? host), { title });
}
