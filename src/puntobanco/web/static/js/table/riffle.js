import { el } from "../lib/elements.js";

const CARDS = 14;
/** The parts of the time in which one card falls, and the pack goes into the shoe. */
const [FALL, INTO_SHOE] = [0.22, 0.22];

/**
 * Riffle two halves of a pack, and slide the pack into the shoe.
 * @param {HTMLElement} place
 * @param {SVGElement} shoe
 * @param {number} duration
 */
export function riffle(place, shoe, duration) {
  const cards = Array.from({ length: CARDS }, () => el("span"));
  const pack = el("div.riffle", cards);
  place.replaceChildren(pack);
  const fall = FALL * duration;
  const stagger = (duration * (1 - INTO_SHOE) - fall) / (CARDS - 1);
  cards.forEach((card, at) => {
    const [x, turn] = at % 2 ? [3.6, 9] : [-3.6, -9];
    card.animate(
      [
        { transform: `translate(${x}rem, ${-0.12 * at}rem) rotate(${turn}deg)` },
        { transform: `translate(0, ${-0.04 * at}rem)` },
      ],
      { duration: fall, delay: stagger * at, easing: "ease-in", fill: "both" },
    );
  });
  const [from, to] = [pack, shoe].map((each) => each.getBoundingClientRect());
  const way = `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px) scale(.6)`;
  pack.animate([{}, { transform: way, opacity: 0 }], {
    duration: INTO_SHOE * duration,
    delay: (1 - INTO_SHOE) * duration,
    easing: "ease-in",
    fill: "forwards",
  });
}
