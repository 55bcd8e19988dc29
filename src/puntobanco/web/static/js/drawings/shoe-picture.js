/** The shoe on the felt. It empties as cards leave it. The cut card lies beside it once it is out. */

import { svg } from "../lib/elements.js";

const TILTED = "rotate(-12 -17 74)";

/** Return a dealing shoe seen from its side, with its mouth to the left. */
export const shoePicture = () =>
  svg(
    "svg.shoe-picture",
    { viewBox: "0 0 150 96", "aria-hidden": "true" },
    svg("ellipse.shadow", { cx: 78, cy: 90, rx: 70, ry: 5 }),
    svg("path.wood", {
      d: "M14 84 44 18Q46 13 52 13H138Q145 13 145 20V80Q145 86 139 86H16Q13 86 14 84Z",
    }),
    svg("path.cards", { d: "" }),
    svg("path.cut", { d: "" }),
    svg("path.glass", { d: "M26 80 52 23Q53 21 55 21H134Q137 21 137 24V77Q137 80 134 80Z" }),
    svg(
      "g.cut-card",
      svg("rect", { x: -30, y: 56, width: 25, height: 35, rx: 2.5, transform: TILTED }),
      svg("rect.inner", { x: -27, y: 59, width: 19, height: 29, rx: 1.5, transform: TILTED }),
    ),
    svg("path.lip", { d: "M8 86 20 62 30 66 22 86Z" }),
    svg("path.gilt", {
      d: "M18 83 47 19Q48 16.500 52 16.500H138Q141.500 16.500 141.500 20V80Q141.500 82.500 139 82.500H18",
    }),
  );

/** `full` is from 0 to 1. @type {(picture: SVGElement, full: number, isCutOut: boolean) => void} */
export const fillShoe = (picture, full, isCutOut) => {
  const end = 44 + 88 * full;
  const lean = 26;
  const [right, foot] = [Math.max(end, 58), Math.max(end - lean * 0.15, 46)];
  const cut = Math.max(end - 3, 56);
  const shapes = {
    ".cards": full > 0 ? `M28 79 ${28 + lean} 24H${right}L${foot} 79Z` : "",
    ".cut": full > 0 && !isCutOut ? `M${cut} 22L${cut - lean * 0.15} 80` : "",
  };
  for (const [part, d] of Object.entries(shapes)) picture.querySelector(part)?.setAttribute("d", d);
  picture.classList.toggle("is-cut", isCutOut);
};

/** @type {(picture: SVGElement, duration: number) => void} */
export const slideCutCard = (picture, duration) => {
  picture
    .querySelector(".cut-card")
    ?.animate(
      [
        { transform: "translate(46px, -14px)", opacity: 0 },
        { opacity: 1, offset: 0.3 },
        { transform: "none" },
      ],
      { duration, easing: "cubic-bezier(.2, .75, .3, 1)" },
    );
};
