/** Reads events and a felt, and writes the messages for each stake. */

import { readFileSync } from "node:fs";
import { withStakes } from "#page/model/stake-messages.js";

/** @import { Bet, TableEvent } from "#page/wire/frames.d.ts" */

/** @type {{ events: TableEvent[], felt: Bet[] }} */
const { events, felt } = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(withStakes(events, felt).map(({ said }) => said)));
