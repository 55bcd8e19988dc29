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
    ["commission", "banker", "third", "points"],
    ["deal"],
    ["banker", "third", "last"],
  ]);
});

test("each hand's third card is explained as soon as it is drawn", () => {
  const six = { ...last, player: ["2h", "3c", "4d"], banker: ["Ks", "5d", "2h"] };
  const board = { ...boardOf(six, null), outcome: null };
  const banker = board.banker.slice(0, 2);
  const drawing = [{ ...board, banker }, board].map((each) =>
    fresh({ showing: "coup", board: each }),
  );
  deepEqual(seen(drawing), [
    ["third", "points"],
    ["banker", "third", "points"],
  ]);
  const stood = { ...six, player: ["4h", "3c"] };
  const said = [six, stood].map((coup) => lessonMessages("banker", after(1, coup)).map(textOf));
  deepEqual(seen([after(1, { ...six, banker: ["Ks", "7d"] })]), [["banker", "third", "points"]]);
  deepEqual(
    said.map(([line]) => line),
    [
      "Banker looks at its own total and at Player's third card.",
      "Player stood, so Banker draws on 0 to 5 too.",
    ],
  );
});

test("a lesson that another one hid comes back when it happens again", () => {
  const [drawn, again] = [after(1, last), after(2, last)];
  deepEqual(seen([fresh(), drawn, fresh({ shoe: shoe(1), seats: bet }), again]), [
    ["pick"],
    ["banker", "third", "points"],
    ["deal"],
    ["third", "points"],
  ]);
});

test("a bet that stays on the felt after a tie is explained", () => {
  const tied = { paid: { player: { fate: /** @type {const} */ ("stands"), earned: 0 } } };
  deepEqual(seen([after(1, natural, tied)]), [["tie", "points"]]);
});

test("the goodbye shows by itself once: after the third coup, or after its lessons", () => {
  const next = fresh({ shoe: shoe(3), seats: bet });
  deepEqual(seen([fresh(), after(3, natural), next]), [["pick"], ["last"], null]);
  const dealing = { ...after(3, natural), showing: /** @type {const} */ ("coup") };
  deepEqual(seen([fresh(), after(3, last), next, dealing, fresh()]), [
    ["pick"],
    ["banker", "third", "last"],
    ["last"],
    null,
    null,
  ]);
  const another = after(3, last);
  deepEqual(seen([fresh(), another, { ...another, showing: "coup" }]).at(-1), null);
});

test("the coach counts from the coup at which the guest sits down", () => {
  const moments = [40, 42, 43, 44].map((dealt) => fresh({ shoe: shoe(dealt) }));
  deepEqual(seen(moments), [["pick"], ["pick"], ["last"], null]);
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
