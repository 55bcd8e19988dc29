import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { idleCall } from "../../src/puntobanco/web/static/js/model/calls.js";
import { clockDisplay, dueWords } from "../../src/puntobanco/web/static/js/model/clock-display.js";
import {
  applyClock,
  applyEvent,
  applyMoney,
  applyOwnBet,
  applyState,
  applyWelcome,
  isOpen,
  newModel,
} from "../../src/puntobanco/web/static/js/model/model.js";
import {
  canBet,
  canDeal,
  canDealEver,
  whyNot,
} from "../../src/puntobanco/web/static/js/model/permissions.js";
import {
  applyReady,
  isWaiting,
  secondsLeft,
  waitingLine,
} from "../../src/puntobanco/web/static/js/model/ready.js";
import { ownMoney, ownSeat, stakesOn } from "../../src/puntobanco/web/static/js/model/seats.js";
import { shoeDisplay } from "../../src/puntobanco/web/static/js/model/shoe-display.js";
import {
  spokenCoup,
  spokenLines,
  spokenMoney,
  writtenLines,
} from "../../src/puntobanco/web/static/js/model/speech.js";
import { decisionsLine, moneyLine } from "../../src/puntobanco/web/static/js/model/status-lines.js";
import { CLASSIC, modelWith, seatWith } from "./samples.js";

/** @import { CoupDealt, Roads, TableEvent, Welcome } from "../../src/puntobanco/web/static/js/wire/frames.d.ts" */

/** @type {CoupDealt} */
const COUP = {
  kind: "coup_dealt",
  number: 58,
  at: 1,
  data: { number: 13, coup: "4h 3c / Ks 5d 9c", cut_after: null, last: false },
  facts: {
    dealt: {
      coup: "4h 3c / Ks 5d 9c",
      outcome: "player",
      player_total: 7,
      banker_total: 4,
      natural: false,
      naturals: [],
      squares: [],
      pairs: [],
      number: 13,
      position: 60,
    },
    steps: [
      {
        did: "dealt",
        side: "player",
        card: "4h",
        total: 4,
        words: { say: { normal: ["Player: four of hearts."] } },
      },
      {
        did: "ended",
        outcome: "player",
        player: 7,
        banker: 4,
        words: { aloud: { normal: ["Player wins."] } },
      },
    ],
    settled: { 3: { normal: ["You win $5."] }, others: { normal: ["Ada wins $5."] } },
  },
  words: { say: { normal: ["Coup 13."] }, aloud: { normal: [] } },
};

/** @type {TableEvent} */
const NEW_SHOE = { kind: "shoe_committed", number: 2, at: 1, data: { shoe: 2, commitment: "" } };

const SHOE = /** @type {Welcome["state"]} */ ({
  phase: "betting",
  shoe: 1,
  left: 356,
  cards: 416,
});

test("a welcome frame opens a model, in this machine's time", () => {
  const model = newModel("t");
  ok(!isOpen(model));
  const frame = {
    type: "welcome",
    table: "t",
    name: "Ada",
    seat: 3,
    number: 57,
    private: true,
    dealing: 15,
    house: CLASSIC,
    state: { ...SHOE, coups: [], last: null, seats: { 3: seatWith() } },
    roads: {},
    ceremony: { stage: null },
    room: { here: [3], watching: 0 },
    resync: false,
    missed: [],
    clock: { closes_in: 9000, opens_in: 1000, period: 15_000, more: 10, used: {}, said: [] },
    ready: { seats: [], waiting: [], waits: "", deals_in: 4000, said: [] },
  };
  applyWelcome(model, /** @type {Welcome} */ (/** @type {unknown} */ (frame)), 500);
  ok(isOpen(model) && model.isPrivate);
  deepEqual([model.clock.opensAt, model.clock.closesAt, model.ready.dealsAt], [1500, 9500, 4500]);
  ok(!("seats" in model.shoe) && model.shoe.left === 356);
});

