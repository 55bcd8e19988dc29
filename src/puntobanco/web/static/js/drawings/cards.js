/** The faces and the back of cards, as SVG of our own. */

import { el, setAttribute, svg } from "../lib/elements.js";
import { catalogue, words } from "../words/words.js";

/** Shapes of the suits. @type {Record<string, string>} */
const SUITS = {
  h: "M0 9.6C-3.6 5.4-9.6 2.2-9.6-3.4-9.6-6.9-7.1-9.2-4.5-9.2-2.3-9.2-.7-7.9 0-6.1.7-7.9 2.3-9.2 4.5-9.2 7.1-9.2 9.6-6.9 9.6-3.4 9.6 2.2 3.6 5.4 0 9.6Z",
  d: "M0-10.2C2.1-6.2 4.8-2.7 8 0 4.8 2.7 2.1 6.2 0 10.2-2.1 6.2-4.8 2.7-8 0-4.8-2.7-2.1-6.2 0-10.2Z",
  s: "M0-9.9C3.7-5.3 9.5-2.4 9.5 2.4 9.5 5.3 7.3 7 5 7 3.3 7 1.9 6.2 1.1 4.9 1.3 7.1 2.2 8.8 3.8 9.8H-3.8C-2.2 8.8-1.3 7.1-1.1 4.9-1.9 6.2-3.3 7-5 7-7.3 7-9.5 5.3-9.5 2.4-9.5-2.4-3.7-5.3 0-9.9Z",
  c: "M-2.9-2.2A4.4 4.4 0 1 1 2.9-2.2 4.4 4.4 0 1 1 1.1 3.9C1.3 6.8 2.2 8.8 3.8 9.8H-3.8C-2.2 8.8-1.3 6.8-1.1 3.9A4.4 4.4 0 1 1-2.9-2.2Z",
};

/** Strokes of the ranks. @type {Record<string, string>} */
const RANKS = {
  A: "M.4 13H3.4M6.6 13H9.6M1.9 12.8 5 1 8.1 12.8M3 8.9H7",
  2: "M1.2 4.2C1.2 2.2 2.8 1 5 1 7.2 1 8.8 2.2 8.8 4.3 8.8 7.6 1.4 9.4 1.1 13H8.9V11.2",
  3: "M1.4 2.8V1H8.6L4.7 5.7C7.2 5.6 8.9 7 8.9 9.3 8.9 11.6 7.2 13 4.9 13 2.9 13 1.5 12.1 1 10.5",
  4: "M7 13V1L.9 9.4H9.4M5.2 13H8.8",
  5: "M8.5 1H2.6L1.9 6.3C2.7 5.6 3.8 5.3 5 5.3 7.3 5.3 8.9 6.8 8.9 9.1 8.9 11.5 7.2 13 4.9 13 2.9 13 1.5 12.1 1 10.5",
  6: "M8.5 2.6C7.7 1.6 6.6 1 5.3 1 2.6 1 1.1 3.8 1.1 8 1.1 11.2 2.6 13 5 13 7.3 13 8.9 11.4 8.9 9.1 8.9 6.8 7.3 5.4 5.1 5.4 2.9 5.4 1.3 6.9 1.1 8.8",
  7: "M1.2 2.8V1H8.8C6.4 4.4 4.6 8.4 4.2 13",
  8: "M5 6.5C3 6.5 1.8 5.4 1.8 3.8 1.8 2.1 3 1 5 1 7 1 8.2 2.1 8.2 3.8 8.2 5.4 7 6.5 5 6.5 2.6 6.5 1.1 7.8 1.1 9.7 1.1 11.7 2.6 13 5 13 7.4 13 8.9 11.7 8.9 9.7 8.9 7.8 7.4 6.5 5 6.5Z",
  9: "M1.5 11.4C2.3 12.4 3.4 13 4.7 13 7.4 13 8.9 10.2 8.9 6 8.9 2.8 7.4 1 5 1 2.7 1 1.1 2.6 1.1 4.9 1.1 7.2 2.7 8.6 4.9 8.6 7.1 8.6 8.7 7.1 8.9 5.2",
  T: "M-.9 3 1 1V13M6.8 1C9.1 1 10.2 3.4 10.2 7S9.1 13 6.8 13 3.4 10.6 3.4 7 4.5 1 6.8 1Z",
  J: "M4 1H9.4M6.9 1V9.6C6.9 11.8 5.7 13 3.9 13 2.3 13 1.1 12.1 1 10.3",
  Q: "M5 1C7.4 1 9 3.3 9 7S7.4 13 5 13 1 10.7 1 7 2.6 1 5 1ZM5.2 9.6 9.4 13.6",
  K: "M2.3 1V13M.7 1H3.9M.7 13H3.9M8.6 1 2.5 8.1M4.4 6 8.5 13M7.1 1H9.7M6.9 13H9.9",
};

