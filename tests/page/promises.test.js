import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { placeInCoup } from "#page/game/coups.js";
import { evolve } from "#page/model/evolve.js";
import { brokenShoe, mergedPromises, promiseOf, withPromises } from "#page/model/promises.js";
import { COUP, modelWith, seatWith } from "./samples.js";

/** @import { Model } from "#page/model/model.js" */

/** Return the promises after a series of models. @param {Partial<Model>[]} shown */
function after(...shown) {
  return shown.reduce(
    (promises, each) => withPromises(promises, modelWith(each)),
    /** @type {Model["promises"]} */ ([]),
  );
}

const COMMITTED = { shoe: { shoe: 3, commitment: "c" } };
const ORDERED = { shoe: { shoe: 3, commitment: "c", root: "r" } };
const BET = { 1: seatWith({ wagers: [{ key: "tie", stake: 100, standing: false }] }) };
const STANDING = { 1: seatWith({ wagers: [{ key: "tie", stake: 100, standing: true }] }) };
const COUPS = [COUP.facts.dealt];

test("a promise seen before the first bet is remembered as such", () => {
  const kept = [{ shoe: 3, commitment: { value: "c", coup: 0 }, root: { value: "r", coup: 0 } }];
  deepEqual(after(COMMITTED, ORDERED), kept);
  deepEqual(after(COMMITTED, ORDERED, { ...ORDERED, seats: BET, coups: COUPS }), kept);
  deepEqual(after({ ...ORDERED, seats: STANDING }), kept);
});

test("a promise first seen later is remembered with that coup", () => {
  const at = (/** @type {Partial<Model>} */ shown) => after(shown)[0].root?.coup;
  equal(at({ ...ORDERED, seats: BET }), 1);
  equal(at({ ...ORDERED, coups: COUPS }), 2);
  equal(after(COMMITTED, { ...ORDERED, seats: BET })[0].commitment.coup, 0);
});

test("a changed commitment or root is an alarm that no later frame takes back", () => {
  const other = { shoe: { ...ORDERED.shoe, root: "x" } };
  equal(brokenShoe({ promises: after(ORDERED, ORDERED) }), null);
  equal(brokenShoe({ promises: after(ORDERED, other) }), 3);
  equal(brokenShoe({ promises: after(ORDERED, other, ORDERED) }), 3);
  equal(brokenShoe({ promises: after(ORDERED, { shoe: { shoe: 3, commitment: "y" } }) }), 3);
  deepEqual(after(ORDERED, other)[0].root, { value: "r", coup: 0, changed: "x" });
});

test("every shoe has its own promises, and the latest are kept", () => {
  const shoes = [1, 2, 3, 4, 5, 6].map((shoe) => ({
    shoe: { shoe, commitment: `c${shoe}`, root: `r${shoe}` },
  }));
  const promises = after(...shoes);
  equal(brokenShoe({ promises }), null);
  deepEqual(
    promises.map(({ shoe }) => shoe),
    [3, 4, 5, 6],
  );
  equal(promiseOf({ promises, shoe: { shoe: 5 } })?.root?.value, "r5");
  equal(promiseOf({ promises, shoe: { shoe: 1 } }), null);
});

test("a table without a shoe has no promises, and unchanged ones keep their value", () => {
  deepEqual(after({ shoe: {} }, { shoe: { shoe: 3, commitment: "" } }), []);
  const model = evolve(modelWith(ORDERED), { type: "connection", isUp: true }, 0);
  equal(evolve(model, { type: "connection", isUp: false }, 0).promises, model.promises);
});

test("cards have their positions in the order of dealing", () => {
  const places = (/** @type {number} */ player, /** @type {number} */ banker) => [
    ...Array.from({ length: player }, (_, at) => placeInCoup("player", at, player)),
    ...Array.from({ length: banker }, (_, at) => placeInCoup("banker", at, player)),
  ];
  deepEqual(places(2, 2), [0, 2, 1, 3]);
  deepEqual(places(3, 2), [0, 2, 4, 1, 3]);
  deepEqual(places(2, 3), [0, 2, 1, 3, 4]);
  deepEqual(places(3, 3), [0, 2, 4, 1, 3, 5]);
});

test("the tabs of a browser share what any of them saw first", () => {
  const early = after(COMMITTED, ORDERED);
  const late = after({ ...ORDERED, coups: COUPS });
  deepEqual(mergedPromises(early, late), early);
  deepEqual(mergedPromises(late, early), early);
  deepEqual(mergedPromises([], early), early);
  equal(mergedPromises(early, late), early);
  const other = after({ shoe: { ...ORDERED.shoe, root: "x" } });
  equal(brokenShoe({ promises: mergedPromises(early, other) }), 3);
  const broken = after(ORDERED, { shoe: { ...ORDERED.shoe, root: "x" } });
  deepEqual(mergedPromises(early, broken), broken);
  deepEqual(mergedPromises(broken, early), broken);
  deepEqual(
    mergedPromises(after({ shoe: { shoe: 4, commitment: "d" } }), early).map(({ shoe }) => shoe),
    [3, 4],
  );
});
