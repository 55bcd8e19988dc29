/** Opening a table: a house by its name or by rules of one's own, its limits, how it deals, and for whom. */

import { houseName } from "../game/house-name.js";
import { parse } from "../game/money.js";
import { el } from "../lib/elements.js";
import { ask } from "../lib/http.js";
import { dialog } from "../shell/dialog.js";

const DEALING = { button: "by button", 15: "by a clock of 15 seconds", 25: "by a clock of 25 seconds" };
const OWN = " own"; // No house is called so.

/** Ask what is wanted; `go` is told the table's id when it is open. */
export function openTable(houses, go) {
  const house = el("select", { id: "new-house" },
    houses.map(({ name }) => el("option", { value: name }, houseName(name))),
    el("option", { value: OWN }, "Rules of your own…"));
  const dealing = el("select", { id: "new-dealing" },
    Object.entries(DEALING).map(([value, words]) => el("option", { value, selected: value === "button" }, words)));
  const isPrivate = el("input", { type: "checkbox", id: "new-private" });
  const problem = el("p", { class: "problem", role: "alert" });
  const [named, own] = [new NamedHouse(), new OwnHouse(houses[0])];
  const kind = () => (house.value === OWN ? own : named);
  const show = () => {
    named.show(houses.find(({ name }) => name === house.value));
    own.show(house.value === OWN);
    problem.textContent = "";
  };
  const opened = async (event) => {
    event.preventDefault();
    try {
      const pace = dealing.value === "button" ? "button" : Number(dealing.value);
      const { table } = await ask("/api/tables", { ...kind().wish, dealing: pace, private: isPrivate.checked });
      box.close();
      go(table);
    } catch (error) {
      problem.textContent = error.message;
      problem.scrollIntoView({ block: "nearest" });
    }
  };
  house.addEventListener("change", () => {
    own.startFrom(named.house);
    show();
  });
  show();
  const box = dialog("Open a table", el("form", { class: "opening", onsubmit: opened },
    el("p", { class: "field" }, el("label", { for: "new-house" }, "House"), house), named.element, own.element,
    el("p", { class: "field" }, el("label", { for: "new-dealing" }, "Dealing"), dealing),
    el("p", { class: "field tick" }, isPrivate, el("label", { for: "new-private" }, "Private: only those with the link")),
    el("button", { type: "submit", class: "primary" }, "Open the table"), problem));
}

/** A house of the list: what is said of it, and its limits, which may be others. */
class NamedHouse {
  constructor() {
    this.said = el("p", { class: "note" });
    this.pays = el("dl", { class: "note pays-list" });
    [this.low, this.high] = ["new-low", "new-high"].map((id) => el("input", { id, inputmode: "decimal", size: "8", autocomplete: "off" }));
    this.limits = el("p", { class: "field" }, el("label", { for: "new-low" }, "Limits a spot: $"),
      el("span", { class: "amounts" }, this.low, el("label", { for: "new-high" }, "to $"), this.high));
    this.element = el("div", {}, this.said, this.pays, this.limits);
  }

  show(house) {
    this.element.hidden = !house;
    if (!house) return;
    this.house = house;
    const { felt, limits, said } = house;
    this.said.textContent = said.filter((line) => !line.startsWith("Pays:")).join(" ");
    this.pays.replaceChildren(...felt.map(({ name, pays }) => el("div", {}, el("dt", {}, name), el("dd", {}, pays))));
    this.pays.hidden = this.limits.hidden = !limits;
    if (limits) [this.low.value, this.high.value] = [limits.minimum / 100, limits.maximum / 100];
  }

  get wish() {
    const { name, limits } = this.house;
    if (!limits) return { house: name };
    const [low, high] = [parse(this.low.value), parse(this.high.value)];
    const side = Math.max(low, Math.min(high, limits.side_maximum));
    return { house: name, limits: { minimum: low, maximum: high, side_maximum: side, step: Math.min(limits.step, low) } };
  }
}

/** Rules as a text: typed, pasted or from a file, to begin with those of a house of the list. */
class OwnHouse {
  constructor(house) {
    this.text = el("textarea", {
      id: "new-rules", class: "house-text", rows: "12", spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": "new-rules-note",
    });
    this.file = el("input", { id: "new-file", type: "file", accept: ".toml,text/plain,application/toml", onchange: () => this.#read() });
    this.startFrom(house);
    this.element = el("div", { hidden: true },
      el("p", { class: "field" }, el("label", { for: "new-rules" }, "Rules"), this.text),
      el("p", { class: "note", id: "new-rules-note" }, "A house as a TOML text, the same that puntobanco play --house FILE reads. It begins as the house that was chosen before, under a name of your own."),
      el("p", { class: "field" }, el("label", { for: "new-file" }, "From a file"), this.file));
  }

  show(isShown) {
    this.element.hidden = !isShown;
  }

  /** Take the rules of a house under another name, unless the guest has changed what was there. */
  startFrom({ name, rules }) {
    if (this.text.value !== (this.begun ?? "")) return;
    this.text.value = this.begun = rules.replace(/^name = .*$/m, `name = "My ${houseName(name)}"`);
  }

  async #read() {
    const [file] = this.file.files;
    if (file) this.text.value = await file.text();
  }

  get wish() {
    return { house_text: this.text.value };
  }
}
