/** The tableau, row by row: one of them is lit in the middle of the felt when it decides. */

import { el } from "./dom.js";

/** For each holding of Banker's: the third cards of Player's on which it draws; - is "stood". */
export const BANKER = [
  { holding: 0, draws: "-0123456789" },
  { holding: 1, draws: "-0123456789" },
  { holding: 2, draws: "-0123456789" },
  { holding: 3, draws: "-012345679" },
  { holding: 4, draws: "-234567" },
  { holding: 5, draws: "-4567" },
  { holding: 6, draws: "67" },
  { holding: 7, draws: "" },
];

/** Player's holdings and what they do. */
export const PLAYER = [0, 1, 2, 3, 4, 5, 6, 7].map((holding) => ({ holding, draws: holding <= 5 }));

export const THIRDS = ["-", ..."0123456789"];

/** One row of the picture, with its square lit, for the middle of the felt. */
export function strip(side, { holding, third }) {
  const cells = side === "player"
    ? PLAYER.map((each) => ({ head: each.holding, draws: each.draws, isLit: each.holding === holding }))
    : THIRDS.map((each) => ({
      head: each === "-" ? "–" : each, draws: BANKER[holding].draws.includes(each), isLit: each === String(third ?? "-"),
    }));
  const title = side === "player" ? "Player holds" : `Banker ${holding}, Player’s third card`;
  return el("div", { class: `strip ${side}` },
    el("p", {}, title),
    el("div", { class: "strip-cells" }, cells.map(({ head, draws, isLit }) =>
      el("span", { class: isLit ? "lit" : null }, el("b", {}, String(head)), el("i", {}, draws ? "D" : "·")))));
}
