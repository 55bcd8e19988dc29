import { el, field, tickField } from "../lib/elements.js";
import { request } from "../lib/http.js";
import { catalogue, words } from "../words/words.js";
import { openDialog, openedDialog } from "./dialog.js";
import { levelSelect, onSubmit, settingSelect } from "./forms.js";
import { loadLanguage, OWN_NAMES } from "./language.js";
import { NAME_CHANNEL, settings } from "./settings.js";

/** @import { Me } from "../wire/answers.d.ts" */
/** @import { Attributes } from "../lib/elements.js" */
/** @import { Values } from "./settings.js" */
/** @import { Message } from "../words/catalogue.js" */
/** @template Type @typedef {{ [Name in keyof Values]: Values[Name] extends Type ? Name : never }[keyof Values]} NameOf */

export async function openSettings() {
  /** @type {Me | null} */
  const me = await request("/api/me").catch(() => null);
  const paces = {
    calm: words("page.set.calm"),
    brisk: words("page.set.brisk"),
    none: words("page.set.none"),
  };
  const squeezes = {
    off: words("page.squeeze.off"),
    thirds: words("page.squeeze.thirds"),
    mine: words("page.squeeze.mine"),
  };
  const felts = {
    green: words("page.set.green"),
    midnight: words("page.set.midnight"),
    burgundy: words("page.set.burgundy"),
  };
  const languages = { "": words("page.language.browser"), ...OWN_NAMES };
  openDialog(
    words("page.settings"),
    el(
      "form.settings",
      { onsubmit: (event) => event.preventDefault() },
      field(words("page.level"), levelSelect("set-level")),
      field(words("page.set.pace"), settingSelect("set-pace", "pace", paces)),
      field(words("page.set.squeeze"), settingSelect("set-squeeze", "squeeze", squeezes)),
      tick("sound", words("page.sound")),
      volumeField(),
      field(words("page.set.felt"), settingSelect("set-felt", "felt", felts)),
      field(
        words("page.language"),
        settingSelect("set-language", "language", languages, changeLanguage),
      ),
      tick("fourColours", words("page.set.four_colours")),
      tick("classicRoads", words("page.set.classic_roads")),
      tick("goodRoads", words("page.set.good_roads")),
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
    me && signOutForm(),
  );
}

/** Return a form for the guest's name. A seat keeps its old name. @param {Me} me */
function nameForm({ name, tables }) {
  const input = el("input", {
    id: "set-name",
    required: true,
    maxlength: "32",
    autocomplete: "nickname",
    value: name,
  });
  const answer = el("p.note.naming-said", { role: "status" });
  const change = async () => {
    /** @type {{ name: string }} */
    const { name: cleaned } = await request("/api/guest", { name: input.value });
    input.value = cleaned;
    const tabs = new BroadcastChannel(NAME_CHANNEL);
    tabs.postMessage(cleaned);
    tabs.close();
    /** @type {Message[]} */
    const messages = [
      ["page.set.renamed", { new_guest: input.value }],
      ["page.set.old_name", {}],
    ];
    answer.textContent = catalogue().sentences(messages.slice(0, tables.length ? 2 : 1));
  };
  const save = el("button", { type: "submit" }, words("page.set.change"));
  return el(
    "form.naming",
    { onsubmit: onSubmit(change, answer) },
    field(words("page.set.name"), input, save),
    answer,
  );
}

function signOutForm() {
  const answer = el("p.note", { role: "status" });
  const signOut = async () => {
    await request("/api/guest", undefined, "DELETE");
    location.assign("/");
  };
  return el(
    "form.naming",
    { onsubmit: onSubmit(signOut, answer) },
    el("p.note", words("page.sign_out.note")),
    el("button", { type: "submit", id: "sign-out" }, words("page.sign_out")),
    answer,
  );
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

/** Close a dialog, and wait until the focus is back. @param {HTMLDialogElement | null} box */
async function closed(box) {
  if (!box) return;
  const closing = new Promise((done) => box.addEventListener("close", done, { once: true }));
  box.close();
  await closing;
}

/**
 * Return an input that changes a setting.
 * @template {keyof Values} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {(input: HTMLInputElement) => Values[Name]} read
 */
function settingInput(name, attributes, read) {
  /** @type {HTMLInputElement} */
  const input = el("input", {
    id: `set-${name}`,
    ...attributes,
    onchange: () => settings.set(name, read(input)),
  });
  return input;
}

/** @type {(name: NameOf<boolean>, label: string) => HTMLParagraphElement} */
const tick = (name, label) => {
  const attributes = { type: "checkbox", checked: settings.get(name) };
  return tickField(
    label,
    settingInput(name, attributes, (input) => input.checked),
  );
};

function wordField() {
  const placeholder = words("page.set.word.empty");
  const value = settings.get("word");
  const attributes = { maxlength: "100", autocomplete: "off", placeholder, value };
  const input = settingInput("word", attributes, (typed) => typed.value.trim());
  return field(words("page.set.word"), input);
}

function volumeField() {
  const attributes = { type: "range", value: settings.get("volume") };
  const input = settingInput("volume", attributes, (range) => Number(range.value));
  return field(words("page.set.volume"), input);
}