test("an events frame changes what it names of seats, and frees those that are null", () => {
  const model = modelWith({ seats: { 3: seatWith(), 5: seatWith({ name: "Grace" }) } });
  applyState(model, { seats: { 3: { bankroll: 500 }, 5: null } });
  deepEqual(model.seats, { 3: seatWith({ bankroll: 500 }) });
  applyState(model, { table: { left: 350 } });
  deepEqual([model.shoe.left, model.shoe.phase], [350, "betting"]);
});

test("a stake changes its spot and what is left to bet, until nothing lies there", () => {
  const model = modelWith();
  const bet = { number: 1, at: 1, data: { seat: 3, key: "tie", stake: 500 } };
  const facts = { by: "Ada", total: 500, available: 99_500 };
  applyEvent(model, { ...bet, kind: "bet_placed", facts });
  applyEvent(model, {
    ...bet,
    kind: "bet_placed",
    facts: { ...facts, total: 1000, available: 99_000 },
  });
  const wagers = [{ key: "tie", stake: 1000, standing: false }];
  deepEqual(model.seats[3], seatWith({ wagers, staked: 1000, available: 99_000 }));
  applyEvent(model, {
    ...bet,
    kind: "bet_taken_back",
    facts: { ...facts, total: 0, available: 100_000 },
  });
  deepEqual(model.seats[3], seatWith());
});

test("a guest who leaves is no longer here, and watches", () => {
  const model = modelWith({ room: { here: [3, 5], watching: 1 } });
  applyEvent(model, { kind: "guest_left", number: 1, at: 1, data: { seat: 3, chips: 0 } });
  deepEqual([model.seat, model.room.here], [null, [5]]);
  applyEvent(model, { kind: "guest_sat", number: 2, at: 1, data: { seat: 7, name: "Grace" } });
  deepEqual(model.room, { here: [5, 7], watching: 0 });
});

test("a coup joins those of the shoe, and a new shoe clears them", () => {
  const model = modelWith();
  applyEvent(model, COUP);
  equal(model.coups.length, 1);
  equal(model.last?.coup, COUP.data.coup);
  applyEvent(model, NEW_SHOE);
  deepEqual([model.coups, model.last], [[], null]);
});

test("where every coup has a shoe of its own, the last board stays", () => {
  const model = modelWith({ house: { ...CLASSIC, every_coup: true } });
  applyEvent(model, COUP);
  applyEvent(model, NEW_SHOE);
  equal(model.last?.coup, COUP.data.coup);
});

test("the money of a coup is the guest's own, summed over bets", () => {
  const model = modelWith({ lastWin: 99, paid: { tie: { fate: "lost", earned: -1 } } });
  applyMoney(model, COUP);
  deepEqual([model.lastWin, model.paid], [null, {}]);
  const bet = {
    kind: /** @type {const} */ ("bet_settled"),
    number: 1,
    at: 1,
    facts: { by: "", pays: "" },
  };
  const [won, lost] = [
    { seat: 3, key: "player", stake: 500, earned: 500, fate: /** @type {const} */ ("won") },
    { seat: 3, key: "tie", stake: 500, earned: -500, fate: /** @type {const} */ ("lost") },
  ];
  for (const data of [won, lost, { ...won, seat: 5, key: "tie" }])
    applyMoney(model, { ...bet, data });
  equal(model.lastWin, 0);
  deepEqual(Object.keys(model.paid), ["player", "tie"]);
});

test("an own bet that is accepted is no longer pending nor refused, and only once", () => {
  const bet = { key: "banker", stake: 500 };
  const model = modelWith({ pending: [bet, { ...bet }], refusals: { banker: "No." } });
  applyOwnBet(model, bet);
  deepEqual([model.pending.length, model.refusals], [1, {}]);
});

test("stakes on a spot are told apart by whose they are", () => {
  const wagers = [
    { key: "banker", stake: 500, standing: true },
    { key: "tie", stake: 100, standing: false },
  ];
  const model = modelWith({
    seats: {
      3: seatWith({ wagers }),
      5: seatWith({ name: "Grace", wagers: [wagers[0]] }),
      6: seatWith(),
    },
    pending: [{ key: "banker", stake: 200 }],
  });
  deepEqual(stakesOn(model, "banker"), {
    mine: 500,
    standing: true,
    pending: 200,
    others: [{ seat: 5, name: "Grace", stake: 500 }],
  });
});

