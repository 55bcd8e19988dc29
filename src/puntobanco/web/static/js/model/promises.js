/** The house's promises about its shoes, as this browser first saw them. */

import { hasNewBets } from "./seats.js";

/** @import { Model } from "./model.js" */

/**
 * A hash as it was first seen.
 * @typedef {object} SeenMembers
 * @property {string} value
 * @property {number} coup  the coup that was open for bets, or 0 before the first bet of the shoe
 * @property {string} [changed]  another value that was seen later
 */
/** @typedef {Readonly<SeenMembers>} Seen */
/** The promises of a shoe. @typedef {{ readonly shoe: number, readonly commitment: Seen, readonly root?: Seen }} Promised */

/** Shoes of a table whose promises are kept. */
const MOST_KEPT = 4;

/**
 * Return the promises, updated from a model. Keep the first value seen, and any later change.
 * @param {readonly Promised[]} promises
 * @param {Pick<Model, "shoe" | "coups" | "seats">} model
 * @returns {readonly Promised[]}
 */
export function withPromises(promises, { shoe: { shoe, commitment, root }, coups, seats }) {
  if (!shoe || !commitment) return promises;
  const coup = coups.length || Object.values(seats).some(hasNewBets) ? coups.length + 1 : 0;
  return withPromise(promises, {
    shoe,
    commitment: { value: commitment, coup },
    ...(root ? { root: { value: root, coup } } : {}),
  });
}

/**
 * Merge the promises of this tab with those that another tab has seen.
 * @type {(kept: readonly Promised[], seen: readonly Promised[]) => readonly Promised[]}
 */
export const mergedPromises = (kept, seen) => seen.reduce(withPromise, kept);

/** @type {(promises: readonly Promised[], promise: Promised) => readonly Promised[]} */
const withPromise = (promises, promise) => {
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
};

/**
 * Return the earlier of two sightings. It remembers that another value was seen.
 * @type {(known: Seen | undefined, seen: Seen) => Seen}
 */
const earliest = (known, seen) => {
  if (!known) return seen;
  const changed = known.changed ?? (seen.value === known.value ? seen.changed : seen.value);
  if (changed !== known.changed) return { ...known, changed };
  return seen.coup < known.coup && !changed ? seen : known;
};

/** Return the promises about the current shoe. @param {Pick<Model, "shoe" | "promises">} model */
export const promiseOf = ({ shoe: { shoe }, promises }) =>
  promises.find((each) => each.shoe === shoe) ?? null;

/** Return the first shoe whose promise was changed. @param {Pick<Model, "promises">} model */
export const brokenShoe = ({ promises }) =>
  promises.find(({ commitment, root }) => commitment.changed || root?.changed)?.shoe ?? null;
