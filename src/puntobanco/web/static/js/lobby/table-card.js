/** A table as the lobby shows it. */

import { glance } from "../drawings/road-grid.js";
import { win } from "../drawings/road-marks.js";
import { houseName } from "../game/names.js";
import { timeOfDay } from "../game/numbers.js";
import { el } from "../lib/elements.js";
import { catalogue, words, wordsAround } from "../words/words.js";

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
        isMine ? el("span", { class: "tag mine" }, words("page.card.mine")) : null,
        table.private ? el("span", { class: "tag" }, words("page.private")) : null,
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
          {
            class: "mini-road",
            role: "img",
            "aria-label": words("page.card.road", { said: table.said }),
          },
          glance(table.big_road, win, ROAD_COLUMNS),
        )
      : el("p", { class: "note" }, words("page.card.no_coup")),
    el(
      "p",
      { class: "card-guests" },
      table.guests.length
        ? wordsAround("page.card.guests", listed(table.guests))
        : words("page.card.nobody"),
    ),
  );
}

/**
 * @param {LobbyEntry} table
 * @returns {Record<string, string>}
 */
function factsOf({ currency, limits, dealing, phase, left, guests, seats, free, watching }) {
  const taken = [
    words("page.card.taken", { count: guests.length, most: seats }),
    ...(free ? [] : [words("page.card.full")]),
    ...(watching ? [words("page.watching", { count: watching })] : []),
  ];
  return {
    [words("page.card.limits")]: limits
      ? catalogue()
          .countingIn(currency)
          .words(["page.card.range", { low: limits.minimum, high: limits.maximum }])
      : words("page.no_wagers"),
    [words("page.card.dealing")]:
      dealing === "button"
        ? words("page.card.button")
        : words("page.seconds", { seconds: dealing }),
    [words("page.card.left")]:
      phase === "betting"
        ? String(left)
        : words(guests.length ? "page.card.shuffling" : "page.card.new_shoe"),
    [words("page.card.seats")]: catalogue().joined(taken, "list.comma"),
  };
}

/**
 * How a table differs from others of its house: who sits there, and since when it is open.
 * @param {LobbyEntry} table
 */
function distinction({ guests, opened }) {
  const [first, ...more] = guests;
  const title = timeOfDay(opened);
  if (first === undefined) return words("page.card.since", { title });
  const id = more.length ? "page.card.with_more" : "page.card.with";
  return wordsAround(id, el("bdi", {}, first), { count: more.length, title });
}

/**
 * Names with commas between them, each in its own direction of writing.
 * @param {readonly string[]} names
 */
function listed(names) {
  const comma = catalogue().joined(["", ""], "list.comma");
  return names.flatMap((name, at) => [at ? comma : "", el("bdi", {}, name)]);
}
