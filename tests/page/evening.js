/** Reads an evening's frames, and writes what a guest reads and hears, by language and level. */

import { readFileSync } from "node:fs";
import {
  isOwnEvent,
  LEVELS,
  spoken,
  spokenCoup,
  spokenMoney,
  written,
} from "#page/model/speech.js";
import { withStakes } from "#page/model/stake-messages.js";
import { catalogueOf } from "./english.js";

/** @import { Bet, Level, WireMessage, TableEvent } from "#page/wire/frames.d.ts" */

/** @type {{ frames: TableEvent[][], felt: Bet[], seat: number | null, languages: string[] }} */
const { frames, felt, seat, languages } = JSON.parse(readFileSync(0, "utf-8"));
const events = frames.flatMap((frame) => withStakes(frame, felt));

/**
 * @param {TableEvent} event
 * @param {Level} level
 * @returns {readonly WireMessage[]}
 */
function read(event, level) {
  const head = written(event.said, level, isOwnEvent(event, seat));
  if (event.kind !== "coup_dealt") return head;
  return [...head, ...event.facts.steps.flatMap(({ said }) => written(said, level))];
}

/**
 * Return messages in groups that are spoken as one.
 * @param {TableEvent} event
 * @param {Level} level
 * @returns {(readonly WireMessage[])[]}
 */
function heard(event, level) {
  if (event.kind !== "coup_dealt") return [spoken(event.said, level, isOwnEvent(event, seat))];
  return [...spokenCoup(event, level), ...spokenMoney(event, level, seat).map((each) => [each])];
}

const told = languages.map((language) => {
  const catalogue = catalogueOf(language);
  const byLevel = LEVELS.map((level) => {
    const breaths = events.flatMap((event) => heard(event, level)).filter((each) => each.length);
    return [
      level,
      {
        read: events.flatMap((event) => read(event, level)).map((each) => catalogue.words(each)),
        heard: breaths.map((messages) => catalogue.sentences(messages)),
      },
    ];
  });
  return [language, Object.fromEntries(byLevel)];
});
console.log(JSON.stringify(Object.fromEntries(told)));
