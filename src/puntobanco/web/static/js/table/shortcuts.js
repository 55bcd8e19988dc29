/** Single keys: one letter each, off where a guest types, and off altogether if wanted. */

import { setAttribute } from "../lib/elements.js";
import { KEYS, signOf } from "../shell/keys.js";
import { settings } from "../shell/settings.js";

/**
 * Listen for single keys. Gives a function that stops listening.
 * @param {(does: string, place: number) => void} act
 */
export function listen(act) {
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (
      !settings.get("shortcuts") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat ||
      event.defaultPrevented
    )
      return;
    if (isTyping(event.target)) return;
    const key = signOf(event);
    const does = /^[1-9]$/.test(key) ? "chip" : KEYS.find((each) => each.key === key)?.does;
    if (!does) return;
    act(does, Number(key) - 1);
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof Element && target.closest("input, select, textarea, dialog") !== null;
}

/**
 * Name the key that does what an element does, as long as single keys are on.
 * @param {HTMLElement} element
 * @param {string} key
 */
export function setShortcut(element, key) {
  element.dataset.shortcut = key;
  updateShortcut(element);
}

/** @param {HTMLElement} element */
function updateShortcut(element) {
  setAttribute(element, "aria-keyshortcuts", settings.get("shortcuts") && element.dataset.shortcut);
}

settings.addEventListener("change", ({ detail }) => {
  /** @type {NodeListOf<HTMLElement>} */
  const elements = document.querySelectorAll("[data-shortcut]");
  if (detail === "shortcuts") elements.forEach(updateShortcut);
});
