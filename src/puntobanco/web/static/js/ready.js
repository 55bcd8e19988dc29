/** Dealing by button among several guests: who is ready, who is waited for, and how long. */

import { count, el, show } from "./dom.js";

export const NOBODY = { seats: [], waiting: [], waits: "", dealsAt: null };

/** Who is ready, as a frame tells it and this machine's clock sees it. */
export function readied(model, { seats, waiting, waits, deals_in: dealsIn }) {
  model.ready = { seats, waiting, waits, dealsAt: dealsIn === null ? null : performance.now() + dealsIn };
}

/** Whether the guest has pressed and others are waited for. */
export function isWaiting({ seat, ready }) {
  return ready.seats.includes(seat) && ready.waiting.length > 0;
}

/** What a guest who is ready hears on pressing again. */
export function waitingLine(model) {
  const left = seconds(model);
  return `Ready: ${model.ready.waits}${left === null ? "" : `; the cards come in ${count(left, "second")}`}.`;
}

/** The word, the seconds and the names on the deal button. Seconds are seen, and said once in the log. */
export function fillDeal(button, model) {
  if (!button.note) {
    Object.assign(button, { word: el("span", {}), time: el("span", { class: "deal-time", "aria-hidden": "true" }), note: el("bdi", { class: "deal-note" }) });
    button.replaceChildren(button.word, button.time, button.note);
  }
  const isMine = !model.isMoving && model.ready.seats.includes(model.seat);
  const left = model.isMoving ? null : seconds(model);
  show(button.word, model.isMoving ? "Skip" : isMine ? "Ready" : "Deal");
  show(button.time, left === null ? "" : ` ${left} s`);
  show(button.note, isMine && isWaiting(model) ? ` ${model.ready.waits}` : "");
}

function seconds({ ready: { dealsAt } }) {
  return dealsAt === null ? null : Math.ceil(Math.max(0, dealsAt - performance.now()) / 1000);
}
