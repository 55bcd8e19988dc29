import { el } from "../lib/elements.js";
import { untilFinished } from "../lib/waiting.js";
import { settings } from "../shell/settings.js";

const CARDS = 14;

/**
 * Two halves of a pack fall into one another, and the pack goes into the shoe.
 * @param {HTMLElement} place
 * @param {SVGElement} shoe
 * @param {AbortSignal} signal
 */
export async function riffle(place, shoe, signal) {
  const cards = Array.from({ length: CARDS }, () => el("span", {}));
  const pack = el("div", { class: "riffle" }, cards);
  place.replaceChildren(pack);
  const { tempo } = settings;
  const fall = cards.map((card, at) =>
    card.animate(
      [
        {
          transform: `translate(${at % 2 ? 3.6 : -3.6}rem, ${-0.12 * at}rem) rotate(${at % 2 ? 9 : -9}deg)`,
        },
        { transform: `translate(0, ${-0.04 * at}rem)` },
      ],
      { duration: 260 * tempo, delay: 52 * at * tempo, easing: "ease-in", fill: "both" },
    ),
  );
  await untilFinished(fall, signal);
  const [from, to] = [pack, shoe].map((each) => each.getBoundingClientRect());
  const way = `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px) scale(.6)`;
  await untilFinished(
    [
      pack.animate([{}, { transform: way, opacity: 0 }], {
        duration: 260 * tempo,
        easing: "ease-in",
        fill: "forwards",
      }),
    ],
    signal,
  );
  place.replaceChildren();
}
