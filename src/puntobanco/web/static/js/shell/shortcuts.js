import { setAttribute } from "../lib/elements.js";
import { settings } from "./settings.js";

/**
 * Single keys, what they do, and the id of the help's text. They are off while a guest types, or by
 * a setting.
 */
export const KEYS = [
  { key: "p", does: "player", help: "page.key.player" },
  { key: "b", does: "banker", help: "page.key.banker" },
  { key: "t", does: "tie", help: "page.key.tie" },
  { key: "1–6", does: "chip", help: "page.key.chip" },
  { key: "u", does: "undo", help: "page.key.undo" },
  { key: "z", does: "take_back", help: "page.key.take_back" },
  { key: "r", does: "repeat", help: "page.key.repeat" },
  { key: "w", does: "double", help: "page.key.double" },
  { key: "x", does: "deal", help: "page.key.deal" },
  { key: "e", does: "more_time", help: "page.key.more_time" },
  { key: "s", does: "skip", help: "page.key.skip" },
  { key: "←↑→↓", does: "move", help: "page.key.move" },
  { key: "Space", does: "turn", help: "page.key.turn" },
  { key: "a", does: "again", help: "page.key.again" },
  { key: "c", does: "time", help: "page.key.time" },
  { key: "d", does: "decisions", help: "page.key.decisions" },
  { key: "m", does: "money", help: "page.key.money" },
  { key: "l", does: "log", help: "page.key.log" },
  { key: "?", does: "help", help: "page.key.help" },
];

/**
 * Return the character of a pressed key. If we don't use it, return the character that a Latin
 * keyboard has there, so that digits work on every layout, with or without shift.
 * @param {Pick<KeyboardEvent, "key" | "code" | "shiftKey">} pressed
 */
export function signOf({ key, code, shiftKey }) {
  const sign = key.toLowerCase();
  if (sign.length === 1 && "abcdefghijklmnopqrstuvwxyz0123456789?".includes(sign)) return sign;
  if (code === "Slash" && shiftKey) return "?";
  const [, place] = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code) ?? [];
  return place?.toLowerCase() ?? sign;
}

/**
 * Listen for single keys until the signal aborts.
 * @type {(act: (does: string, place: number) => void, signal: AbortSignal) => void}
 */
export function listen(act, signal) {
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const { ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event;
    if (!settings.get("shortcuts") || isTyping(target)) return;
    if (ctrlKey || metaKey || altKey || repeat || defaultPrevented) return;
    const key = signOf(event);
    const does = /^[1-9]$/.test(key) ? "chip" : KEYS.find((each) => each.key === key)?.does;
    if (!does) return;
    act(does, Number(key) - 1);
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey, { signal });
}

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof Element && target.closest("input, select, textarea, dialog") !== null;

/** Name a key while single keys are on. @type {(element: HTMLElement, key: string) => void} */
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
