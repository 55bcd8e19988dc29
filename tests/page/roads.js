/** Reads roads and the additions of coups, and writes the resulting roads and their messages. */

import { readFileSync } from "node:fs";
import { askedCells, cells, DERIVED, latestMessage, roadMessages } from "#page/game/roads.js";
import { roadsAfterCoup } from "#page/model/after-event.js";

/** @import { Roads, RoadsAfterCoup } from "#page/wire/frames.d.ts" */

/** @type {{ roads: Roads, added: RoadsAfterCoup[] }[]} */
const boards = JSON.parse(readFileSync(0, "utf-8"));
const shown = boards.map(({ roads, added }) => {
  const after = added.reduce(roadsAfterCoup, roads);
  const derived = DERIVED.map((key) => cells(after[key]));
  return {
    previews: previews(roads, added),
    roads: after,
    messages: roadMessages(after),
    latest: latestMessage(after),
    derived,
  };
});
console.log(JSON.stringify(shown));

/** Return what was previewed before each win, and what it added. @type {(roads: Roads, added: RoadsAfterCoup[]) => object[]} */
function previews(roads, added) {
  let before = roads;
  return added.flatMap((coup) => {
    const { outcome } = coup.bead;
    const preview = outcome === "tie" ? null : askedCells(before, outcome);
    const after = roadsAfterCoup(before, coup);
    const derived = DERIVED.map((road) => [road, coup[road] ? cells(after[road]).at(-1) : null]);
    before = after;
    return preview ? [[preview, { big_road: coup.win, ...Object.fromEntries(derived) }]] : [];
  });
}
