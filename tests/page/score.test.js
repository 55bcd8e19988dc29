/** A coup becomes a score, and a director walks it. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { mock, test } from "node:test";
import { reason } from "#page/game/coups.js";
import { boardOf } from "#page/model/board.js";
import { Director } from "#page/model/director.js";
import { evolve } from "#page/model/evolve.js";
import { scoreOf } from "#page/model/score.js";
import { edgeOf, neededMessage } from "#page/model/squeeze.js";
import { textOf } from "#page/words/words.js";
import "./english.js";
import { CLASSIC, COUP, modelWith, seatWith, TIMES } from "./samples.js";

/** @import { Board } from "#page/model/board.js" */
/** @import { Model } from "#page/model/model.js" */
/** @import { Beat } from "#page/model/score.js" */
/** @import { SqueezeMode } from "#page/model/squeeze.js" */
/** @import { BetSettled, CoupDealt, Events, Step, TableEvent } from "#page/wire/frames.d.ts" */

/** @type {Step[]} */
const STEPS = [
  { did: "dealt", side: "player", card: "4h", total: 4, said: [["p1", {}, 4095]] },
  { did: "dealt", side: "banker", card: "Ks", total: 0, said: [] },
  { did: "dealt", side: "player", card: "3c", total: 7, said: [] },
  { did: "dealt", side: "banker", card: "5d", total: 5, said: [] },
  { did: "called", player: 7, banker: 5, said: [] },
  {
    did: "stood",
    side: "player",
    total: 7,
    natural: false,
    square: { side: "player", holding: 7, third: null },
    why: ["", {}, 0],
    said: [],
  },
  {
    did: "drew",
    side: "banker",
    card: "9c",
    total: 4,
    square: { side: "banker", holding: 5, third: null },
    why: ["", {}, 0],
    said: [["b3", {}, 4095]],
  },
  { did: "ended", outcome: "player", player: 7, banker: 4, said: [["end", {}, 4095]] },
];
/** @type {CoupDealt} */
const DEALT = {
  ...COUP,
  facts: {
    ...COUP.facts,
    steps: STEPS,
    settled: { 3: [["money", {}, 4095]] },
    dealt: {
      ...COUP.facts.dealt,
      squares: STEPS.flatMap((step) => ("square" in step && step.square ? [step.square] : [])),
    },
  },
};
/** @type {BetSettled} */
const WON = {
  kind: "bet_settled",
  number: 59,
  at: 1,
  data: { seat: 3, key: "banker", stake: 500, earned: -500, fate: "lost" },
  facts: { by: "", pays: "" },
};

/** @type {(...events: TableEvent[]) => Events} */
const frameOf = (...events) => ({ type: "events", number: 60, events });

/** The tableau, as lines of holdings from 0; Banker's columns are no third card, then 0 to 9. */
const [PLAYER, ...BANKER] = `
  DDDDDD.. DDDDDDDDDDD DDDDDDDDDDD DDDDDDDDDDD DDDDDDDDD.D D..DDDDDD.. D....DDDD.. .......DD.. ...........
`
  .trim()
  .split(" ")
  .map((line) => [...line].map((sign) => sign === "D"));
const MODEL = modelWith({
  durations: TIMES,
  house: { ...CLASSIC, tableau: { player: PLAYER, banker: BANKER } },
});

/** @type {(beat: Beat) => Board} */
const boardIn = ({ changes }) => {
  const [change] = changes;
  return change.type === "shown" && change.board ? change.board : MODEL.board;
};

/** @type {(model: Model, beats: readonly Beat[]) => Model} */
const played = (model, beats) =>
  beats.flatMap(({ changes }) => changes).reduce((now, change) => evolve(now, change, 0), model);

test("a coup is cards that slide, turn and count, a call, decisions, the outcome and the money", () => {
  const score = scoreOf(frameOf(DEALT, WON), MODEL);
  const card = ["card", "turn", "count"];
  deepEqual(
    score.map(({ name }) => name),
    [
      ...["clear", ...card, ...card, ...card, ...card, "call", "decision", "decision", ...card],
      ...["outcome", "pay", "event", "frame"],
    ],
  );
  deepEqual(
    score.filter(({ name }) => name === "turn").map(({ lasts }) => lasts),
    [TIMES.turn, TIMES.turn, TIMES.turn, TIMES.turn, TIMES.deciding],
  );
  const told = score.flatMap(({ name, tells }) =>
    tells.flatMap(({ said }) => said.map(([id]) => `${name}: ${id}`)),
  );
  deepEqual(told, [
    "clear: coup.number",
    "count: p1",
    "count: b3",
    "outcome: end",
    "pay: money",
    "event: settled.lost",
    "event: settled.lost.others",
  ]);
});

