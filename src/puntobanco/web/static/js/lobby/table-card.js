/** A table as the lobby shows it. */

import { glance } from "../drawings/road-grid.js";
import { win } from "../drawings/road-marks.js";
import { houseName } from "../game/house-name.js";
import { dollars } from "../game/money.js";
import { el } from "../lib/elements.js";

/** @import { LobbyEntry } from "../wire/answers.d.ts" */

const ROAD_COLUMNS = 26;

/**
 * A table as the lobby shows it, perhaps one where the guest sits.
 * @param {LobbyEntry} table
 * @param {{ isMine: boolean }} options
 */
export function tableCard(table, { isMine }) {
  const path = `/t/${table.table}`;
  return el(
    "li",
    { class: "table-card", "data-table": table.table },
    el(
      "h3",
      {},
      el(
        "a",
        { href: path, "data-link": true },
        houseName(table.house),
        " ",
        el("span", { class: "which" }, distinction(table)),
      ),
      el(
        "span",
        { class: "tags" },
        isMine ? el("span", { class: "tag mine" }, "you sit here") : null,
        table.private ? el("span", { class: "tag" }, "private") : null,
      ),
    ),
    el(
      "dl",
      {},
      Object.entries(factsOf(table)).map(([name, value]) =>
        el("div", {}, el("dt", {}, name), el("dd", {}, value)),
      ),
    ),
    table.big_road.length
      ? el(
          "div",
          { class: "mini-road", role: "img", "aria-label": `Big road: ${table.said}` },
          glance(table.big_road, win, ROAD_COLUMNS),
        )
      : el("p", { class: "note" }, "No coup of this shoe is decided yet."),
    el(
      "p",
      { class: "card-guests" },
      table.guests.length ? ["At the table: ", ...listed(table.guests)] : "Nobody sits here yet",
    ),
  );
}

/**
 * @param {LobbyEntry} table
 * @returns {Record<string, string>}
 */
function factsOf({ limits, dealing, phase, left, guests, seats, free, watching }) {
  return {
    Limits: limits ? `${dollars(limits.minimum)} – ${dollars(limits.maximum)}` : "no wagers",
    Dealing: dealing === "button" ? "Button" : `${dealing} s`,
    "Cards left": phase === "betting" ? String(left) : guests.length ? "shuffling" : "a new shoe",
    Seats: [
      `${guests.length} of ${seats}`,
      free ? null : "full",
      watching ? `${watching} watching` : null,
    ]
      .filter(Boolean)
      .join(", "),
  };
}

/**
 * How a table differs from others of its house: who sits there, and since when it is open.
 * @param {LobbyEntry} table
 */
function distinction({ guests, opened }) {
  const [first, ...more] = guests;
  const who = first
    ? ["with ", el("bdi", {}, first), more.length ? ` and ${more.length} more` : "", ", "]
    : [];
  const since = new Date(opened).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return [...who, `open since ${since}`];
}

/**
 * Names with commas between them, each in its own direction of writing.
 * @param {readonly string[]} names
 */
function listed(names) {
  return names.flatMap((name, at) => [at ? ", " : "", el("bdi", {}, name)]);
}
