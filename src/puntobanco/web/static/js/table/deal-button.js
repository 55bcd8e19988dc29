/** The words on the deal button. */

import { el, show } from "../lib/elements.js";
import { isWaiting, secondsLeft } from "../model/ready.js";

/** The word, the seconds and the names on the deal button. Seconds are seen, and said once in the log. */
export function fillDeal(button, model) {
  if (!button.note) {
    Object.assign(button, { word: el("span", {}), time: el("span", { class: "deal-time", "aria-hidden": "true" }), note: el("bdi", { class: "deal-note" }) });
    button.replaceChildren(button.word, button.time, button.note);
  }
  const isMine = !model.isMoving && model.ready.seats.includes(model.seat);
  const left = model.isMoving ? null : secondsLeft(model);
  show(button.word, model.isMoving ? "Skip" : isMine ? "Ready" : "Deal");
  show(button.time, left === null ? "" : ` ${left} s`);
  show(button.note, isMine && isWaiting(model) ? ` ${model.ready.waits}` : "");
}