test("no beat shows more than has happened", () => {
  const boards = scoreOf(frameOf(DEALT), MODEL).slice(0, -2).map(boardIn);
  const cards = boards.map(({ player, banker }) => [...player, ...banker]);
  deepEqual(
    cards.map((each) => each.filter(({ isUp }) => isUp).length),
    [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5],
  );
  deepEqual(
    boards.slice(1, 8).map(({ totals }) => `${totals.player ?? "-"}/${totals.banker ?? "-"}`),
    ["-/-", "-/-", "4/-", "4/-", "4/-", "4/0", "4/0"],
  );
  ok(boards.slice(0, -2).every(({ outcome, won }) => outcome === null && won === null));
  deepEqual(boards.at(-2)?.won, COUP.facts.won);
});

test("a score leads to the same model as its frame", () => {
  const frame = { ...frameOf(DEALT, WON), table: { left: 350 }, seats: { 5: null } };
  const shown = played(MODEL, scoreOf(frame, MODEL));
  const { board: _, ...others } = evolve(MODEL, frame, 0);
  deepEqual({ ...others, ...shown }, shown);
  deepEqual({ ...shown, ...others }, { ...shown });
  const { paid } = shown.board;
  deepEqual(shown.board, { ...boardOf(DEALT.facts.dealt, COUP.facts.won), paid });
  equal(paid.banker.fate, "lost");
});

/** @type {(members: Partial<Model>, squeeze: SqueezeMode) => Beat[]} */
const squeezed = (members, squeeze) =>
  scoreOf(frameOf(DEALT), { ...MODEL, ...members }, { squeeze });

/** @type {(...keys: string[]) => Partial<Model>} */
const backing = (...keys) => ({
  seats: { 3: seatWith({ wagers: keys.map((key) => ({ key, stake: 500, standing: false })) }) },
});

test("a guest turns third cards, or all cards of the side that has the guest's bet", () => {
  /** @param {Beat[]} score */
  const cards = (score) =>
    score.flatMap((beat, at) => {
      if (beat.name !== "squeeze") return [];
      const { squeezed: side, player, banker } = boardIn(beat);
      deepEqual([beat.waits, beat.lasts, score[at + 1].name], ["turn", 6000, "turn"]);
      const hand = side === "player" ? player : banker;
      return [`${side} ${hand.filter(({ isUp }) => isUp).length}`];
    });
  deepEqual(cards(squeezed(backing("banker"), "off")), []);
  deepEqual(cards(squeezed({}, "thirds")), []);
  deepEqual(cards(squeezed(backing("tie"), "mine")), []);
  deepEqual(cards(squeezed(backing("tie"), "thirds")), ["banker 2"]);
  const mine = squeezed(backing("banker"), "mine");
  deepEqual(cards(mine), ["banker 0", "banker 1", "banker 2"]);
  const first = boardIn(mine[mine.findIndex(({ name }) => name === "squeeze")]);
  deepEqual(
    [...first.player, ...first.banker].map(({ isUp }) => isUp),
    [true, true, false, false],
  );
  const end = played({ ...MODEL, ...backing("banker") }, mine);
  deepEqual(end.board, boardOf(DEALT.facts.dealt, COUP.facts.won));
});

test("the edge of a card shows pips or a line, and the rest is told by key", () => {
  deepEqual(
    [..."A23456789TJQK"].map((rank) => edgeOf(`${rank}h`).slice(10)),
    [
      ...["none", "none", "none", "two", "two", "three", "three", "three"],
      ...["four", "four", "line", "line", "line"],
    ],
  );
  /** @type {(at: number, members?: Partial<Model>) => string} */
  const needed = (at, members = backing("banker")) => {
    const score = squeezed(members, "mine").filter(({ name }) => name === "squeeze");
    return textOf(neededMessage({ ...MODEL, board: boardIn(score[at]) }));
  };
  equal(needed(0), "With this card: still open on 0 to 9.");
  equal(
    needed(1),
    "With this card: Player wins on 6; Banker wins on 8 and 9; tie on 7; still open on 0 to 5.",
  );
  equal(
    needed(2),
    "With this card: Player wins on 0, 1, 5, 6, 7, 8 and 9; Banker wins on 3 and 4; tie on 2.",
  );
});