/** Where pips are: three columns, and seven rows of which the outer ones are near the edges. */
const [LEFT, RIGHT, TOP, BOTTOM] = [35, 65, 22, 118];
/** @param {number} part */
const row = (part) => TOP + part * (BOTTOM - TOP);
/** @param {number[]} parts */
const sides = (...parts) =>
  parts.flatMap((part) => [
    [LEFT, row(part)],
    [RIGHT, row(part)],
  ]);
/** @param {number[]} parts */
const middle = (...parts) => parts.map((part) => [50, row(part)]);
/** @type {Record<string, number[][]>} */
const PIPS = {
  2: middle(0, 1),
  3: middle(0, 1 / 2, 1),
  4: sides(0, 1),
  5: [...sides(0, 1), ...middle(1 / 2)],
  6: sides(0, 1 / 2, 1),
  7: [...sides(0, 1 / 2, 1), ...middle(1 / 4)],
  8: [...sides(0, 1 / 2, 1), ...middle(1 / 4, 3 / 4)],
  9: [...sides(0, 1 / 3, 2 / 3, 1), ...middle(1 / 2)],
  T: [...sides(0, 1 / 3, 2 / 3, 1), ...middle(1 / 6, 5 / 6)],
};

/** The court cards differ in crown, hair, and what is held. @type {Record<string, { crown: string, hair: string, held: string }>} */
const COURTS = {
  K: {
    crown: "M-13 6H13M-13 3 -15-6-8-1-5-9 0-2 5-9 8-1 15-6 13 3Z",
    hair: "M42.7 41C41.5 34.5 45 32 50 32S58.5 34.5 57.3 41L56.6 37.8C53 36.8 47 36.8 43.4 37.8ZM42.9 43C42.6 50.5 46 55.5 50 55.5S57.4 50.5 57.1 43C56 46.6 53.5 45.6 50 45.6S44 46.6 42.9 43Z",
    held: "M67.5 64V31M67.5 30.5A3 3 0 1 1 67.5 24.5 3 3 0 1 1 67.5 30.5ZM65 24H70M67.5 21.5V24.5",
  },
  Q: {
    crown:
      "M-12 6H12M-12 3C-13-1-14-4-14-7-10-6-7-3-6 0-5-5-3-8 0-11 3-8 5-5 6 0 7-3 10-6 14-7 14-4 13-1 12 3Z",
    hair: "M40.5 55C38.5 45 40 32.3 50 32.3S61.5 45 59.5 55C57.6 52 57.8 44.5 56.8 40.2 53.5 37.2 46.5 37.2 43.2 40.2 42.2 44.5 42.4 52 40.5 55Z",
    held: "M67.5 64C66 55 66.4 48 67.5 41M67.5 41C63 40.5 62.8 35 65 33.4 66 32.6 67 33 67.5 34 68 33 69 32.6 70 33.4 72.2 35 72 40.5 67.5 41ZM67 52C69.5 51 71 49 71 47",
  },
  J: {
    crown: "M-11 6H11M-11 3C-12-3-7-6 1-6 6-6 9-8 11-11 14-6 12-1 11 3ZM-4 3C0 0 5-2 10-7",
    hair: "M42.3 49.5C40.2 40.5 41 32.6 50 32.6S59.8 40.5 57.7 49.5L55.9 49C57 45 57 42 56.5 39.2 52 38.2 48 38.2 43.5 39.2 43 42 43 45 44.1 49Z",
    held: "M67.5 64V24M67.5 26C72.5 27 73 33.5 67.5 36ZM65.5 24 67.5 19.5 69.5 24Z",
  },
};

/** Draw a card such as "9h". A bare one has no rank in its corners. @param {string} card */
export function face(card, isBare = false) {
  const [rank, suit] = [...card];
  const wide = rank === "T" ? "translate(7 7) scale(1.06 1.3)" : "translate(5.5 7) scale(1.3)";
  const half = () => [
    svg("path.rank", { d: RANKS[rank], transform: wide }),
    pip(suit, 12, 36, 0.72),
  ];
  return svg(
    "svg",
    { viewBox: "0 0 100 140", class: `face suit-${suit}`, "aria-hidden": "true" },
    svg("rect.paper", { x: 0.5, y: 0.5, width: 99, height: 139, rx: 8 }),
    ...(isBare ? [] : [...half(), svg("g", { transform: "rotate(180 50 70)" }, ...half())]),
    ...body(rank, suit).slice(isBare && rank === "A" ? -1 : 0),
  );
}

/** @type {(rank: string, suit: string) => SVGGElement[]} */
const body = (rank, suit) => {
  if (rank === "A") return ace(suit);
  if (rank in COURTS) return court(COURTS[rank], suit);
  return PIPS[rank].map(([x, y]) => pip(suit, x, y, 0.9, y > 70.5));
};

