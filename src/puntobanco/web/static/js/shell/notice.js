/** One clear line: in passing when something was refused, or for as long as something is wrong. */

import { show } from "../lib/elements.js";

const LASTS = 7000;
const [banner, passing] = ["banner", "notice"].map((id) => document.getElementById(id));
let wanted = "";
let timer = null;
let bannerTimer = null;

/** Show a line, read out at once; it goes after a while. */
export function notice(line) {
  wanted = line;
  passing.textContent = "";
  requestAnimationFrame(() => {
    show(passing, wanted);
    clearTimeout(timer);
    timer = setTimeout(clearNotice, LASTS);
  });
}

export function clearNotice() {
  wanted = "";
  show(passing, "");
}

/** Show a line until it is released; it is read out once, however often it is told. */
export function hold(line) {
  clearTimeout(bannerTimer);
  banner.dataset.state = "wrong";
  show(banner, line);
}

/** What was wrong is over; a line that says so goes after a while. */
export function release(line = "The line is back.") {
  if (banner.dataset.state !== "wrong") return;
  banner.dataset.state = "right";
  show(banner, line);
  bannerTimer = setTimeout(() => show(banner, ""), LASTS);
}
