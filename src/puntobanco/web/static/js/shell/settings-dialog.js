import { el, field } from "../lib/elements.js";
import { request } from "../lib/http.js";
import { catalogue, errorMessage, words } from "../words/words.js";
import { openDialog, openedDialog } from "./dialog.js";
import { loadLanguage, OWN_NAMES } from "./language.js";
import { applyLooks, NAME_CHANNEL, settings } from "./settings.js";

/** @import { Me } from "../wire/answers.d.ts" */
/** @import { Values } from "./settings.js" */
/** @import { Message } from "../words/catalogue.js" */
/** @template Type @typedef {{ [Name in keyof Values]: Values[Name] extends Type ? Name : never }[keyof Values]} NameOf */

export async function openSettings() {
  /** @type {Me | null} */
  const me = await request("/api/me").catch(() => null);
  openDialog(
    words("page.settings"),
    el(
      "form.settings",
      { onsubmit: (event) => event.preventDefault() },
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
        el("legend", words("page.set.shuffle")),
        tick("mixSeeds", words("page.set.mix")),
        wordField(),
        tick("addRandom", words("page.set.random")),
      ),
    ),
    me && nameForm(me),
  );
}

/**
 * Return the form that changes the guest's name. A seat keeps the name under which it was taken.
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
  const answer = el("p.note.naming-said", { role: "status" });
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
  const save = el("button", { type: "submit" }, words("page.set.change"));
  return el(
    "form.naming",
    { onsubmit: submit },
    field(words("page.set.name"), input, save),
    answer,
  );
}

/**
 * Change the name, notify every tab, and return the name as the server cleaned it.
 * @param {string} wish
 */
async function rename(wish) {
  /** @type {{ name: string }} */
  const { name } = await request("/api/guest", { name: wish });
  const tabs = new BroadcastChannel(NAME_CHANNEL);
  tabs.postMessage(name);
  tabs.close();
  return name;
}

function languageChoice() {
  const names = { "": words("page.language.browser"), ...OWN_NAMES };
  const options = Object.entries(names).map(([value, name]) =>
    el(
      "option",
      { value, lang: value || null, selected: settings.get("language") === value },
      name,
    ),
  );
  return selection("language", words("page.language"), options, changeLanguage);
}

/** Change the language of the whole page, including the settings. @param {string} language */
async function changeLanguage(language) {
  settings.set("language", language);
  await loadLanguage();
  await closed(openedDialog());
  document.dispatchEvent(new Event("language"));
  await openSettings();
  document.getElementById("set-language")?.focus();
}

/**
 * Close a dialog, and wait until it has returned the focus.
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
 * @param {Record<Values[Name], string>} texts
 */
function choice(name, label, texts) {
  const options = Object.entries(texts).map(([value, text]) =>
    el("option", { value, selected: settings.get(name) === value }, String(text)),
  );
  return selection(name, label, options, (value) =>
    change(name, /** @type {Values[Name]} */ (value)),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {HTMLOptionElement[]} options
 * @param {(value: string) => unknown} choose
 */
function selection(name, label, options, choose) {
  /** @type {HTMLSelectElement} */
  const select = el("select", { id: `set-${name}`, onchange: () => choose(select.value) }, options);
  return field(label, select);
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
  return el("p.field.tick", box, el("label", { for: box.id }, label));
}

function wordField() {
  /** @type {HTMLInputElement} */
  const input = el("input", {
    id: "set-word",
    maxlength: "100",
    autocomplete: "off",
    placeholder: words("page.set.word.empty"),
    value: settings.get("word"),
    onchange: () => change("word", input.value.trim()),
  });
  return field(words("page.set.word"), input);
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
