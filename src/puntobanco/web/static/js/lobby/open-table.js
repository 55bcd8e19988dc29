/** The form that opens a table: a house, its limits, how it deals, and for whom. */

import { houseName } from "../game/names.js";
import { el } from "../lib/elements.js";
import { request } from "../lib/http.js";
import { openDialog } from "../shell/dialog.js";
import { errorMessage } from "../words/error-message.js";
import { words } from "../words/words.js";
import { NamedHouse, OwnHouse } from "./house-fields.js";

/** @import { House } from "../wire/frames.d.ts" */

/** Seconds of the clocks that a table may have. */
const CLOCKS = [15, 25];
const OWN = " own"; // No house is called so.

/**
 * Ask what is wanted; `go` gets the table's id when it is open.
 * @param {readonly House[]} houses
 * @param {(table: string) => void} go
 */
export function openTable(houses, go) {
  const form = new OpeningForm(houses, (table) => {
    box.close();
    go(table);
  });
  const box = openDialog(words("page.lobby.open"), form.element);
}

class OpeningForm {
  #houses;
  #done;
  #dealing = el(
    "select",
    { id: "new-dealing" },
    el("option", { value: "button", selected: true }, words("page.new.button")),
    CLOCKS.map((seconds) => el("option", { value: seconds }, words("page.new.clock", { seconds }))),
  );
  #isPrivate = el("input", { type: "checkbox", id: "new-private" });
  #problem = el("p", { class: "problem", role: "alert" });

  /**
   * @param {readonly House[]} houses
   * @param {(table: string) => void} done
   */
  constructor(houses, done) {
    this.#houses = houses;
    this.#done = done;
    this.house = el(
      "select",
      { id: "new-house", onchange: () => this.#onHouse() },
      houses.map(({ name }) => el("option", { value: name }, houseName(name))),
      el("option", { value: OWN }, words("page.new.own")),
    );
    this.named = new NamedHouse(houses[0]);
    this.own = new OwnHouse(houses[0]);
    this.element = el(
      "form",
      { class: "opening", onsubmit: (event) => this.#onSubmit(event) },
      el(
        "p",
        { class: "field" },
        el("label", { for: "new-house" }, words("page.new.house")),
        this.house,
      ),
      this.named.element,
      this.own.element,
      el(
        "p",
        { class: "field" },
        el("label", { for: "new-dealing" }, words("page.card.dealing")),
        this.#dealing,
      ),
      el(
        "p",
        { class: "field tick" },
        this.#isPrivate,
        el("label", { for: "new-private" }, words("page.new.private")),
      ),
      el("button", { type: "submit", class: "primary" }, words("page.new.open")),
      this.#problem,
    );
    this.#show();
  }

  #show() {
    this.named.show(this.#houses.find(({ name }) => name === this.house.value));
    this.own.element.hidden = this.house.value !== OWN;
    this.#problem.textContent = "";
  }

  #onHouse() {
    this.own.startFrom(this.named.house);
    this.#show();
  }

  /** @param {SubmitEvent} event */
  async #onSubmit(event) {
    event.preventDefault();
    try {
      const { wish } = this.house.value === OWN ? this.own : this.named;
      const dealing = this.#dealing.value === "button" ? "button" : Number(this.#dealing.value);
      /** @type {{ table: string }} */
      const { table } = await request("/api/tables", {
        ...wish,
        dealing,
        private: this.#isPrivate.checked,
      });
      this.#done(table);
    } catch (error) {
      this.#problem.textContent = errorMessage(error);
      this.#problem.scrollIntoView({ block: "nearest" });
    }
  }
}
