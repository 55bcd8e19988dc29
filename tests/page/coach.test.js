import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { boardOf, EMPTY_BOARD } from "#page/model/board.js";
import {
  coachAfter,
  lacksBet,
  lessonMessages,
  lessonsOf,
  lessonsToHear,
} from "#page/model/coach.js";
import { NOBODY_READY } from "#page/model/permissions.js";
import { textOf } from "#page/words/words.js";
import "./english.js";
import { CLASSIC, COUP, modelWith, seatWith } from "./samples.js";

/** @import { Coach } from "#page/model/coach.js" */
/** @import { OpenModel } from "#page/model/model.js" */

/** @type {Coach} */
const NEW_COACH = { from: null, told: {} };
const ready = { ...NOBODY_READY, dealers: [3] };
/** @type {(dealt: number) => OpenModel["shoe"]} */
const shoe = (dealt) => ({ phase: "betting", coups_dealt: dealt });
const bet = { 3: seatWith({ staked: 2500 }) };
const { dealt: last, won } = COUP.facts;
const natural = { ...last, player: ["4h", "4c"], banker: ["Ks", "5d"] };

/** A table on which nothing was dealt. @param {Partial<OpenModel>} more */
const fresh = (more = {}) => modelWith({ ready, shoe: shoe(0), ...more });
/** A table with this coup, the latest of so many. @type {(dealt: number, coup: typeof last, more?: object) => OpenModel} */
const after = (dealt, coup, more = {}) =>
  modelWith({ ready, shoe: shoe(dealt), last: coup, board: { ...boardOf(coup, won), ...more } });
const paid = { paid: { banker: { fate: /** @type {const} */ ("won"), earned: 2375 } } };

/** Return the lessons shown at each moment, and the last coach. @param {OpenModel[]} models */
const seen = (models) => {
  /** @type {Coach | null} */
  let coach = NEW_COACH;
  return models.map((model) => {
    coach &&= coachAfter(coach, model);
    return coach && lessonsOf(coach, model);
  });
};

test("a newcomer is told to pick a hand, to deal, and what wins", () => {
  const dealing = fresh({ showing: "coup", board: EMPTY_BOARD, seats: bet });
  const moments = [fresh(), fresh({ seats: bet }), dealing, after(1, natural)];
  deepEqual(seen(moments), [["pick"], ["deal"], ["points"], ["points"]]);
});

test("a newcomer is asked for a bet once the shoe and the chips are there, not before", () => {
  const waiting = [
    fresh({ shoe: { phase: "seeding" } }),
    fresh({ showing: "shoe" }),
    fresh({ isBuying: true }),
  ];
  deepEqual(seen([...waiting, fresh()]), [["wait"], ["wait"], ["wait"], ["pick"]]);
  for (const model of waiting) deepEqual(lessonsToHear(NEW_COACH, model), []);
  deepEqual(waiting.map(lacksBet), [false, false, false]);
  const pending = [{ key: "player", stake: 2500 }];
  deepEqual([fresh(), fresh({ seats: bet }), fresh({ pending })].map(lacksBet), [
    true,
    false,
    false,
  ]);
  deepEqual([after(1, natural), fresh({ seat: null })].map(lacksBet), [true, false]);
});

test("a third card and the commission are explained in the coup in which they first happen", () => {
  const moments = [
    after(1, natural),
    after(2, last, paid),
    fresh({ shoe: shoe(2), seats: bet }),
    after(3, last, paid),
  ];
  deepEqual(seen(moments), [
    ["points"],
    ["third", "banker", "commission", "points"],
    ["deal"],
    ["points", "last"],
  ]);
});

test("the third card is explained as soon as it is drawn", () => {
  const board = { ...boardOf(last, null), outcome: null };
  deepEqual(seen([fresh({ showing: "coup", board })]), [["third", "banker", "points"]]);
});

test("a bet that stays on the felt after a tie is explained", () => {
  const tied = { paid: { player: { fate: /** @type {const} */ ("stands"), earned: 0 } } };
  deepEqual(seen([after(1, natural, tied)]), [["tie", "points"]]);
});

test("the coach is gone when the guest goes on after three coups", () => {
  const next = fresh({ shoe: shoe(3), seats: bet });
  deepEqual(seen([fresh(), after(3, last), next, fresh()]), [
    ["pick"],
    ["third", "banker", "points", "last"],
    null,
    null,
  ]);
  const another = after(3, last);
  deepEqual(seen([fresh(), another, { ...another, showing: "coup" }]).at(-1), null);
});

test("the coach counts from the coup at which the guest sits down", () => {
  const moments = [40, 42, 43].map((dealt) => fresh({ shoe: shoe(dealt) }));
  deepEqual(seen(moments), [["pick"], ["pick"], null]);
});

test("the coach is silent without a seat, without bets, and at a closed table", () => {
  for (const members of [
    { seat: null },
    { house: { ...CLASSIC, limits: null } },
    { shoe: { phase: /** @type {const} */ ("closed") } },
  ])
    deepEqual(seen([fresh(members)]), [[]]);
});

test("nobody is told to press Deal where a clock deals", () => {
  const said = [ready, NOBODY_READY].map((who) =>
    lessonMessages("deal", fresh({ seats: bet, ready: who }))
      .map(textOf)
      .join(" "),
  );
  deepEqual(said, [
    "Now press Deal. Closest to 9 wins: 7 beats 5.",
    "Closest to 9 wins: 7 beats 5.",
  ]);
});

test("nothing is spoken during a coup, and all of it afterwards", () => {
  const dealing = { ...after(0, last), showing: /** @type {const} */ ("coup") };
  deepEqual(lessonsToHear(NEW_COACH, dealing), []);
  deepEqual(lessonsToHear(NEW_COACH, after(1, last, paid)), [
    "points",
    "third",
    "banker",
    "commission",
  ]);
  deepEqual(lessonsToHear(NEW_COACH, fresh()), ["pick"]);
  deepEqual(lessonsToHear(NEW_COACH, fresh({ shoe: { phase: "seeding" } })), []);
});

test("a house without commission is not said to take one", () => {
  const [banker] = CLASSIC.felt;
  const house = { ...CLASSIC, felt: [{ ...banker, key: "ez_banker" }] };
  const model = { ...after(1, natural, paid), house };
  deepEqual(seen([model]), [["points"]]);
  equal(
    lessonMessages("commission", after(1, natural, paid))
      .map(textOf)
      .join(),
    "Commission: Banker wins more often, so it pays 19 to 20, not 1 to 1.",
  );
});
