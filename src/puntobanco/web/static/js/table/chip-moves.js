/** How chips move when a coup is settled, in parts of the time that paying takes. */

import { stack } from "../drawings/chips.js";
import { el } from "../lib/elements.js";

/** @import { BetSettledData } from "../wire/frames.d.ts" */

/** The elements of a spot: its chips, and those with the amount. @typedef {{ chips: HTMLElement, stake: HTMLElement }} StakeElements */

/** The moves of chips since the last coup. @type {Animation[]} */
let moves = [];

/** @type {(element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions) => void} */
const move = (element, frames, timing) => void moves.push(element.animate(frames, timing));

/** Stop all moves, because their coup is over. */
export function stopChips() {
  for (const flying of document.querySelectorAll(".flying")) flying.remove();
  for (const each of moves) each.cancel();
  moves = [];
}

/** Take chips with their amount to the house. @type {(stake: HTMLElement, time: number) => void} */
export const collectStake = (stake, time) =>
  move(stake, [{}, { transform: "translateY(-9rem) scale(.8)", opacity: 0 }], {
    duration: 0.4 * time,
    easing: "ease-in",
    fill: "forwards",
  });

/** @type {(elements: StakeElements, bet: BetSettledData, time: number) => void} */
export const moveStake = ({ chips, stake }, { fate, earned }, time) => {
  if (fate === "lost") return collectStake(stake, time);
  if (fate === "stands") return lift(chips, time);
  if (fate === "won") pay(chips, earned, time);
  bringHome(stake, time);
};

/** @type {(chips: HTMLElement, time: number) => void} */
const lift = (chips, time) =>
  move(chips, [{ transform: "none" }, { transform: "translateY(-.4rem)" }, { transform: "none" }], {
    duration: time / 3,
    delay: time / 3,
  });

/** Pay beside the stake. @type {(chips: HTMLElement, earned: number, time: number) => void} */
const pay = (chips, earned, time) => {
  const won = stack(earned);
  won.classList.add("pay");
  chips.append(won);
  move(
    won,
    [
      { transform: "translateY(-9rem)", opacity: 0 },
      { opacity: 1, offset: 0.3 },
      { transform: "none" },
    ],
    {
      duration: 0.3 * time,
      delay: 0.2 * time,
      easing: "cubic-bezier(.2,.8,.3,1)",
      fill: "backwards",
    },
  );
};

/** Slide a stake home, above the cloth. @type {(stake: HTMLElement, time: number) => void} */
function bringHome(stake, time) {
  const from = stake.getBoundingClientRect();
  const to = document.querySelector(".money dd")?.getBoundingClientRect() ?? from;
  const copies = [...stake.querySelectorAll(".stack")].map((each) => each.cloneNode(true));
  const flying = el("span.flying", { "aria-hidden": "true" }, copies);
  Object.assign(flying.style, { left: `${from.left}px`, top: `${from.top}px` });
  stake.closest("pb-table")?.append(flying);
  const way = `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top - from.top}px) scale(.7)`;
  const when = /** @type {const} */ ({ delay: 0.63 * time, fill: "both" });
  move(stake, [{ opacity: 1 }, { opacity: 0 }], { ...when, duration: 1 });
  move(
    flying,
    [
      { opacity: 0 },
      { opacity: 1, offset: 0.01 },
      { opacity: 1, offset: 0.8 },
      { transform: way, opacity: 0 },
    ],
    { ...when, duration: time / 3, easing: "cubic-bezier(.5, 0, .7, 1)" },
  );
}
