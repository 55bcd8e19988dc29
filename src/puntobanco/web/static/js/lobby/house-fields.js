/** The fields of the opening form that describe a house; `wish` is what they ask the server for. */

import { parseMoney } from "../game/money.js";
import { betName, houseName } from "../game/names.js";
import { el } from "../lib/elements.js";
import { DOLLARS } from "../words/kinds.js";
import { catalogue, words } from "../words/words.js";

/** @import { House } from "../wire/frames.d.ts" */

/** A house of the list, which counts in dollars: its description, and its limits, which can be changed. */
export class NamedHouse {
  #description = el("p", { class: "note" });
  #pays = el("dl", { class: "note pays-list" });
  #low = limitField("new-low");
  #high = limitField("new-high");
  #limits = el(
    "p",
    { class: "field" },
    el("label", { for: "new-low" }, words("page.new.low", { sign: DOLLARS.sign })),
    el(
      "span",
      { class: "amounts" },
      this.#low,
      el("label", { for: "new-high" }, words("page.new.high", { sign: DOLLARS.sign })),
      this.#high,
    ),
  );

  /** @param {House} house */
  constructor(house) {
    this.house = house;
    this.element = el("div", {}, this.#description, this.#pays, this.#limits);
  }

  /** @param {House | undefined} house */
  show(house) {
    this.element.hidden = !house;
    if (!house) return;
    this.house = house;
    const { felt, limits, said } = house;
    // What each bet pays is listed below.
    this.#description.textContent = catalogue().sentences(
      said.filter(([id]) => id !== "table.pays"),
    );
    this.#pays.replaceChildren(
      ...felt.map((bet) =>
        el("div", {}, el("dt", {}, betName(bet)), el("dd", {}, catalogue().pays(bet.pays))),
      ),
    );
    this.#pays.hidden = this.#limits.hidden = !limits;
    if (!limits) return;
    this.#low.value = String(limits.minimum / catalogue().unit);
    this.#high.value = String(limits.maximum / catalogue().unit);
  }

  get wish() {
    const { name, limits } = this.house;
    if (!limits) return { house: name };
    const [minimum, maximum] = [parseMoney(this.#low.value), parseMoney(this.#high.value)];
    return { house: name, limits: { minimum, maximum } };
  }
}

/** Rules as a text: typed, pasted or from a file. It starts as the rules of a house of the list. */
export class OwnHouse {
  #text = el("textarea", {
    id: "new-rules",
    class: "house-text",
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
    onchange: () => this.#read(),
  });
  /** The text at the start, unless the guest has changed it. */
  #start = "";

  /** @param {House} house */
  constructor(house) {
    this.startFrom(house);
    this.element = el(
      "div",
      { hidden: true },
      el(
        "p",
        { class: "field" },
        el("label", { for: "new-rules" }, words("page.new.rules")),
        this.#text,
      ),
      el("p", { class: "note", id: "new-rules-note" }, words("page.new.rules.note")),
      el(
        "p",
        { class: "field" },
        el("label", { for: "new-file" }, words("page.new.file")),
        this.#file,
      ),
    );
  }

  /**
   * Take the rules of a house under another name, unless the guest has changed the text.
   * @param {House} house
   */
  startFrom({ name, rules }) {
    if (this.#text.value !== this.#start) return;
    this.#start = rules.replace(
      /^name = .*$/m,
      `name = "${words("page.new.mine", { title: houseName(name) })}"`,
    );
    this.#text.value = this.#start;
  }

  async #read() {
    const file = this.#file.files?.[0];
    if (file) this.#text.value = await file.text();
  }

  get wish() {
    return { house_text: this.#text.value };
  }
}

/** @param {string} id */
function limitField(id) {
  return el("input", { id, inputmode: "decimal", size: "8", autocomplete: "off" });
}
