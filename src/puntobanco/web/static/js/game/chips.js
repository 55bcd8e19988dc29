/** Chips: what they are worth, which of them a rack offers, and which make up a stake. */

/** What chips are worth at a table whose step divides them: from a cent to five million dollars. */
export const CHIP_VALUES = [1, 5, 25, 100, 500, 2500, 1e4, 5e4, 1e5, 5e5, 25e5, 1e7, 5e7, 1e8, 5e8];
const MOST_SHOWN = 6;
/** If chips are further apart than this, a guest has to press too often. */
const TOO_FAR = 100;

/**
 * Return the chips of a rack, from the step, which makes every stake possible, up to the maximum.
 * @param {{ step: number, maximum: number }} limits
 */
export function rackFor({ step, maximum }) {
  const round = [step, ...CHIP_VALUES.filter((value) => value > step && value % step === 0)].filter(
    (value) => value <= maximum,
  );
  const scaled = CHIP_VALUES.map((value) => value * step).filter((value) => value <= maximum);
  const isDense = round.every((value, at) => (round[at + 1] ?? maximum) / value <= TOO_FAR);
  return thinned(isDense ? round : scaled);
}

/** Leave out chips with close neighbours; six stay. @type {(values: number[]) => number[]} */
function thinned(values) {
  if (values.length <= MOST_SHOWN) return values;
  const gaps = values.slice(1, -1).map((_, at) => values[at + 2] / values[at]);
  return thinned(values.toSpliced(1 + gaps.indexOf(Math.min(...gaps)), 1));
}

/**
 * Return the stake that a chip adds to a spot: its value, or what the minimum still needs.
 * @type {(value: number, lying: number, minimum: number) => number}
 */
export const addedStake = (value, lying, minimum) => Math.max(value, minimum - lying);

/**
 * Return the most that can be added to a spot by its limits and the chips left, or 0.
 * @param {{ minimum: number, maximum: number, step: number }} limits
 * @param {number} lying
 * @param {number} available
 */
export function fittingStake({ minimum, maximum, step }, lying, available) {
  const most = Math.min(maximum, lying + available);
  const whole = most - (most % step);
  return whole >= minimum ? Math.max(0, whole - lying) : 0;
}

/** Return chips of a stake, the largest first. @type {(stake: number, most: number) => number[]} */
export function chipsFor(stake, most) {
  /** @type {number[]} */
  const chips = [];
  let rest = stake;
  for (const value of CHIP_VALUES.toReversed()) {
    while (rest >= value && chips.length < most) {
      chips.push(value);
      rest -= value;
    }
  }
  return chips.length ? chips : [stake];
}
