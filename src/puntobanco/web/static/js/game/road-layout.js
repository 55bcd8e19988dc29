/** Where the marks of the derived roads lie. */

/** @import { DerivedKey, Mark } from "../wire/frames.d.ts" */

/** The derived roads, in the order of the board. @type {DerivedKey[]} */
export const DERIVED = ["big_eye_boy", "small_road", "cockroach_pig"];

/**
 * Where marks go: down, or right where down is taken; a change of letter starts a new column.
 * @param {string[]} letters
 */
function places(letters, rows = 6) {
  const filled = Array(rows).fill(-1);
  let [column, row, last] = [-1, -1, ""];
  return letters.map((letter) => {
    if (letter !== last) [column, row] = [filled[0] + 1, 0];
    else if (row + 1 < rows && filled[row + 1] < column) row += 1;
    else column += 1;
    filled[row] = column;
    last = letter;
    return { column, row };
  });
}

/**
 * A derived road's letters, each in its place.
 * @param {string} letters
 */
export const cells = (letters) =>
  places([...letters]).map((place, at) => ({
    ...place,
    mark: /** @type {Mark} */ (letters[at]),
  }));
