/** The settings, as a dialog. */

import { el } from "../lib/elements.js";
import { ask } from "../lib/http.js";
import { dialog } from "./dialog.js";
import { rename } from "./guest-name.js";
import { dress, LEVELS, settings } from "./settings.js";

export async function openSettings() {
  const me = await ask("/api/me").catch(() => null);
  dialog("Settings",
    el("form", { class: "settings", onsubmit: (event) => event.preventDefault() },
      choice("level", "How much is said", Object.fromEntries(LEVELS.map((name) => [name, name]))),
      choice("pace", "Dealing", { calm: "calm", brisk: "brisk", none: "no movement" }),
      choice("felt", "Felt", { green: "green", midnight: "midnight", burgundy: "burgundy" }),
      tick("fourColours", "Four-colour deck: blue diamonds, green clubs"),
      tick("shortcuts", "Single-key shortcuts"),
      el("fieldset", {}, el("legend", {}, "Your part in the shuffle"),
        tick("mixSeeds", "Mix a word of mine into every shoe"),
        text("word", "The word", "left empty, a random one"),
        tick("addRandom", "Add random words to it, so that nobody can guess it"))),
    me && naming(me));
}

/** The guest's name; a seat keeps the one under which it was taken. */
function naming({ name, tables }) {
  const input = el("input", { id: "set-name", required: true, maxlength: "32", autocomplete: "nickname", value: name });
  const said = el("p", { class: "note naming-said", role: "status" });
  const change = async (event) => {
    event.preventDefault();
    try {
      input.value = await rename(input.value);
      said.textContent = `You are ${input.value} from now on. ${tables.length ? "Where you sit already, your seat keeps the old name until you leave it." : ""}`;
    } catch (error) {
      said.textContent = error.message;
    }
  };
  return el("form", { class: "naming", onsubmit: change },
    el("p", { class: "field" }, el("label", { for: "set-name" }, "Your name"), input, el("button", { type: "submit" }, "Change")), said);
}

function choice(name, label, options) {
  const select = el("select", { id: `set-${name}`, onchange: () => change(name, select.value) },
    Object.entries(options).map(([value, words]) => el("option", { value, selected: settings.get(name) === value }, words)));
  return el("p", { class: "field" }, el("label", { for: `set-${name}` }, label), select);
}

function tick(name, label) {
  const box = el("input", { type: "checkbox", id: `set-${name}`, checked: settings.get(name), onchange: () => change(name, box.checked) });
  return el("p", { class: "field tick" }, box, el("label", { for: `set-${name}` }, label));
}

function text(name, label, placeholder) {
  const input = el("input", {
    id: `set-${name}`, maxlength: "100", autocomplete: "off", placeholder, value: settings.get(name),
    onchange: () => change(name, input.value.trim()),
  });
  return el("p", { class: "field" }, el("label", { for: `set-${name}` }, label), input);
}

function change(name, value) {
  settings.set(name, value);
  dress();
}
