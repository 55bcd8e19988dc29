/** Dealing by button among several guests: who is ready, who is waited for, and how long. */

import { count } from "../lib/count.js";

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
  const left = secondsLeft(model);
  return `Ready: ${model.ready.waits}${left === null ? "" : `; the cards come in ${count(left, "second")}`}.`;
}

/** Seconds until the cards come, or null. */
export function secondsLeft({ ready: { dealsAt } }) {
  return dealsAt === null ? null : Math.ceil(Math.max(0, dealsAt - performance.now()) / 1000);
}
