import { el } from "../lib/elements.js";
import { untilFinished } from "../lib/waiting.js";

const CARDS = 14;
/** The parts of the time in which one card falls, and the pack goes into the shoe. */
const [FALL, INTO_SHOE] = [0.22, 0.22];

/**
 * Riffle two halves of a pack, and slide the pack into the shoe.
 * @param {HTMLElement} place
 * @param {SVGElement} shoe
 * @param {{ duration: number, signal: AbortSignal }} time
 */
export async function riffle(place, shoe, { duration, signal }) {
  const cards = Array.from({ length: CARDS }, () => el("span"));
  const pack = el("div.riffle", cards);
  place.replaceChildren(pack);
  const fall = FALL * duration;
  const stagger = (duration * (1 - INTO_SHOE) - fall) / (CARDS - 1);
  const falls = cards.map((card, at) =>
    card.animate(
      [
        {
          transform: `translate(${at % 2 ? 3.6 : -3.6}rem, ${-0.12 * at}rem) rotate(${at % 2 ? 9 : -9}deg)`,
        },
        { transform: `translate(0, ${-0.04 * at}rem)` },
      ],
      { duration: fall, delay: stagger * at, easing: "ease-in", fill: "both" },
    ),
  );
  await untilFinished(falls, signal);
  const [from, to] = [pack, shoe].map((each) => each.getBoundingClientRect());
  const way = `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px) scale(.6)`;
  await untilFinished(
    [
      pack.animate([{}, { transform: way, opacity: 0 }], {
        duration: INTO_SHOE * duration,
        easing: "ease-in",
        fill: "forwards",
      }),
    ],
    signal,
  );
  place.replaceChildren();
}
