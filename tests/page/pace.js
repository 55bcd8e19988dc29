/** Reads events, and writes how long the page takes to show each, in milliseconds. */

import { readFileSync } from "node:fs";
import { scoreOf } from "#page/model/score.js";
import { modelWith } from "./samples.js";

/** @import { Durations, Events } from "#page/wire/frames.d.ts" */

/** @type {{ durations: Durations, frames: Events[] }} */
const { durations, frames } = JSON.parse(readFileSync(0, "utf-8"));
const model = modelWith({ durations });
const times = frames.map((frame) =>
  scoreOf({ ...frame, type: "events" }, model).reduce((sum, { lasts }) => sum + lasts, 0),
);
console.log(JSON.stringify(times));
