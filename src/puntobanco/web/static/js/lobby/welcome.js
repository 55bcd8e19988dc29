/** The welcome screen: play at once, or enter a name. An invited guest sees who invited them, and to what. */

import { playingCard } from "../drawings/cards.js";
import { houseName } from "../game/names.js";
import { el, setAttribute } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { onSubmit } from "../shell/forms.js";
import { settings } from "../shell/settings.js";
import { catalogue, words, wordsAround } from "../words/words.js";

/** @import { Invitation, LobbyEntry } from "../wire/answers.d.ts" */

/** The chips of a guest who plays at once: $1,000. */
const START = 100_000;

export class Welcome {
  #name = el("input", {
    id: "name",
    name: "name",
    required: true,
    maxlength: "32",
    autocomplete: "nickname",
  });
  #problem = el("p.problem", { role: "alert" });
  #go;

  /**
   * @param {Invitation | null} invitation
   * @param {(path: string, how?: { sits: boolean }) => void} go
   */
  constructor(invitation, go) {
    this.#go = go;
    setAttribute(this.#name, "autofocus", invitation !== null);
    const lede = invitation ? invitedWords(invitation) : words("page.door.lede");
    const fan = ["9s", "Kh", "Ac", "8d"].map((card) => playingCard(card));
    const play = el(
      "form.play-now",
      { onsubmit: onSubmit(() => this.#play(), this.#problem) },
      el("button.primary", { type: "submit", autofocus: true }, words("page.door.play")),
      el("p.note", words("page.door.play.note", { chips: START })),
    );
    const enter = { type: "submit", class: invitation && "primary" };
    const byName = el(
      "form.by-name",
      { onsubmit: onSubmit(() => this.#enter(), this.#problem) },
      el("label", { for: "name" }, words("page.door.name")),
      this.#name,
      el("button", enter, words("page.door.enter")),
    );
    const practise = el(
      "form.practise",
      { onsubmit: onSubmit(() => this.#practise(), this.#problem) },
      el("button.quiet", { type: "submit" }, words("page.drill")),
    );
    this.element = el(
      "pb-welcome",
      el(
        "div.door",
        el("div.fan", { "aria-hidden": "true" }, fan),
        el("h1", words("page.name")),
        el("p.lede", lede),
        invitation ? byName : [play, byName, practise],
        this.#problem,
      ),
    );
  }

  async #play() {
    await enterUnnamed();
    /** @type {LobbyEntry} */
    const { table } = await request("/api/tables", { house: "classic", private: true });
    settings.set("coach", { from: null, told: {} });
    settings.set("buyIn", START);
    this.#go(`/t/${table}`, { sits: true });
  }

  async #practise() {
    await enterUnnamed();
    this.#go("/#drills");
  }

  async #enter() {
    await request("/api/guest", { name: this.#name.value });
    this.#go(location.pathname);
  }
}

/** Enter under a name that the guest can change later. */
const enterUnnamed = () => request("/api/guest", { name: words("page.door.guest") });

/** Return an invitation, or null. @type {(table: string) => Promise<Invitation | null>} */
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
