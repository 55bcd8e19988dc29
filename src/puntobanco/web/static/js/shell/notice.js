/** One clear line: in passing when something was refused, or for as long as something is wrong. */

import { elementOf, setText } from "../lib/elements.js";
import { words } from "../words/words.js";

const DURATION = 7000;
const [banner, notice] = ["banner", "notice"].map(elementOf);
let wanted = "";
/** @type {number | undefined} */
let noticeTimer;
/** @type {number | undefined} */
let bannerTimer;

/**
 * Show a line that is read out at once and goes after a while.
 * @param {string} line
 */
export function showNotice(line) {
  wanted = line;
  notice.textContent = "";
  requestAnimationFrame(() => {
    setText(notice, wanted);
    clearTimeout(noticeTimer);
    noticeTimer = setTimeout(clearNotice, DURATION);
  });
}

export function clearNotice() {
  wanted = "";
  setText(notice, "");
}

/**
 * Show a line until the trouble is over; it is read out once, however often it is shown.
 * @param {string} line
 */
export function showTrouble(line) {
  clearTimeout(bannerTimer);
  banner.dataset.state = "wrong";
  setText(banner, line);
}

/** The trouble, if any, is over; a line that says so goes after a while. */
export function endTrouble() {
  if (banner.dataset.state !== "wrong") return;
  banner.dataset.state = "right";
  setText(banner, words("page.line.back"));
  bannerTimer = setTimeout(() => setText(banner, ""), DURATION);
}
