/** Statistics of the shoe, and the guest's money as a curve. */

import { sideName } from "../game/coups.js";
import { money, signed } from "../game/money.js";
import { percentage } from "../game/names.js";
import {
  bankrollByShoe,
  bankrollWords,
  buyIns,
  pointsOf,
  shoeStatistics,
} from "../game/statistics.js";
import { dataTable, descriptions, el, scrollBox, setAttribute, svg } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { hasNewCoups } from "../model/model.js";
import { ownSeat } from "../model/seats.js";
import { errorMessage, words } from "../words/words.js";

/** @import { Point } from "../game/statistics.js" */
/** @import { Model } from "../model/model.js" */
/** @import { Bankroll } from "../wire/answers.d.ts" */
/** @import { Coup, Seat } from "../wire/frames.d.ts" */

const [WIDTH, HEIGHT, EDGE, TOP, BOTTOM] = [320, 148, 8, 22, 20];
/** The approximate width of a digit on the axis. */
const DIGIT = 5.8;
const MOST_ROWS = 40;
const MOST_SHOES_MARKED = 12;
const SHOE_HEADS = [
  "page.shoe.fact.shoe",
  "page.curve.bought",
  "page.curve.lowest",
  "page.curve.highest",
  "page.curve.end",
];

export default class StatsPanel {
  #shoe = el("div");
  #money = el("div");
  #curve = el("div");
  element = el("pb-stats", this.#shoe, this.#money, this.#curve);
  /** The model at the last request. @type {Model | null} */
  #asked = null;

  /** @param {Model} model */
  render(model) {
    const [seat, known] = [ownSeat(model), this.#asked && ownSeat(this.#asked)];
    const hasNewMoney =
      model.showing !== "coup" &&
      (model.seat !== this.#asked?.seat ||
        seat?.bankroll !== known?.bankroll ||
        seat?.bought !== known?.bought);
    if (!model.isUp || !(hasNewMoney || hasNewCoups(model, this.#asked))) return;
    this.#asked = model;
    this.#shoe.replaceChildren(shoeTable(model.coups));
    const hint = words(model.shoe.phase === "closed" ? "refused.closed" : "page.stats.seat");
    this.#money.replaceChildren(...(seat ? evening(seat) : [el("p.note", hint)]));
    if (seat) this.#drawCurve(model);
    else this.#curve.replaceChildren();
  }

  /** Draw the curve from the server's log, the same on every device. @param {Model} model */
  async #drawCurve(model) {
    const isTableOpen = this.#curve.querySelector("details")?.open;
    const figure = await curveOf(model.table);
    if (model !== this.#asked) return;
    this.#curve.replaceChildren(figure);
    const details = figure.querySelector("details");
    if (details) setAttribute(details, "open", isTableOpen);
  }
}

/** Return the curve of a table, or why there is none. @param {string} table */
async function curveOf(table) {
  try {
    /** @type {Bankroll} */
    const bankroll = await request(tablePath(table, "bankroll"));
    return bankrollFigure(bankroll);
  } catch (error) {
    return el("p.note", errorMessage(error));
  }
}

/** @param {readonly Coup[]} coups */
function shoeTable(coups) {
  const all = coups.length;
  const counts = shoeStatistics(coups);
  /** @type {(name: string, many: number, ink?: string) => (string | HTMLElement)[]} */
  const row = (name, many, ink) => [
    name,
    String(many),
    all ? percentage((many / all) * 100, 1) : "–",
    el("td.meter", { "aria-hidden": "true" }, meter(all ? many / all : 0, ink)),
  ];
  return dataTable(
    { class: "data stats" },
    el("caption", words("page.stats.shoe", { coups: all })),
    [
      el("span.hidden", words("page.stats.result")),
      words("page.stats.coups"),
      words("page.stats.share"),
      el("td", { "aria-hidden": "true" }),
    ],
    [
      row(sideName("banker"), counts.banker, "banker"),
      row(sideName("player"), counts.player, "player"),
      row(words("page.road.tie"), counts.tie, "tie"),
      row(words("page.stats.naturals"), counts.naturals),
      row(words("page.stats.player_pairs"), counts.playerPairs),
      row(words("page.stats.banker_pairs"), counts.bankerPairs),
    ],
  );
}

/** @param {number} part */
function meter(part, ink = "") {
  return svg(
    "svg",
    { viewBox: "0 0 100 8", preserveAspectRatio: "none" },
    svg("rect.meter-ground", { width: 100, height: 8 }),
    svg("rect", { class: `meter-part ${ink}`, width: part * 100, height: 8 }),
  );
}

/** @param {Seat} seat */
function evening(seat) {
  const facts = {
    [words("page.stats.bought")]: money(seat.bought),
    [words("page.stats.bankroll")]: money(seat.bankroll),
    [words("page.stats.so_far")]: signed(seat.bankroll - seat.bought),
    [words("page.stats.coups_bet")]: String(seat.coups_bet),
  };
  return [el("h3", words("page.stats.evening")), el("dl.facts.short", descriptions(facts))];
}

/** Return the curve with its words and its table. @param {Bankroll} bankroll */
function bankrollFigure({ coups, left_out: leftOut, points }) {
  if (!points.length) return el("p.note", words("page.curve.begins"));
  const history = pointsOf({ points });
  const text = bankrollWords(history, { coups, leftOut });
  return el(
    "figure.curve",
    picture(history, coups, text),
    el("figcaption", text),
    el("details", el("summary", words("page.curve.as_table")), byShoe(history)),
  );
}

/** @type {(history: Point[], coups: number, label: string) => SVGSVGElement} */
const picture = (history, coups, label) => {
  const amounts = history.flatMap(({ bankroll, bought }) => [bankroll, bought]);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const from = history[0].coup;
  const last = history[history.length - 1];
  const marks = [...new Set([high, low])];
  const left = EDGE + DIGIT * Math.max(...marks.map((chips) => money(chips).length)) + 4;
  const floor = HEIGHT - BOTTOM;
  const wide = (WIDTH - left - EDGE) / Math.max(1, coups - from);
  /** @param {number} coup */
  const x = (coup) => round(left + wide * (coup - from));
  /** @param {number} chips */
  const y = (chips) =>
    round(
      high > low
        ? floor - 4 - ((floor - 4 - TOP) * (chips - low)) / (high - low)
        : (TOP + floor) / 2,
    );
  /** @param {(point: Point) => number} chips */
  const steps = (chips) =>
    `M${x(from)} ${y(chips(history[0]))}` +
    history
      .slice(1)
      .map((point) => `H${x(point.coup)}V${y(chips(point))}`)
      .join("") +
    `H${x(coups)}`;
  const line = steps(({ bankroll }) => bankroll);
  const start = from ? words("page.curve.after", { coups: from }) : words("page.curve.first");
  const end = words("page.curve.after", { coups });
  const begins = history.filter(({ shoe }, at) => at && shoe !== history[at - 1].shoe);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, class: "curve-picture" },
    marks.flatMap((chips) => [
      svg("path.curve-line-at", { d: `M${x(from)} ${y(chips)}H${WIDTH - EDGE}` }),
      svg("text.curve-label.axis", { x: left - 5, y: y(chips) + 3.5 }, money(chips)),
    ]),
    svg("text.curve-label", { x: x(from), y: HEIGHT - 6 }, start),
    svg("text.curve-label.axis", { x: WIDTH - EDGE, y: HEIGHT - 6 }, end),
    begins.length <= MOST_SHOES_MARKED &&
      begins.map(({ coup }) => svg("path.curve-shoe", { d: `M${x(coup)} ${TOP}V${floor}` })),
    svg("path.curve-area", { d: `${line}V${floor}H${x(from)}Z` }),
    svg("path.curve-bought", { d: steps(({ bought }) => bought) }),
    svg("path.curve-line", { d: line }),
    buyIns(history).map(({ coup, bankroll }) => {
      const d = `M${x(coup)} ${y(bankroll) - 4.5}l4.5 4.5-4.5 4.5-4.5-4.5Z`;
      return svg("path.curve-buy", { d });
    }),
    svg("text.curve-label", { x: EDGE, y: 13 }, words("page.curve.legend", { sum: last.bought })),
    svg("text.curve-label.end", { x: WIDTH - EDGE, y: 13 }, money(last.bankroll)),
  );
};

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;

/** @param {Point[]} points */
function byShoe(points) {
  const rows = bankrollByShoe(points);
  const caption =
    rows.length > MOST_ROWS
      ? words("page.curve.by_shoe.latest", { count: MOST_ROWS })
      : words("page.curve.by_shoe.all");
  const heads = SHOE_HEADS.map((id) => words(id));
  const cells = rows
    .slice(0, MOST_ROWS)
    .map(({ shoe, bought, low, high, end }) => [
      shoe ? String(shoe) : words("page.curve.before"),
      ...[bought, low, high, end].map(money),
    ]);
  const table = dataTable({ class: "data" }, el("caption", caption), heads, cells);
  return scrollBox(words("page.curve.by_shoe"), table);
}
