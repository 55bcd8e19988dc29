/** A card that the guest turns: a drag or an arrow key peels its edge, a tap or Space turns it. */

import { back, face } from "../drawings/cards.js";
import { el, setAttribute } from "../lib/elements.js";
import { openedDialog } from "../shell/dialog.js";
import { words } from "../words/words.js";

/** @import { Side } from "../wire/frames.d.ts" */

/** Called when a guest turns a card, asks what would win, or sees the card's edge. @typedef {{ turn: () => void, ask: () => void, peeled: (card: string) => void }} PeelActions */

/** How far an edge can be peeled, how far per key press, and from where on it shows; parts of the width. */
const [MOST, STEP, SEEN] = [0.4, 0.05, 0.3];
/** Pixels within which a touch is a tap. */
const TAP = 6;

/**
 * Let the guest peel and turn a card. Return what ends it.
 * @param {HTMLElement} element
 * @param {{ card: string, side: Side }} laid
 * @param {PeelActions} actions
 */
export function makePeelable(element, { card, side }, { turn, ask, peeled }) {
  /** @type {Record<string, () => void>} */
  const acts = { " ": turn, Enter: turn, "?": ask };
  const stop = new AbortController();
  const { signal } = stop;
  const layer = el("span.peel", { "aria-hidden": "true" }, back(), face(card, true));
  const focused = document.activeElement;
  let part = 0;
  let isSeen = false;
  /** @type {{ x: number, y: number } | null} */
  let start = null;

  /** @param {number} wanted */
  const peel = (wanted) => {
    part = Math.min(MOST, Math.max(0, wanted));
    layer.style.setProperty("--peel", String(part));
    if (isSeen || part < SEEN) return;
    isSeen = true;
    peeled(card);
  };
  /** @param {{ x: number, y: number }} at */
  const distance = ({ x, y }) => (start ? Math.hypot(x - start.x, y - start.y) : 0);

  element.append(layer);
  for (const [name, value] of Object.entries({
    role: "button",
    tabindex: "0",
    "aria-label": words("page.squeeze.label", { side }),
    "data-peeling": true,
  }))
    setAttribute(element, name, value);
  element.addEventListener(
    "keydown",
    (event) => {
      const act = event.key.startsWith("Arrow") ? () => peel(part + STEP) : acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    },
    { signal },
  );
  element.addEventListener(
    "pointerdown",
    (event) => {
      start = event;
      element.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  element.addEventListener(
    "pointermove",
    (event) => start && peel(distance(event) / element.offsetWidth),
    { signal },
  );
  element.addEventListener(
    "pointerup",
    (event) => {
      const isTap = distance(event) < TAP;
      start = null;
      if (isTap) turn();
      else peel(0);
    },
    { signal },
  );
  const isBusy = openedDialog() || focused?.matches("input, select, textarea");
  if (!isBusy) element.focus({ preventScroll: true });

  return () => {
    stop.abort();
    layer.remove();
    const wasFocused = document.activeElement === element;
    for (const name of ["tabindex", "data-peeling"]) setAttribute(element, name, null);
    setAttribute(element, "role", "img");
    if (wasFocused && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
}
