/** A guest's money since sitting down: drawn as a curve, told in a sentence, and tabled by shoe. */

import { dollars, signed } from "../game/money.js";
import { count } from "../lib/count.js";
import { el, svg } from "../lib/elements.js";

const [WIDTH, HEIGHT, EDGE, TOP, BOTTOM] = [320, 148, 8, 22, 20];
/** About as wide as a figure of the axis. */
const DIGIT = 5.8;
const MOST_ROWS = 40;
const MOST_SHOES_MARKED = 12;

/** The figure, from the server's answer: points are [coups, shoe, bankroll, bought]. */
export function bankrollFigure({ coups, left_out: leftOut, points }) {
  if (!points.length) return el("p", { class: "note" }, "Your curve begins with your first chips.");
  const history = points.map(([coup, shoe, bankroll, bought]) => ({ coup, shoe, bankroll, bought }));
  const words = inWords(history, { coups, leftOut });
  return el("figure", { class: "curve" },
    picture(history, coups, words),
    el("figcaption", {}, words),
    el("details", {}, el("summary", {}, "The curve as a table"), byShoe(history)));
}

/** Where a buy-in was made; the first point is one, unless older ones are left out. */
function buyIns(history, leftOut = 0) {
  return history.filter(({ bought }, at) => (at ? bought > history[at - 1].bought : !leftOut));
}

function inWords(history, { coups, leftOut }) {
  const amounts = history.map(({ bankroll }) => bankroll);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const last = history.at(-1);
  const many = buyIns(history, leftOut).length;
  const since = leftOut ? `the latest ${count(history.length, "change")} of your bankroll` : "since you sat down";
  return `Your bankroll over ${count(coups - (leftOut ? history[0].coup : 0), "coup")}, ${since}: `
    + `from ${dollars(amounts[0])} to ${dollars(last.bankroll)}, lowest ${dollars(low)}, highest ${dollars(high)}. `
    + `Bought in: ${dollars(last.bought)}${many > 1 ? ` in ${many} parts` : ""}, so far ${signed(last.bankroll - last.bought)}.`;
}

function picture(history, coups, words) {
  const amounts = history.flatMap(({ bankroll, bought }) => [bankroll, bought]);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const from = history[0].coup;
  const marks = [...new Set([high, low])];
  const left = EDGE + DIGIT * Math.max(...marks.map((chips) => dollars(chips).length)) + 4;
  const floor = HEIGHT - BOTTOM;
  const x = (coup) => round(left + ((WIDTH - left - EDGE) * (coup - from)) / Math.max(1, coups - from));
  const y = (chips) => round(high > low ? floor - 4 - ((floor - 4 - TOP) * (chips - low)) / (high - low) : (TOP + floor) / 2);
  const steps = (chips) => `M${x(from)} ${y(chips(history[0]))}`
    + history.slice(1).map((point) => `H${x(point.coup)}V${y(chips(point))}`).join("") + `H${x(coups)}`;
  const line = steps(({ bankroll }) => bankroll);
  const begins = history.filter(({ shoe }, at) => at && shoe !== history[at - 1].shoe);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words, class: "curve-picture" },
    marks.map((chips) => [
      svg("path", { class: "curve-line-at", d: `M${x(from)} ${y(chips)}H${WIDTH - EDGE}` }),
      svg("text", { class: "curve-label axis", x: left - 5, y: y(chips) + 3.5 }, dollars(chips))]).flat(),
    svg("text", { class: "curve-label", x: x(from), y: HEIGHT - 6 }, from ? `after ${count(from, "coup")}` : "first chips"),
    svg("text", { class: "curve-label axis", x: WIDTH - EDGE, y: HEIGHT - 6 }, `after ${count(coups, "coup")}`),
    begins.length <= MOST_SHOES_MARKED ? begins.map(({ coup }) => svg("path", { class: "curve-shoe", d: `M${x(coup)} ${TOP}V${floor}` })) : null,
    svg("path", { class: "curve-area", d: `${line}V${floor}H${x(from)}Z` }),
    svg("path", { class: "curve-bought", d: steps(({ bought }) => bought) }),
    svg("path", { class: "curve-line", d: line }),
    buyIns(history).map(({ coup, bankroll }) => diamond(x(coup), y(bankroll))),
    svg("text", { class: "curve-label", x: EDGE, y: 13 }, `◆ buy-in   – – all buy-ins, ${dollars(history.at(-1).bought)}`),
    svg("text", { class: "curve-label end", x: WIDTH - EDGE, y: 13 }, dollars(history.at(-1).bankroll)));
}

const round = (number) => Math.round(number * 10) / 10;
const diamond = (x, y) => svg("path", { class: "curve-buy", d: `M${x} ${y - 4.5}l4.5 4.5-4.5 4.5-4.5-4.5Z` });

/** The same by shoe: what was bought, where the money went, and where it ended. */
function byShoe(history) {
  const shoes = new Map();
  history.forEach((point, at) => {
    const before = history[at - 1];
    const row = shoes.get(point.shoe) ?? { shoe: point.shoe, bought: 0, low: Infinity, high: -Infinity };
    row.bought += point.bought - (before?.bought ?? 0);
    row.low = Math.min(row.low, point.bankroll);
    row.high = Math.max(row.high, point.bankroll);
    row.end = point.bankroll;
    shoes.set(point.shoe, row);
  });
  const rows = [...shoes.values()].toReversed();
  const heads = ["Shoe", "Bought", "Lowest", "Highest", "At the end"];
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Your bankroll by shoe" },
    el("table", { class: "data" },
      el("caption", {}, rows.length > MOST_ROWS ? `The latest ${MOST_ROWS} shoes with changes` : "Your bankroll by shoe, the newest first"),
      el("thead", {}, el("tr", {}, heads.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, rows.slice(0, MOST_ROWS).map(({ shoe, ...amounts }) => el("tr", {},
        el("th", { scope: "row" }, shoe ? String(shoe) : "before the first"),
        ["bought", "low", "high", "end"].map((name) => el("td", {}, dollars(amounts[name]))))))));
}
