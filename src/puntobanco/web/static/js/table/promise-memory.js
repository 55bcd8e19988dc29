/** What this browser keeps of the promises of tables, for all tabs and through reloads. */

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
 * @param {string} table
 * @param {readonly Promised[]} promises
 */
export function keepPromises(table, promises) {
  const { [table]: _, ...others } = kept();
  const entries = [...Object.entries(others), [table, promises]].slice(-MOST_TABLES);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // The table works without storage, and says since when it knows what was promised.
  }
}