test("pending bets count as staked", () => {
  const model = modelWith({ pending: [{ key: "banker", stake: 200 }] });
  deepEqual(ownMoney(model), { available: 99_800, staked: 200 });
  deepEqual(ownMoney({ ...model, seat: null }), { available: 0, staked: 0 });
  equal(ownSeat({ ...model, seat: 9 }), null);
});

test("a guest bets while seated, connected, and nothing moves", () => {
  ok(canBet(modelWith()));
  for (const members of [
    { isUp: false },
    { seat: null },
    { shoe: { phase: /** @type {const} */ ("seeding") } },
    { house: { ...CLASSIC, limits: null } },
  ]) {
    ok(!canBet(modelWith(members)));
  }
  const model = modelWith();
  model.isDealing = true;
  ok(!canBet(model) && !canDeal(model));
});

test("at a clock only a guest who sits alone deals", () => {
  ok(canDealEver(modelWith({ dealing: 15 })));
  const two = { 3: seatWith(), 5: seatWith() };
  ok(!canDealEver(modelWith({ dealing: 15, seats: two })));
  ok(canDealEver(modelWith({ seats: two })));
});

test("a guest who cannot bet or deal learns why", () => {
  const reasons = [
    { isUp: false },
    { seat: null },
    { shoe: { phase: /** @type {const} */ ("closed") } },
    { shoe: {} },
    { house: { ...CLASSIC, limits: null } },
    {},
  ].map((members) => whyNot(modelWith(members)));
  deepEqual(reasons, [
    "Nothing was done: the line is down.",
    "Take a seat first.",
    "This table is closed.",
    "The shoe is being shuffled; a moment.",
    "This house takes no bets; just deal.",
    "At a table with a clock, the clock deals.",
  ]);
});

test("who is ready waits for the others, with the seconds left", () => {
  const model = modelWith();
  applyReady(model, { seats: [3], waiting: [5], waits: "waiting for Grace", deals_in: 9500 }, 100);
  ok(isWaiting(model) && !isWaiting({ ...model, seat: 5 }));
  equal(secondsLeft(model.ready, 100), 10);
  equal(waitingLine(model.ready, 8600), "Ready: waiting for Grace; the cards come in 1 second.");
  equal(secondsLeft(model.ready, 99_999), 0);
  equal(secondsLeft({ ...model.ready, dealsAt: null }, 0), null);
});

test("the clock shows whole seconds, and what comes first", () => {
  const model = modelWith({ dealing: 15 });
  equal(clockDisplay(model, 0), null);
  const clock = { closes_in: 20_000, opens_in: 5_000, period: 15_000, more: 1, used: {}, said: [] };
  applyClock(model, clock, 1000);
  deepEqual(
    [clockDisplay(model, 1000)?.number, clockDisplay(model, 1000)?.text],
    ["", "Bets are open"],
  );
  equal(clockDisplay({ ...model, isMoving: true }, 1000)?.text, "Then 15 s to bet");
  const late = clockDisplay(model, 16_500);
  deepEqual(
    [late?.number, late?.text, late?.isShort, late?.isFresh, late?.canLengthen],
    ["5", " s to bet", true, false, true],
  );
  applyClock(model, { ...clock, used: { 3: 1 } }, 1000);
  equal(clockDisplay(model, 1000)?.canLengthen, false);
  equal(clockDisplay(model, 99_000)?.part, 0);
});

test("words of the clock are due when so much is left, and the last ones come with the cards", () => {
  const said = [15_000, 5000, 0].map((left) => ({ left, words: {} }));
  const model = modelWith();
  applyClock(model, { closes_in: 15_000, said }, 0);
  deepEqual(dueWords(model.clock, 15_000), [said[0]]);
  deepEqual(dueWords(model.clock, 0), [said[0], said[1]]);
});

