/** What a tab remembers of a table through a reload: the log and the last coup's money. */

/** @import { Model } from "../model/model.js" */
/** @import { KeptLine } from "./log.js" */

/** @typedef {{ lines: KeptLine[], seen: number | null, model: Partial<Pick<Model, "lastWin" | "paid">> }} Memory */

/** @param {string} table */
const storageKey = (table) => `puntobanco.table.${table}`;

/**
 * Keep the log's lines, the number of the last event seen, and the last coup's money.
 * @param {Model} model
 * @param {KeptLine[]} lines
 * @param {number} seen
 */
export function remember({ table, lastWin, paid }, lines, seen) {
  try {
    sessionStorage.setItem(
      storageKey(table),
      JSON.stringify({ lines, seen, model: { lastWin, paid } }),
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
  const nothing = { lines: [], seen: null, model: {} };
  try {
    return { ...nothing, ...JSON.parse(sessionStorage.getItem(storageKey(table)) ?? "{}") };
  } catch {
    return nothing;
  }
}
