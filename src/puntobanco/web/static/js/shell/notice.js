/** Notices, which disappear, and a banner that stays while something is wrong. */

import { elementOf, setText } from "../lib/elements.js";
import { words } from "../words/words.js";

const DURATION = 7000;
const HOUSE_DURATION = 30_000;
const [banner, notice, houseNotice] = ["banner", "notice", "house-notice"].map(elementOf);
let wanted = "";
/** The timers that clear lines. @type {Map<HTMLElement, number>} */
const timers = new Map();

/** @type {(element: HTMLElement, line: string, duration: number) => void} */
const showFor = (element, line, duration) => {
  clearTimeout(timers.get(element));
  setText(element, line);
  timers.set(
    element,
    setTimeout(() => setText(element, ""), duration),
  );
};

/** Show a line that is read out at once and disappears after a while. @param {string} line */
export function showNotice(line) {
  wanted = line;
  notice.textContent = "";
  requestAnimationFrame(() => showFor(notice, wanted, DURATION));
}

export function clearNotice() {
  wanted = "";
  setText(notice, "");
}

/** Show a line until the trouble is over. It is read out once. @param {string} line */
export function showTrouble(line) {
  clearTimeout(timers.get(banner));
  banner.dataset.state = "wrong";
  setText(banner, line);
}

/** End the trouble, if any, with a line that disappears after a while. */
export function endTrouble() {
  if (banner.dataset.state !== "wrong") return;
  banner.dataset.state = "right";
  showFor(banner, words("page.line.back"), DURATION);
}

/** Show a notice of the house for a while. It is read out once, however often it is shown. @param {string} line */
export const showHouseNotice = (line) => showFor(houseNotice, line, HOUSE_DURATION);
