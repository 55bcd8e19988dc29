/** Reads the frames that pages have received, and writes the resulting models. */

import { readFileSync } from "node:fs";
import { evolve } from "#page/model/evolve.js";
import { newModel } from "#page/model/model.js";

/** @import { FrameChange } from "#page/model/evolve.js" */

/** @type {FrameChange[][]} */
const pages = JSON.parse(readFileSync(0, "utf-8"));
const models = pages.map((frames) =>
  frames.reduce((model, frame) => evolve(model, frame, 0), newModel("t")),
);
console.log(JSON.stringify(models));
