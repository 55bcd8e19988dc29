/** Finding out what has changed. */

/**
 * Return the old value if the new one is equal, so that `!==` finds what has changed.
 * @template Value
 * @param {unknown} before
 * @param {Value} now
 */
export function keptIfSame(before, now) {
  return JSON.stringify(before) === JSON.stringify(now) ? /** @type {Value} */ (before) : now;
}

/**
 * Return whether some parts of a model differ from the one before, if there is one.
 * @template Model
 * @param {Model} model
 * @param {Model | null} before
 * @param {(keyof Model)[]} names
 */
export const differ = (model, before, ...names) =>
  !before || names.some((name) => model[name] !== before[name]);
