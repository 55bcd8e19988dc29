/** Help and settings, as dialogs. */

import { el } from "./dom.js";
import { ask } from "./http.js";
import { rename } from "./naming.js";
import { dress, LEVELS, settings } from "./settings.js";
import { style } from "./style.js";

const KEYS = {
  p: "bet the chosen chip on Player",
  b: "bet it on Banker",
  t: "bet it on Tie",
  "1–6": "choose a chip",
  u: "undo the last stake",
  z: "take all bets back",
  r: "repeat the last bets",
  w: "double all bets",
  x: "deal, or say that you are ready for the cards; while cards are dealt, skip to the end",
  e: "more time to bet, at a table with a clock",
  s: "skip to the end of the coup",
  d: "say the last ten decisions",
  m: "say your money and your bets",
  l: "go to the croupier’s log",
  "?": "show this help",
};

const FIELDS = "input, select, textarea";

/** A dialog with a title and a way out, opened at its first field; gives the element. */
export function dialog(title, ...content) {
  document.querySelector("dialog[open]")?.close(); // As when a button was pressed twice.
  const opener = document.activeElement;
  const box = el("dialog", { "aria-label": title, class: "sheet-dialog" },
    el("div", { class: "dialog-head" },
      el("h2", {}, title),
      el("button", { type: "button", class: "quiet", onclick: () => box.close() }, "Close")),
    ...content.filter(Boolean));
  box.addEventListener("close", () => {
    box.remove();
    opener?.focus?.();
  });
  style("details");
  document.body.append(box);
  box.showModal();
  (box.querySelector("[autofocus]") ?? box.querySelector(FIELDS))?.focus();
  return box;
}

export function openHelp() {
  dialog("Help",
    el("p", {}, "Choose a chip, press a spot, deal. Player and Banker are two hands, not people: bet on either, on a tie, or on a side bet. Nine is the best total; tens and court cards count nothing, and only the last digit of a sum counts."),
    el("p", {}, "Two cards to each hand. 8 or 9 at once is a natural and ends the coup. Otherwise the tableau decides who takes a third card: nobody chooses. After a tie, stakes on Player and Banker are not lost."),
    el("h3", {}, "Keys"),
    el("p", { class: "note" }, `Single keys are ${settings.get("shortcuts") ? "on" : "off"}; the settings can change that.`),
    el("table", { class: "data keys" },
      el("caption", { class: "hidden" }, "Keys"),
      el("tbody", {}, Object.entries(KEYS).map(([key, words]) =>
        el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, words))))),
    el("h3", {}, "Fair shoes"),
    el("p", {}, "Before each shoe the house commits to a secret, and your browser adds a word of yours. The order follows from both and is fixed before the first bet. Under “Shoe” you can check any card that was shown; when the shoe is over its record proves all of it."),
    el("p", {}, "Play money only."));
}

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
