/** @import { Roads, RoadsAfterCoup } from "../wire/frames.d.ts" */

/**
 * The roads after a coup.
 * @param {Roads} roads
 * @param {RoadsAfterCoup} added
 * @returns {Roads}
 */
export function afterCoup(roads, { number, decisions, ask, bead, win, ...added }) {
  return {
    ...roads,
    number,
    decisions,
    ask,
    bead_plate: [...roads.bead_plate, bead],
    big_road: win ? [...roads.big_road.filter((cell) => !isSamePlace(cell, win)), win] : [],
    big_eye_boy: roads.big_eye_boy + added.big_eye_boy,
    small_road: roads.small_road + added.small_road,
    cockroach_pig: roads.cockroach_pig + added.cockroach_pig,
  };
}

/**
 * @param {Roads["big_road"][number]} one
 * @param {Roads["big_road"][number]} other
 */
const isSamePlace = (one, other) => one.column === other.column && one.row === other.row;