/** @param {string} suit */
const ace = (suit) => [
  svg("circle.fine", { cx: 50, cy: 70, r: 27 }),
  svg("circle.fine.dotted", { cx: 50, cy: 70, r: 30.5 }),
  pip(suit, 50, 70, 1.75),
];

/**
 * Draw a court card: a half figure twice, with its suit above the shoulder.
 * @type {(figure: { crown: string, hair: string, held: string }, suit: string) => SVGGElement[]}
 */
function court({ crown, hair, held }, suit) {
  const half = () => [
    svg("path.robe", {
      d: "M25 70V64.5C30 57.5 38 55 45 53.5L50 58 55 53.5C62 55 70 57.5 75 64.5V70Z",
    }),
    svg("path.trim", { d: "M34 70C34.5 65 36 61 38.5 57M66 70C65.5 65 64 61 61.5 57" }),
    svg("path.skin", { d: "M46.5 47H53.5V54L50 57.5 46.5 54Z" }),
    svg("path.collar", { d: "M45 53 50 58 55 53 59 55 50 65 41 55Z" }),
    svg("ellipse.skin", { cx: 50, cy: 41.5, rx: 7.2, ry: 8.6 }),
    svg("path.hair", { d: hair }),
    svg("path.features", {
      d: "M46.2 41H48.4M51.6 41H53.8M50 41.5V44M48.3 46.8Q50 47.7 51.7 46.8",
    }),
    svg("path.crown", { d: crown, transform: "translate(50 29.5) scale(.66)" }),
    svg("path.held", { d: held }),
    pip(suit, 33, 21, 0.58),
  ];
  return [
    svg("rect.panel", { x: 25, y: 12, width: 50, height: 116, rx: 3 }),
    ...half(),
    svg("g", { transform: "rotate(180 50 70)" }, ...half()),
    svg("rect.collar", { x: 25, y: 67.6, width: 50, height: 4.8 }),
    svg("rect.fine", { x: 25, y: 12, width: 50, height: 116, rx: 3 }),
  ];
}

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function pip(suit, x, y, scale, isTurned = false) {
  const turn = isTurned ? " rotate(180)" : "";
  const transform = `translate(${x} ${y}) scale(${scale})${turn}`;
  return svg("path.pip", { d: SUITS[suit], transform });
}

export function back() {
  const lattice = [];
  for (let at = -120; at <= 120; at += 10)
    lattice.push(`M${at} -20L${at + 180} 160`, `M${at + 180} -20L${at} 160`);
  return svg(
    "svg.back",
    { viewBox: "0 0 100 140", "aria-hidden": "true" },
    svg("rect.paper", { x: 0.5, y: 0.5, width: 99, height: 139, rx: 8 }),
    svg(
      "svg",
      { x: 7, y: 7, width: 86, height: 126, viewBox: "7 7 86 126" },
      svg("rect.ground", { x: 7, y: 7, width: 86, height: 126, rx: 4 }),
      svg("path.lattice", { d: lattice.join("") }),
    ),
    svg("rect.edge", { x: 10, y: 10, width: 80, height: 120, rx: 3 }),
    svg("circle.seal", { cx: 50, cy: 70, r: 19 }),
    svg("circle.edge", { cx: 50, cy: 70, r: 16 }),
    svg("path.letters", {
      d: "M43 78V62H46.5A4.3 4.3 0 0 1 46.5 70.6H43M52 62V78H56A4.2 4.2 0 0 0 56 69.6H52M52 69.6H55A3.8 3.8 0 0 0 55 62H52",
    }),
  );
}

/**
 * Return a playing card. Its `.sides` turn: they are its face and its back.
 * @type {(card: string, options?: { isSideways?: boolean, isUp?: boolean }) => HTMLElement}
 */
export function playingCard(card, { isSideways = false, isUp = true } = {}) {
  const element = el(
    "pb-card",
    {
      class: isSideways ? "playing-card sideways" : "playing-card",
      role: "img",
      "aria-label": words("page.card.down"),
      "data-down": true,
    },
    el("span.sides", face(card), back()),
  );
  if (isUp) turnUp(element, card, 0);
  return element;
}

/** Turn a card that is face down. @type {(element: HTMLElement, card: string, duration: number) => void} */
export const turnUp = (element, card, duration) => {
  setAttribute(element, "data-down", null);
  setAttribute(element, "data-card", card);
  setAttribute(element, "aria-label", catalogue().card(card));
  if (!duration) return;
  element
    .querySelector(".sides")
    ?.animate([{ transform: "rotateY(180deg)" }, { transform: "rotateY(0)" }], {
      duration,
      easing: "ease-in-out",
    });
};
