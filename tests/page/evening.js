/** Reads an evening's frames, and writes what a guest reads and hears, by language and level. */

import { deepEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ruleOf } from "#page/game/coups.js";
import { breathsOf, coupTellings, isCoup, LEVELS, linesOf, tellingOf } from "#page/model/speech.js";
import { withStakes } from "#page/model/stake-messages.js";
import { catalogueOf } from "./english.js";

/** @import { House, TableEvent } from "#page/wire/frames.d.ts" */

/** @type {{ frames: TableEvent[][], house: Pick<House, "felt" | "tableau">, seat: number | null, languages: string[] }} */
const { frames, house, seat, languages } = JSON.parse(readFileSync(0, "utf-8"));
const { felt, tableau } = house;
const events = frames.flatMap((frame) => withStakes(frame, felt));

const tellings = events.flatMap((event) =>
  isCoup(event) ? coupTellings(event, seat).flat() : [tellingOf(event, seat)],
);

// The page words the rule of a square as the server does, but for the beginning of a sentence.
for (const event of events.filter(isCoup))
  for (const step of event.facts.steps)
    if ("square" in step && step.square) {
      const [id, { is_first: _, ...facts }] = step.why;
      const [ours, { is_first: __, ...ourFacts }] = ruleOf(step.square, tableau).rule;
      deepEqual([ours, ourFacts], [id, facts]);
    }

const told = languages.map((language) => {
  const catalogue = catalogueOf(language);
  const byLevel = LEVELS.map((level) => {
    const lines = tellings.flatMap((each) => linesOf(each, level));
    const breaths = tellings.flatMap((each) => breathsOf(each, level));
    return [
      level,
      {
        read: lines.map((each) => catalogue.words(each)),
        heard: breaths.map((messages) => catalogue.sentences(messages)),
      },
    ];
  });
  return [language, Object.fromEntries(byLevel)];
});
console.log(JSON.stringify(Object.fromEntries(told)));
