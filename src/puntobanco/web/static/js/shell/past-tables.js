/** The tables at which the guest has sat, the latest first. This browser remembers them. */

import { store, stored } from "../lib/storage.js";

const KEY = "puntobanco.past";
const MOST = 5;

/** @returns {readonly string[]} */
export const pastTables = () => stored("localStorage", KEY) ?? [];

/** @param {string} table */
export function rememberTable(table) {
  const others = pastTables().filter((each) => each !== table);
  store("localStorage", KEY, [table, ...others].slice(0, MOST));
}
