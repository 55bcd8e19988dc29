/** Reads roads and the additions of coups, and writes the resulting roads and their messages. */

import { readFileSync } from "node:fs";
import { cells, DERIVED, latestMessage, roadMessages } from "#page/game/roads.js";
import { roadsAfterCoup } from "#page/model/after-event.js";

/** @import { Roads, RoadsAfterCoup } from "#page/wire/frames.d.ts" */

/** @type {{ roads: Roads, added: RoadsAfterCoup[] }[]} */
const boards = JSON.parse(readFileSync(0, "utf-8"));
const shown = boards.map(({ roads, added }) => {
  const after = added.reduce(roadsAfterCoup, roads);
  const derived = DERIVED.map((key) => cells(after[key]));
  return { roads: after, messages: roadMessages(after), latest: latestMessage(after), derived };
});
console.log(JSON.stringify(shown));
