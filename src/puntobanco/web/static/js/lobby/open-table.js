/** The form that opens a table: a house, its limits, how it deals, and for whom. */

import { parseMoney } from "../game/money.js";
import { betName, houseName } from "../game/names.js";
import { el, field, tickField } from "../lib/elements.js";
import { request } from "../lib/http.js";
import { openDialog } from "../shell/dialog.js";
import { onSubmit } from "../shell/forms.js";
import { DOLLARS } from "../words/kinds.js";
import { catalogue, words } from "../words/words.js";

/** @import { House } from "../wire/frames.d.ts" */

const CLOCKS = [15, 25];
const OWN = " own"; // No house has this name.

/** The house that the guest has chosen, or null for own rules. @typedef {House | null} Chosen */

/** Ask for the rules. @type {(houses: readonly House[], go: (table: string) => void) => void} */
export function openTable(houses, go) {
  const form = new OpeningForm(houses, (table) => {
    box.close();
    go(table);
  });
  const box = openDialog(words("page.lobby.open"), form.element);
}

class OpeningForm {
  #dealing = el(
    "select",
    { id: "new-dealing" },
    el("option", { value: "button", selected: true }, words("page.new.button")),
    CLOCKS.map((seconds) => el("option", { value: seconds }, words("page.new.clock", { seconds }))),
  );
  #isPrivate = el("input", { type: "checkbox", id: "new-private" });
  #problem = el("p.problem", { role: "alert" });
  #named = new NamedHouse();
  #own = new OwnHouse();
  /** @type {Chosen} */
  #chosen = null;
  #done;

  /**
   * @param {readonly House[]} houses
   * @param {(table: string) => void} done
   */
  constructor(houses, done) {
    this.#done = done;
    const choose = () => this.render(houses.find(({ name }) => name === select.value) ?? null);
    /** @type {HTMLSelectElement} */
    const select = el(
      "select",
      { id: "new-house", onchange: choose },
      houses.map(({ name }) => el("option", { value: name }, houseName(name))),
      el("option", { value: OWN }, words("page.new.own")),
    );
    this.element = el(
      "form.opening",
      { onsubmit: onSubmit(() => this.#open(), this.#problem) },
      field(words("page.new.house"), select),
      this.#named.element,
      this.#own.element,
      field(words("page.card.dealing"), this.#dealing),
      tickField(words("page.new.private"), this.#isPrivate),
      el("button.primary", { type: "submit" }, words("page.new.open")),
      this.#problem,
    );
    choose();
  }

  /** @param {Chosen} chosen */
  render(chosen) {
    this.#named.render(chosen);
    this.#own.render(chosen, this.#chosen);
    this.#chosen = chosen;
    this.#problem.textContent = "";
  }

  async #open() {
    const rules = this.#chosen ? this.#named.rules(this.#chosen) : this.#own.rules;
    const dealing = this.#dealing.value === "button" ? "button" : Number(this.#dealing.value);
    const wish = { ...rules, dealing, private: this.#isPrivate.checked };
    /** @type {{ table: string }} */
    const { table } = await request("/api/tables", wish);
    this.#done(table);
  }
}

/** A house of the list, which counts in dollars. The guest can change its limits. */
class NamedHouse {
  #description = el("p.note");
  #pays = el("dl.note.pays-list");
  #low = limitField("new-low");
  #high = limitField("new-high");
  #limits = el(
    "p.field",
    el("label", { for: "new-low" }, words("page.new.low", { sign: DOLLARS.sign })),
    el(
      "span.amounts",
      this.#low,
      el("label", { for: "new-high" }, words("page.new.high", { sign: DOLLARS.sign })),
      this.#high,
    ),
  );
  element = el("div", this.#description, this.#pays, this.#limits);

  /** @param {Chosen} house */
  render(house) {
    this.element.hidden = !house;
    if (!house) return;
    const { felt, limits, said } = house;
    const others = said.filter(([id]) => id !== "table.pays"); // The list below has what bets pay.
    this.#description.textContent = catalogue().sentences(others);
    this.#pays.replaceChildren(
      ...felt.map((bet) => el("div", el("dt", betName(bet)), el("dd", catalogue().pays(bet.pays)))),
    );
    this.#pays.hidden = this.#limits.hidden = !limits;
    if (!limits) return;
    this.#low.value = String(limits.minimum / catalogue().unit);
    this.#high.value = String(limits.maximum / catalogue().unit);
  }

  /** Return the rules for the request. @param {House} house */
  rules({ name, limits }) {
    if (!limits) return { house: name };
    const [minimum, maximum] = [parseMoney(this.#low.value), parseMoney(this.#high.value)];
    return { house: name, limits: { minimum, maximum } };
  }
}

/** Rules as a text: typed, pasted or from a file. It starts as the rules of a house of the list. */
class OwnHouse {
  #text = el("textarea.house-text", {
    id: "new-rules",
    rows: "12",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-describedby": "new-rules-note",
  });
  #file = el("input", {
    id: "new-file",
    type: "file",
    accept: ".toml,text/plain,application/toml",
    onchange: async () => {
      const file = this.#file.files?.[0];
      if (file) this.#text.value = await file.text();
    },
  });
  /** The text at the start, unless the guest has changed it. */
  #start = "";
  element = el(
    "div",
    { hidden: true },
    field(words("page.new.rules"), this.#text),
    el("p.note", { id: "new-rules-note" }, words("page.new.rules.note")),
    field(words("page.new.file"), this.#file),
  );

  /** @type {(house: Chosen, before: Chosen) => void} */
  render(house, before) {
    this.element.hidden = house !== null;
    // Start from the last house under another name, unless the guest has changed the text.
    if (house || !before || this.#text.value !== this.#start) return;
    const name = words("page.new.mine", { title: houseName(before.name) });
    this.#start = before.rules.replace(/^name = .*$/m, `name = "${name}"`);
    this.#text.value = this.#start;
  }

  get rules() {
    return { house_text: this.#text.value };
  }
}

/** @param {string} id */
const limitField = (id) =>
  el("input", { id, inputmode: "decimal", size: "8", autocomplete: "off" });
