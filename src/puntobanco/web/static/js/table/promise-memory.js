/** What this browser keeps of the promises of tables, for all its tabs and through reloads. */

import { mergedPromises } from "../model/promises.js";

/** @import { Promised } from "../model/promises.js" */

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
