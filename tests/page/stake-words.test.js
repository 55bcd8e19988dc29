import { deepEqual, equal } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { filled } from "../../src/puntobanco/web/static/js/lib/filled.js";
import {
  isOwnEvent,
  spokenLines,
  writtenLines,
} from "../../src/puntobanco/web/static/js/model/speech.js";
import { worded } from "../../src/puntobanco/web/static/js/model/stake-words.js";

/** @import { Bet, BetPlaced, Level, Phrases } from "../../src/puntobanco/web/static/js/wire/frames.d.ts" */

/** @typedef {Record<Level, string[]>} ByLevel */
/** What the announcer says of each event. @type {{ phrases: Phrases, felt: Bet[], events: BetPlaced[], said: Record<"read" | "read_own" | "heard" | "heard_own", ByLevel>[] }} */
const SAMPLES = JSON.parse(
  readFileSync(new URL("../vectors/stake_words.json", import.meta.url), "utf-8"),
);
/** @type {Level[]} */
const LEVELS = ["terse", "normal", "full"];

test("the page says of every stake what the announcer says", () => {
  const events = worded(SAMPLES.events, SAMPLES.phrases, SAMPLES.felt);
  for (const [at, event] of events.entries()) {
    for (const level of LEVELS) {
      const said = SAMPLES.said[at];
      const own = isOwnEvent(event, SAMPLES.events[at].data.seat);
      equal(own, true);
      deepEqual(writtenLines(event.words, level), said.read[level]);
      deepEqual(writtenLines(event.words, level, own), said.read_own[level]);
      deepEqual(spokenLines(event.words, level), said.heard[level]);
      deepEqual(spokenLines(event.words, level, own), said.heard_own[level]);
    }
  }
});

test("a pattern is filled in once, whatever its values look like", () => {
  equal(filled("{a} on {b} {c}", { a: "{b}", b: "$5" }), "{b} on $5 {c}");
});
