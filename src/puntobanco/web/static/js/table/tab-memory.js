/** What a tab remembers of a table through a reload: the log, the last coup's money, and its currency. */

/** @import { Model } from "../model/model.js" */
/** @import { Currency } from "../wire/frames.d.ts" */
/** @import { KeptLine } from "./log.js" */

/** @typedef {{ lines: KeptLine[], seen: number | null, model: Partial<Pick<Model, "lastWin" | "paid">>, currency: Currency | null }} Memory */

/** @param {string} table */
const storageKey = (table) => `puntobanco.table.${table}`;

/**
 * Keep the log's lines, the number of the last event seen, and the last coup's money.
 * @param {Model} model
 * @param {KeptLine[]} lines
 * @param {number} seen
 */
export function remember({ table, lastWin, paid, house }, lines, seen) {
  try {
    sessionStorage.setItem(
      storageKey(table),
      JSON.stringify({ lines, seen, model: { lastWin, paid }, currency: house?.currency ?? null }),
    );
  } catch {
    // The table works without storage.
  }
}

/**
 * What was kept, or nothing.
 * @param {string} table
 * @returns {Memory}
 */
export function recall(table) {
  const nothing = { lines: [], seen: null, model: {}, currency: null };
  try {
    return { ...nothing, ...JSON.parse(sessionStorage.getItem(storageKey(table)) ?? "{}") };
  } catch {
    return nothing;
  }
}
