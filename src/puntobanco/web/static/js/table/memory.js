/**
 * What survives a reload. A tab stores a table's log, the last coup's money and the currency.
 * The browser stores the promises for all its tabs.
 */

import { keptIfSame } from "../lib/changes.js";
import { store, stored } from "../lib/storage.js";
import { mergedPromises } from "../model/promises.js";

/** @import { Model } from "../model/model.js" */
/** @import { Promised } from "../model/promises.js" */
/** @import { Currency } from "../wire/frames.d.ts" */
/** @import { KeptLine } from "./log.js" */

/** @typedef {{ lines: KeptLine[], seen: number | null, model: Partial<Pick<Model, "results" | "board">>, currency: Currency | null, focus: string | null }} Memory */

const PROMISES_KEY = "puntobanco.promises";
/** Tables whose promises are kept. The oldest goes first. */
const MOST_TABLES = 50;

/** @param {string} table */
const storageKey = (table) => `puntobanco.table.${table}`;

/**
 * Keep the log's lines, the number of the last event seen, the last coup's money, and the focus.
 * @type {(model: Model, lines: KeptLine[], seen: number) => void}
 */
export const remember = ({ table, results, board, house }, lines, seen) => {
  const currency = house?.currency ?? null;
  const [model, focus] = [{ results, board }, focusSelector()];
  store("sessionStorage", storageKey(table), { lines, seen, model, currency, focus });
};

/** Return a selector of the focused element, or null if it has no name. */
function focusSelector() {
  const focused = document.activeElement;
  const name = ["id", "data-key", "data-action", "data-chip"].find((each) =>
    focused?.getAttribute(each),
  );
  return name ? `[${name}="${focused?.getAttribute(name)}"]` : null;
}

/** @type {(table: string) => Memory} */
export const recall = (table) => {
  const nothing = { lines: [], seen: null, model: {}, currency: null, focus: null };
  return { ...nothing, ...stored("sessionStorage", storageKey(table)) };
};

/** @returns {Record<string, readonly Promised[]>} */
const keptPromises = () => stored("localStorage", PROMISES_KEY) ?? {};

/** Return the promises of a table, as they were first seen. @param {string} table */
export const recallPromises = (table) => keptPromises()[table] ?? [];

/**
 * Store promises. Return them with what other tabs have seen, or unchanged if that adds nothing.
 * @type {(table: string, promises: readonly Promised[]) => readonly Promised[]}
 */
export function keepPromises(table, promises) {
  const { [table]: before = [], ...others } = keptPromises();
  const merged = mergedPromises(before, promises);
  if (merged !== before) {
    const entries = [...Object.entries(others), [table, merged]].slice(-MOST_TABLES);
    store("localStorage", PROMISES_KEY, Object.fromEntries(entries));
  }
  return keptIfSame(promises, merged);
}
