/** What a tab remembers of a table through a reload: the log, the last coup's money, and its currency. */

import { mergedPromises } from "../model/promises.js";

/** @import { Model } from "../model/model.js" */
/** @import { Promised } from "../model/promises.js" */
/** @import { KeptLine } from "./log.js" */
/** @import { Currency } from "../wire/frames.d.ts" */

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

/** What this browser keeps of the promises of tables, for all its tabs and through reloads. */

const STORAGE_KEY = "puntobanco.promises";
/** Tables whose promises are kept; the one that was kept longest ago goes first. */
const MOST_TABLES = 50;

/** @returns {Record<string, readonly Promised[]>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/**
 * The promises of a table, as they were first seen.
 * @param {string} table
 * @returns {readonly Promised[]}
 */
export function recallPromises(table) {
  return kept()[table] ?? [];
}

/**
 * Keep promises, and give them as all tabs have seen them; the same if no other has seen more.
 * @param {string} table
 * @param {readonly Promised[]} promises
 */
export function keepPromises(table, promises) {
  const { [table]: before = [], ...others } = kept();
  const merged = mergedPromises(before, promises);
  if (merged !== before) {
    const entries = [...Object.entries(others), [table, merged]].slice(-MOST_TABLES);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(entries)));
    } catch {
      // The table works without storage, and says since when it knows what was promised.
    }
  }
  return JSON.stringify(merged) === JSON.stringify(promises) ? promises : merged;
}
