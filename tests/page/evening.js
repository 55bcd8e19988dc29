/** Reads an evening's frames, and writes what a guest reads and hears, by language and level. */

import { readFileSync } from "node:fs";
import { breathsOf, coupTellings, isCoup, LEVELS, linesOf, tellingOf } from "#page/model/speech.js";
import { withStakes } from "#page/model/stake-messages.js";
import { catalogueOf } from "./english.js";

/** @import { Bet, TableEvent } from "#page/wire/frames.d.ts" */

/** @type {{ frames: TableEvent[][], felt: Bet[], seat: number | null, languages: string[] }} */
const { frames, felt, seat, languages } = JSON.parse(readFileSync(0, "utf-8"));
const events = frames.flatMap((frame) => withStakes(frame, felt));

const tellings = events.flatMap((event) =>
  isCoup(event) ? coupTellings(event, seat).flat() : [tellingOf(event, seat)],
);

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
