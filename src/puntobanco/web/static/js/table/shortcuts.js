/** Single keys: one letter each, off where a guest types, and off altogether if wanted. */

import { mark } from "../lib/elements.js";
import { settings } from "../shell/settings.js";

const KEYS = {
  p: "player",
  b: "banker",
  t: "tie",
  u: "undo",
  z: "take_back",
  r: "repeat",
  w: "double",
  x: "deal",
  e: "more_time",
  s: "skip",
  d: "decisions",
  m: "money",
  l: "log",
  "?": "help",
};

/** Listen for single keys; `act(does, place)` is told. Gives a function that stops listening. */
export function listen(act) {
  const heard = (event) => {
    if (!settings.get("shortcuts") || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
    if (event.target.closest?.("input, select, textarea, dialog") || event.isComposing) return;
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key)) act("chip", Number(key) - 1);
    else if (Object.hasOwn(KEYS, key)) act(KEYS[key]);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

/** Name the key that does what an element does, as long as single keys are on. */
export function hint(element, key) {
  element.dataset.shortcut = key;
  name(element);
}

function name(element) {
  mark(element, "aria-keyshortcuts", settings.get("shortcuts") && element.dataset.shortcut);
}

settings.addEventListener("change", ({ detail }) => {
  if (detail === "shortcuts") document.querySelectorAll("[data-shortcut]").forEach(name);
});
