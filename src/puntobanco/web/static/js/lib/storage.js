/** JSON in the browser's storage. The page works without it. */

/** @typedef {"localStorage" | "sessionStorage"} StorageName */

/**
 * @param {StorageName} storage
 * @param {string} key
 */
export function stored(storage, key) {
  try {
    return JSON.parse(window[storage].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {StorageName} storage
 * @param {string} key
 * @param {unknown} value
 */
export function store(storage, key, value) {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // The storage is full or disabled.
  }
}
