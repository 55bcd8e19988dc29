import { el } from "../lib/elements.js";
import { errorMessage } from "../lib/error-message.js";
import { request } from "../lib/http.js";
import { openDialog } from "./dialog.js";
import { rename } from "./guest-name.js";
import { applyLooks, settings } from "./settings.js";

/** @import { Me } from "../wire/answers.d.ts" */
/** @import { Values } from "./settings.js" */
/** @template Type @typedef {{ [Name in keyof Values]: Values[Name] extends Type ? Name : never }[keyof Values]} NameOf */

/** Open the settings. */
export async function openSettings() {
  /** @type {Me | null} */
  const me = await request("/api/me").catch(() => null);
  openDialog(
    "Settings",
    el(
      "form",
      { class: "settings", onsubmit: (event) => event.preventDefault() },
      choice("level", "How much is said", { terse: "terse", normal: "normal", full: "full" }),
      choice("pace", "Dealing", { calm: "calm", brisk: "brisk", none: "no movement" }),
      choice("felt", "Felt", { green: "green", midnight: "midnight", burgundy: "burgundy" }),
      tick("fourColours", "Four-colour deck: blue diamonds, green clubs"),
      tick("shortcuts", "Single-key shortcuts"),
      el(
        "fieldset",
        {},
        el("legend", {}, "Your part in the shuffle"),
        tick("mixSeeds", "Mix a word of mine into every shoe"),
        text("word", "The word", "left empty, a random one"),
        tick("addRandom", "Add random words to it, so that nobody can guess it"),
      ),
    ),
    me && nameForm(me),
  );
}

/**
 * The guest's name; a seat keeps the name under which it was taken.
 * @param {Me} me
 */
function nameForm({ name, tables }) {
  const input = el("input", {
    id: "set-name",
    required: true,
    maxlength: "32",
    autocomplete: "nickname",
    value: name,
  });
  const answer = el("p", { class: "note naming-said", role: "status" });
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    try {
      input.value = await rename(input.value);
      answer.textContent = `You are ${input.value} from now on. ${tables.length ? "Where you sit already, your seat keeps the old name until you leave it." : ""}`;
    } catch (error) {
      answer.textContent = errorMessage(error);
    }
  };
  return el(
    "form",
    { class: "naming", onsubmit: submit },
    el(
      "p",
      { class: "field" },
      el("label", { for: "set-name" }, "Your name"),
      input,
      el("button", { type: "submit" }, "Change"),
    ),
    answer,
  );
}

/**
 * @template {"level" | "pace" | "felt"} Name
 * @param {Name} name
 * @param {string} label
 * @param {Record<Values[Name], string>} options
 */
function choice(name, label, options) {
  /** @type {HTMLSelectElement} */
  const select = el(
    "select",
    { id: `set-${name}`, onchange: () => change(name, /** @type {Values[Name]} */ (select.value)) },
    Object.entries(options).map(([value, words]) =>
      el("option", { value, selected: settings.get(name) === value }, words),
    ),
  );
  return el("p", { class: "field" }, el("label", { for: `set-${name}` }, label), select);
}

/**
 * @param {NameOf<boolean>} name
 * @param {string} label
 */
function tick(name, label) {
  /** @type {HTMLInputElement} */
  const box = el("input", {
    type: "checkbox",
    id: `set-${name}`,
    checked: settings.get(name),
    onchange: () => change(name, box.checked),
  });
  return el("p", { class: "field tick" }, box, el("label", { for: `set-${name}` }, label));
}

/**
 * @param {NameOf<string> & "word"} name
 * @param {string} label
 * @param {string} placeholder
 */
function text(name, label, placeholder) {
  /** @type {HTMLInputElement} */
  const input = el("input", {
    id: `set-${name}`,
    maxlength: "100",
    autocomplete: "off",
    placeholder,
    value: settings.get(name),
    onchange: () => change(name, input.value.trim()),
  });
  return el("p", { class: "field" }, el("label", { for: `set-${name}` }, label), input);
}

/**
 * @template {keyof Values} Name
 * @param {Name} name
 * @param {Values[Name]} value
 */
function change(name, value) {
  settings.set(name, value);
  applyLooks();
}