test("the last board of a shoe stays, then the next shoe is shuffled and its first card burned", () => {
  /** @type {TableEvent} */
  const shoe = { kind: "shoe_committed", number: 2, at: 1, data: { shoe: 2, commitment: "" } };
  /** @type {TableEvent} */
  const burned = { kind: "burned", number: 3, at: 1, data: { card: "9h", hidden: 9 } };
  const before = modelWith({ durations: TIMES, last: COUP.facts.dealt });
  /** @param {Beat[]} score */
  const timed = (score) => score.map(({ name, lasts }) => `${name} ${lasts}`);
  deepEqual(timed(scoreOf(frameOf(shoe), before, { held: 1000 })), [
    `hold ${TIMES.holding - 1000}`,
    "event 0",
    `shuffle ${TIMES.shuffling}`,
    "frame 0",
  ]);
  deepEqual(timed(scoreOf(frameOf(burned), before)), [
    `card ${TIMES.slide}`,
    `turn ${TIMES.turn}`,
    `burn ${TIMES.burn_card}`,
    "event 0",
    "frame 0",
  ]);
  equal(played(before, scoreOf(frameOf(shoe), before)).board.preparing, null);
  const first = { ...before, last: null };
  for (const event of [shoe, burned])
    deepEqual(timed(scoreOf(frameOf(event), first, { isNewcomer: true })), ["event 0", "frame 0"]);
});

test("a hand says that it draws before its third card comes, as the felt does", () => {
  const { house } = MODEL;
  /** @type {(board: Board) => string[]} */
  const reasons = (board) =>
    [...board.lit].map(({ side }) => `${side} ${reason(side, board, house.tableau)}`);
  const seen = scoreOf(frameOf(DEALT), MODEL).map((beat) => reasons(boardIn(beat)).join("; "));
  deepEqual(
    seen.filter((each, at) => each && each !== seen[at - 1]),
    [
      "player stood on 7",
      "player stood on 7; banker draws on 5",
      "player stood on 7; banker drew on 5",
    ],
  );
});

mock.timers.enable({ apis: ["setTimeout"] });

/** Return a director of beats with these durations, what it entered, and how often it rewound. */
function rehearsal(/** @type {(number | [number, string])[]} */ ...times) {
  /** @type {Beat[]} */
  const score = times.map((time, at) => {
    const [lasts, waits] = Array.isArray(time) ? time : [time, undefined];
    return { name: "card", lasts, waits, changes: [], tells: [{ said: [], kind: String(at) }] };
  });
  /** The places of beats, and their times. @type {string[]} */
  const entered = [];
  let rewound = 0;
  const director = new Director({
    enter: (beat, time) => entered.push(`${score.indexOf(beat)}: ${time}`),
    timeOf: ({ lasts }) => lasts,
    rewind: () => {
      rewound += 1;
    },
  });
  const over = director.perform(score).then(() => "over");
  return { director, entered, over, rewound: () => rewound };
}

test("a director enters beats at their time, and those without time at once", async () => {
  const { director, entered, over } = rehearsal(0, 100, 0, 200);
  mock.timers.tick(99);
  deepEqual(entered, ["0: 0", "1: 100"]);
  mock.timers.tick(1);
  deepEqual(entered.slice(2), ["2: 0", "3: 200"]);
  equal(director.at, 3);
  mock.timers.tick(200);
  equal(await over, "over");
  equal(director.beat, null);
});

test("a director stays where it is paused", () => {
  const { director, entered } = rehearsal(100, 100, 100);
  director.pause();
  mock.timers.tick(100);
  equal(director.at, 0);
  director.seek(1);
  mock.timers.tick(100);
  equal(director.at, 1);
  director.play();
  equal(director.at, 2);
  equal(entered.length, 3);
});

test("a director skips to the end, and seeks forward and back", async () => {
  const { director, entered, over, rewound } = rehearsal(100, 100, 100, 100);
  director.seek(2);
  deepEqual(entered, ["0: 100", "1: 0", "2: 100"]);
  director.seek(1);
  equal(rewound(), 1);
  deepEqual(entered.slice(3), ["0: 0", "1: 100"]);
  director.skip();
  deepEqual(entered.slice(5), ["2: 0", "3: 0"]);
  equal(await over, "over");
  director.skip();
  mock.timers.tick(1_000);
  equal(entered.length, 7);
});

test("a beat that waits for an act ends with it, or with its time", () => {
  const { director } = rehearsal([6000, "turn"], [6000, "turn"], 100);
  director.act("peel");
  equal(director.at, 0);
  director.act("turn");
  equal(director.at, 1);
  mock.timers.tick(6000);
  equal(director.at, 2);
  director.act("turn");
  equal(director.at, 2);
});