test("words are the guest's own where there are any, and by ear where there are others", () => {
  const words = {
    say: { normal: ["Ada, bet."] },
    say_own: { normal: ["Bet."] },
    aloud: { normal: [] },
  };
  deepEqual(writtenLines(words, "normal", true), ["Bet."]);
  deepEqual(writtenLines(words, "normal"), ["Ada, bet."]);
  deepEqual(writtenLines(words, "terse"), []);
  deepEqual(spokenLines(words, "normal", true), ["Bet."]);
  deepEqual(spokenLines(words, "normal"), []);
  deepEqual(writtenLines(undefined, "normal"), []);
});

test("a coup is heard part by part, and its money by who had bets", () => {
  deepEqual(spokenCoup(COUP, "normal"), ["Player: four of hearts.", "Player wins."]);
  deepEqual(spokenMoney(COUP, "normal", 3), ["You win $5."]);
  deepEqual(spokenMoney(COUP, "normal", null), ["Ada wins $5."]);
  const unpaid = { ...COUP, facts: { ...COUP.facts, settled: {} } };
  deepEqual(spokenMoney(unpaid, "normal", null), []);
});

test("the shoe empties card by card and announces its end", () => {
  const model = modelWith();
  deepEqual(shoeDisplay(model, null), {
    fullness: 356 / 416,
    cardsLeft: 356,
    isCut: false,
    ribbon: null,
  });
  deepEqual(shoeDisplay(model, { dealt: 4, isCut: true, isLast: false }), {
    fullness: 352 / 416,
    cardsLeft: 352,
    isCut: true,
    ribbon: "One more coup",
  });
  equal(
    shoeDisplay(
      modelWith({ shoe: { phase: "betting", left: 10, cards: 416, cut_card_out: true } }),
      null,
    ).ribbon,
    "Last coup",
  );
  for (const burned of [
    { burned: "9h", hidden: 0 },
    { burned: null, hidden: 8 },
  ]) {
    const burning = modelWith({ shoe: { phase: "seeding", left: 408, cards: 416, ...burned } });
    equal(shoeDisplay(burning, null).fullness, 408 / 416);
  }
  const over = modelWith({
    shoe: { phase: "no shoe", left: 10, cards: 416 },
    last: COUP.facts.dealt,
  });
  equal(shoeDisplay(over, null).ribbon, "End of the shoe");
  equal(shoeDisplay({ ...over, house: { ...CLASSIC, every_coup: true } }, null).cardsLeft, null);
});

test("the call says what a guest waits for", () => {
  const calls = [
    modelWith(),
    modelWith({ house: { ...CLASSIC, limits: null } }),
    modelWith({ last: COUP.facts.dealt }),
    modelWith({ shoe: { phase: "seeding" } }),
    modelWith({ shoe: { phase: "no shoe" } }),
    modelWith({ shoe: { phase: "no shoe" }, room: { here: [3], watching: 0 } }),
    modelWith({ shoe: { phase: "closed" }, last: COUP.facts.dealt }),
  ].map(idleCall);
  deepEqual(calls, [
    "Place your bets",
    "Ready to deal",
    "Player wins",
    "Shuffling the shoe",
    "Waiting for guests",
    "Shuffling",
    "This table is closed",
  ]);
});

test("money and decisions are said on request", () => {
  const wagers = [{ key: "banker", stake: 500, standing: true }];
  const model = modelWith({ seats: { 3: seatWith({ wagers, staked: 500, available: 99_500 }) } });
  equal(moneyLine(model), "Left to bet: $995. Staked: $5: $5 on Banker, standing.");
  equal(moneyLine({ ...model, seat: null }), "You are watching, without chips.");
  equal(decisionsLine(model), "Decisions: none since the shuffle.");
  equal(
    decisionsLine({ roads: /** @type {Roads} */ ({ decisions: "BPT" }) }),
    "Decisions, oldest first: B P T.",
  );
});
