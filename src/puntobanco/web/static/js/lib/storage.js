/** JSON in the browser's storage. The page works without it. */

/** @typedef {"localStorage" | "sessionStorage"} StorageName */

/** @type {(storage: StorageName, key: string) => any} */
export const stored = (storage, key) => {
  try {
    return JSON.parse(window[storage].getItem(key) ?? "null");
  } catch {
    return null;
  }
};

/** @type {(storage: StorageName, key: string, value: unknown) => void} */
export const store = (storage, key, value) => {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // The storage is full or disabled.
  }
};
