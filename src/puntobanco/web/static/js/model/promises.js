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
  const known = promises.find((each) => each.shoe === shoe);
  const after = {
    ...known,
    shoe,
    commitment: seenAs(known?.commitment, commitment, coup),
    ...(root ? { root: seenAs(known?.root, root, coup) } : {}),
  };
  if (known && after.commitment === known.commitment && after.root === known.root) return promises;
  return [...promises.filter((each) => each !== known), after].slice(-MOST_KEPT);
}

/**
 * @param {Seen | undefined} seen
 * @param {string} value
 * @param {number} coup
 * @returns {Seen}
 */
function seenAs(seen, value, coup) {
  if (!seen) return { value, coup };
  return seen.changed || seen.value === value ? seen : { ...seen, changed: value };
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
