/** The roads in words. */

import { count } from "../lib/count.js";
import { SIDE_NAMES } from "./coups.js";
import { DERIVED } from "./road-layout.js";

/** @import { Mark, Roads, Side } from "../wire/frames.d.ts" */
/** @typedef {Roads["bead_plate"][number]} Bead */

/** @type {Record<Mark, string>} */
export const INKS = { R: "red", B: "blue" };
const NO_COUPS = "No coups yet";
const NO_MARKS = "no marks";
/** @type {Side[]} */
const SIDES = ["banker", "player"];

/**
 * Everything the board shows: runs, pairs, derived roads and what is asked of them.
 * @param {Roads} roads
 */
export function roadLines(roads) {
  const pairs = pairPhrases(roads.bead_plate);
  return [
    runPhrases(roads.bead_plate).join(", ") || NO_COUPS,
    ...(pairs.length ? [`Pairs: ${pairs.join(", ")}`] : []),
    ...DERIVED.map(({ key, name }) => `${name}: ${markPhrases(roads[key]).join(", ") || NO_MARKS}`),
    ...SIDES.map((side) => askedLine(roads, side)),
  ];
}

/**
 * The latest phrases on the runs, as a sentence.
 * @param {Roads} roads
 */
export function latestLine({ bead_plate: beads }, most = 6) {
  const phrases = runPhrases(beads);
  const head = phrases.length > most ? "Latest: " : "";
  return `${head}${phrases.slice(-most).join(", ") || NO_COUPS}.`;
}

/**
 * Each run of the big road, followed by its ties; ties before the first win have no run.
 * @param {readonly Bead[]} beads
 */
function runPhrases(beads) {
  return runs(beads).flatMap((run) => {
    const wins = run.filter(isWin);
    const head = wins.length ? [`${SIDE_NAMES[wins[0].outcome]} ${wins.length}`] : [];
    return [...head, ...tiePhrases(run)];
  });
}

/**
 * @param {readonly Bead[]} run
 */
function tiePhrases(run) {
  let won = 0;
  return groups(run, isWin).flatMap((group) => {
    if (isWin(group[0])) {
      won += group.length;
      return [];
    }
    const ties = group.length === 1 ? "tie" : count(group.length, "tie");
    return [won ? `${ties} after ${won}` : `${ties} first`];
  });
}

/**
 * Beads up to the next win of the other side.
 * @param {readonly Bead[]} beads
 */
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

/** @param {readonly Bead[]} beads */
function pairPhrases(beads) {
  return beads.flatMap(({ banker_pair: banker, player_pair: player }, at) =>
    [banker && `Banker in coup ${at + 1}`, player && `Player in coup ${at + 1}`].filter(
      (phrase) => phrase !== false,
    ),
  );
}

/** A derived road as runs of colour. @param {string} letters */
function markPhrases(letters) {
  const marks = /** @type {Mark[]} */ ([...letters]);
  return groups(marks, (mark) => mark).map((group) => `${INKS[group[0]]} ${group.length}`);
}

/**
 * What the derived roads would show if a side won the next coup.
 * @param {Roads} roads
 * @param {Side} side
 */
function askedLine({ ask }, side) {
  const answers = DERIVED.flatMap(({ key, name }) => {
    const mark = ask[side][key];
    return mark ? [`${name.toLowerCase()} ${INKS[mark]}`] : [];
  });
  return `If ${SIDE_NAMES[side]} is next: ${answers.join(", ") || NO_MARKS}`;
}

/** @param {Bead} bead */
const isWin = ({ outcome }) => outcome !== "tie";

/**
 * Neighbours of one kind together.
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
