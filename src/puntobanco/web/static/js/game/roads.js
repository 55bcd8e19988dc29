/** The derived roads as cells, and all roads as messages. */

/** @import { DerivedKey, Mark, Roads, Side, WinCell } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

/** The derived roads, in the order of the board. @type {DerivedKey[]} */
export const DERIVED = ["big_eye_boy", "small_road", "cockroach_pig"];

/**
 * Return the places of marks: down, or right if down is taken. Another letter starts a new column.
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

/** Return a derived road's letters, each in its place. @param {string} letters */
export const cells = (letters) =>
  places([...letters]).map((place, at) => ({
    ...place,
    mark: /** @type {Mark} */ (letters[at]),
  }));

/**
 * Return the marks that the roads would get if a side won the next coup, each in its place.
 * @type {(roads: Roads, side: Side) => { big_road: WinCell } & Record<DerivedKey, DerivedCell | null>}
 */
export const askedCells = (roads, side) => {
  const wins = roads.bead_plate.filter(isWin).map(({ outcome }) => outcome);
  const next = { column: 0, row: 0, ...places([...wins, side]).at(-1) };
  const [big_eye_boy, small_road, cockroach_pig] = DERIVED.map((road) => {
    const mark = roads.ask[side][road];
    return mark ? (cells(roads[road] + mark).at(-1) ?? null) : null;
  });
  const ties = wins.length ? 0 : roads.bead_plate.length; // Those before the first win.
  return { big_road: { ...next, side, ties }, big_eye_boy, small_road, cockroach_pig };
};

/** @typedef {Roads["bead_plate"][number]} Bead */
/** @typedef {ReturnType<typeof cells>[number]} DerivedCell */

/** @type {Side[]} */
const SIDES = ["banker", "player"];

/** Return everything that the board shows. @type {(roads: Roads) => Message[]} */
export function roadMessages(roads) {
  const runs = runMessages(roads.bead_plate);
  const pairs = pairMessages(roads.bead_plate);
  return [
    runs.length ? ["roads.runs", { runs }] : ["roads.none", {}],
    .../** @type {Message[]} */ (pairs.length ? [["roads.pairs", { pairs }]] : []),
    ...DERIVED.map((key) => marksMessage(key, roads[key])),
    ...SIDES.map((side) => askedMessage(roads, side)),
  ];
}

/**
 * @param {Roads} roads
 * @returns {Message}
 */
export function latestMessage({ bead_plate: beads }, most = 6) {
  const runs = runMessages(beads);
  if (!runs.length) return ["roads.latest.none", {}];
  if (runs.length > most) return ["roads.latest", { runs: runs.slice(-most) }];
  return ["roads.latest.all", { runs }];
}

/** Name the good road, if any. @type {(roads: Pick<Roads, "good_road">) => Message | null} */
export const goodRoadMessage = ({ good_road }) =>
  good_road ? ["roads.good", { good_road }] : null;

/** Return each run, followed by its ties. @type {(beads: readonly Bead[]) => Message[]} */
const runMessages = (beads) =>
  runs(beads).flatMap((run) => {
    const wins = run.filter(isWin);
    /** @type {Message[]} */
    const head = wins.length ? [["roads.run", { side: wins[0].outcome, count: wins.length }]] : [];
    return [...head, ...tieMessages(run)];
  });

/** @type {(run: readonly Bead[]) => Message[]} */
const tieMessages = (run) => {
  let coups = 0;
  return groups(run, isWin).flatMap((group) => {
    const count = group.length;
    if (isWin(group[0])) {
      coups += count;
      return [];
    }
    return [coups ? ["roads.ties", { count, coups }] : ["roads.ties.first", { count }]];
  });
};

/** Split beads at every win of the other side. @param {readonly Bead[]} beads */
function runs(beads) {
  /** @type {Bead[][]} */
  const found = [];
  let side = "";
  for (const bead of beads) {
    if (!found.length || (isWin(bead) && bead.outcome !== side)) found.push([]);
    found[found.length - 1].push(bead);
    if (isWin(bead)) side = bead.outcome;
  }
  return found;
}

/** @type {(beads: readonly Bead[]) => Message[]} */
const pairMessages = (beads) =>
  beads.flatMap(({ banker_pair: banker, player_pair: player }, at) => {
    const sides = [banker && "banker", player && "player"].filter((side) => side !== false);
    return sides.map((side) => /** @type {Message} */ (["roads.pair", { side, coup: at + 1 }]));
  });

/** @type {(road: string, letters: string) => Message} */
const marksMessage = (road, letters) => {
  const marks = groups(/** @type {Mark[]} */ ([...letters]), (mark) => mark).map((group) => [
    "roads.mark",
    { mark: group[0], count: group.length },
  ]);
  if (!marks.length) return ["roads.marks.none", { first_road: road }];
  return ["roads.marks", { first_road: road, marks }];
};

/** Return the next marks if a side won. @type {(roads: Roads, side: Side) => Message} */
export const askedMessage = ({ ask }, side) => {
  const marks = DERIVED.flatMap((road) => {
    const mark = ask[side][road];
    return mark ? [["roads.answer", { road, mark }]] : [];
  });
  return marks.length ? ["roads.asked", { side, marks }] : ["roads.asked.none", { side }];
};

/** @param {Bead} bead */
const isWin = ({ outcome }) => outcome !== "tie";

/**
 * Group neighbours of one kind.
 * @template Thing
 * @param {readonly Thing[]} things
 * @param {(thing: Thing) => unknown} kind
 */
function groups(things, kind) {
  /** @type {Thing[][]} */
  const found = [];
  for (const thing of things) {
    const last = found.at(-1);
    if (last && kind(last[0]) === kind(thing)) last.push(thing);
    else found.push([thing]);
  }
  return found;
}
