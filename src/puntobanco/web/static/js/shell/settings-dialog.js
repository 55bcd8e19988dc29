import { el } from "../lib/elements.js";
import { request } from "../lib/http.js";
import { catalogue, errorMessage, words } from "../words/words.js";
import { openDialog, openedDialog } from "./dialog.js";
import { rename } from "./guest-name.js";
import { loadLanguage, OWN_NAMES } from "./language.js";
import { applyLooks, settings } from "./settings.js";

/** @import { Me } from "../wire/answers.d.ts" */
/** @import { Values } from "./settings.js" */
/** @import { Message } from "../words/catalogue.js" */
/** @template Type @typedef {{ [Name in keyof Values]: Values[Name] extends Type ? Name : never }[keyof Values]} NameOf */

/** Open the settings. */
export async function openSettings() {
  /** @type {Me | null} */
  const me = await request("/api/me").catch(() => null);
  openDialog(
    words("page.settings"),
    el(
      "form",
      { class: "settings", onsubmit: (event) => event.preventDefault() },
      choice("level", words("page.level"), {
        terse: words("level.terse"),
        normal: words("level.normal"),
        full: words("level.full"),
      }),
      choice("pace", words("page.set.pace"), {
        calm: words("page.set.calm"),
        brisk: words("page.set.brisk"),
        none: words("page.set.none"),
      }),
      choice("felt", words("page.set.felt"), {
        green: words("page.set.green"),
        midnight: words("page.set.midnight"),
        burgundy: words("page.set.burgundy"),
      }),
      languageChoice(),
      tick("fourColours", words("page.set.four_colours")),
      tick("shortcuts", words("page.set.shortcuts")),
      el(
        "fieldset",
        {},
        el("legend", {}, words("page.set.shuffle")),
        tick("mixSeeds", words("page.set.mix")),
        text("word", words("page.set.word"), words("page.set.word.empty")),
        tick("addRandom", words("page.set.random")),
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
      /** @type {Message[]} */
      const messages = [
        ["page.set.renamed", { new_guest: input.value }],
        ["page.set.old_name", {}],
      ];
      answer.textContent = catalogue().sentences(messages.slice(0, tables.length ? 2 : 1));
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
      el("label", { for: "set-name" }, words("page.set.name")),
      input,
      el("button", { type: "submit" }, words("page.set.change")),
    ),
    answer,
  );
}

/** The languages, each by its own name; a change is seen at once. */
function languageChoice() {
  const names = { "": words("page.language.browser"), ...OWN_NAMES };
  /** @type {HTMLSelectElement} */
  const select = el(
    "select",
    { id: "set-language", onchange: () => changeLanguage(select.value) },
    Object.entries(names).map(([value, name]) =>
      el(
        "option",
        { value, lang: value || null, selected: settings.get("language") === value },
        name,
      ),
    ),
  );
  const label = el("label", { for: "set-language" }, words("page.language"));
  return el("p", { class: "field" }, label, select);
}

/**
 * Say everything in another language, the settings too.
 * @param {string} language
 */
async function changeLanguage(language) {
  settings.set("language", language);
  await loadLanguage();
  await closed(openedDialog());
  document.dispatchEvent(new Event("language"));
  await openSettings();
  document.getElementById("set-language")?.focus();
}

/**
 * Close a dialog, and wait until it has given the focus back.
 * @param {HTMLDialogElement | null} box
 */
async function closed(box) {
  if (!box) return;
  const closing = new Promise((done) => box.addEventListener("close", done, { once: true }));
  box.close();
  await closing;
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
    Object.entries(options).map(([value, text]) =>
      el("option", { value, selected: settings.get(name) === value }, text),
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
