/** What the house has promised of its shoes, as this browser first saw it. */

/** @import { Model } from "./model.js" */

/**
 * A hash as it was first seen.
 * @typedef {object} SeenMembers
 * @property {string} value
 * @property {number} coup  the coup that bets were taken for, or 0 before the first bet of the shoe
 * @property {string} [changed]  another value that was seen later
 */
/** @typedef {Readonly<SeenMembers>} Seen */
/** The promises of a shoe. @typedef {{ readonly shoe: number, readonly commitment: Seen, readonly root?: Seen }} Promised */

/** Shoes of a table whose promises are kept. */
const MOST_KEPT = 4;

/**
 * The promises after what a model shows: first sights are kept, and so is a change.
 * @param {readonly Promised[]} promises
 * @param {Pick<Model, "shoe" | "coups" | "seats">} model
 * @returns {readonly Promised[]}
 */
export function withPromises(promises, { shoe: { shoe, commitment, root }, coups, seats }) {
  if (!shoe || !commitment) return promises;
  const coup = coups.length || hasNewBets(seats) ? coups.length + 1 : 0;
  return withPromise(promises, {
    shoe,
    commitment: { value: commitment, coup },
    ...(root ? { root: { value: root, coup } } : {}),
  });
}

/**
 * What one tab has kept, together with what another has seen.
 * @param {readonly Promised[]} kept
 * @param {readonly Promised[]} seen
 */
export function mergedPromises(kept, seen) {
  return seen.reduce(withPromise, kept);
}

/**
 * @param {readonly Promised[]} promises
 * @param {Promised} promise
 * @returns {readonly Promised[]}
 */
function withPromise(promises, promise) {
  const known = promises.find(({ shoe }) => shoe === promise.shoe);
  const commitment = earliest(known?.commitment, promise.commitment);
  const root = promise.root ? earliest(known?.root, promise.root) : known?.root;
  if (known && known.commitment === commitment && known.root === root) return promises;
  return [
    ...promises.filter((each) => each !== known),
    { shoe: promise.shoe, commitment, ...(root ? { root } : {}) },
  ]
    .sort((one, other) => one.shoe - other.shoe)
    .slice(-MOST_KEPT);
}

/**
 * The first of two sights, which remembers that another value was seen.
 * @param {Seen | undefined} known
 * @param {Seen} seen
 * @returns {Seen}
 */
function earliest(known, seen) {
  if (!known) return seen;
  const changed = known.changed ?? (seen.value === known.value ? seen.changed : seen.value);
  if (changed !== known.changed) return { ...known, changed };
  return seen.coup < known.coup && !changed ? seen : known;
}

/**
 * Whether a bet was made on this shoe; what a tie left standing is older.
 * @param {Model["seats"]} seats
 */
function hasNewBets(seats) {
  return Object.values(seats).some(({ wagers }) => wagers.some(({ standing }) => !standing));
}

/**
 * What was promised of the shoe on the table.
 * @param {Pick<Model, "shoe" | "promises">} model
 */
export function promiseOf({ shoe: { shoe }, promises }) {
  return promises.find((each) => each.shoe === shoe) ?? null;
}

/**
 * The number of the first shoe whose promise was changed, or null.
 * @param {Pick<Model, "promises">} model
 */
export function brokenShoe({ promises }) {
  return promises.find(({ commitment, root }) => commitment.changed || root?.changed)?.shoe ?? null;
}
