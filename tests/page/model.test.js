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

/** @import { CoupDealt, Roads, WelcomeFrame } from "../../src/puntobanco/web/static/js/wire/frames.d.ts" */

/** @type {CoupDealt} */
const COUP = {
  kind: "coup_dealt",
  number: 58,
  coup_number: 13,
  coup: "4h 3c / Ks 5d 9c",
  outcome: "player",
  player_total: 7,
  banker_total: 4,
  natural: false,
  cut_after: null,
  last: false,
  position: 60,
  say: { normal: ["Coup 13.", "Player 7."] },
  aloud: { normal: [] },
  story: [
    { did: "dealt", side: "player", card: "4h", say: { normal: ["Player: four of hearts."] } },
    { did: "ended", outcome: "player", player: 7, banker: 4, aloud: { normal: ["Player wins."] } },
  ],
  settled: { 3: { normal: ["You win $5."] }, others: { normal: ["Ada wins $5."] } },
};

const SHOE = /** @type {WelcomeFrame["state"]} */ ({
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
  applyWelcome(model, /** @type {WelcomeFrame} */ (/** @type {unknown} */ (frame)), 500);
  ok(isOpen(model) && model.isPrivate);
  deepEqual([model.clock.opensAt, model.clock.closesAt, model.ready.dealsAt], [1500, 9500, 4500]);
  ok(!("seats" in model.shoe) && model.shoe.left === 356);
});

test("an events frame changes the seats it names, and frees those that are null", () => {
  const model = modelWith({ seats: { 3: seatWith(), 5: seatWith({ name: "Grace" }) } });
  applyState(model, { seats: { 3: seatWith({ staked: 500 }), 5: null } });
  deepEqual([Object.keys(model.seats), model.seats[3].staked], [["3"], 500]);
});

test("a guest who leaves is no longer here, and watches", () => {
  const model = modelWith({ room: { here: [3, 5], watching: 1 } });
  applyEvent(model, { kind: "guest_left", number: 1, seat: 3, chips: 0 });
  deepEqual([model.seat, model.room.here], [null, [5]]);
  applyEvent(model, { kind: "guest_sat", number: 2, seat: 7, name: "Grace" });
  deepEqual(model.room, { here: [5, 7], watching: 0 });
});

test("a coup joins those of the shoe, and a new shoe clears them", () => {
  const model = modelWith();
  applyEvent(model, COUP);
  equal(model.coups.length, 1);
  equal(model.last?.coup, COUP.coup);
  applyEvent(model, { kind: "shoe_committed", number: 2, shoe: 2, commitment: "" });
  deepEqual([model.coups, model.last], [[], null]);
});

test("where every coup has a shoe of its own, the last board stays", () => {
  const model = modelWith({ house: { ...CLASSIC, every_coup: true } });
  applyEvent(model, COUP);
  applyEvent(model, { kind: "shoe_committed", number: 2, shoe: 2, commitment: "" });
  equal(model.last?.coup, COUP.coup);
});

test("the money of a coup is the guest's own, summed over bets", () => {
  const model = modelWith({ lastWin: 99, paid: { tie: { fate: "lost", earned: -1 } } });
  applyMoney(model, COUP);
  deepEqual([model.lastWin, model.paid], [null, {}]);
  const bet = /** @type {const} */ ({ kind: "bet_settled", number: 1, stake: 500 });
  applyMoney(model, { ...bet, seat: 3, key: "player", earned: 500, fate: "won" });
  applyMoney(model, { ...bet, seat: 3, key: "tie", earned: -500, fate: "lost" });
  applyMoney(model, { ...bet, seat: 5, key: "tie", earned: 4000, fate: "won" });
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
  applyReady(
    model,
    { seats: [3], waiting: [5], waits: "waiting for Grace", deals_in: 9500, said: [] },
    100,
  );
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
  equal(clockDisplay(model, 1000)?.text, "Bets are open");
  equal(clockDisplay({ ...model, isMoving: true }, 1000)?.text, "Then 15 s to bet");
  const late = clockDisplay(model, 16_500);
  deepEqual(
    [late?.text, late?.isShort, late?.isFresh, late?.canLengthen],
    ["5 s to bet", true, false, true],
  );
  applyClock(model, { ...clock, used: { 3: 1 } }, 1000);
  equal(clockDisplay(model, 1000)?.canLengthen, false);
  equal(clockDisplay(model, 99_000)?.part, 0);
});

test("words of the clock are due when so much is left, and the last ones come with the cards", () => {
  const said = [{ left: 15_000 }, { left: 5000 }, { left: 0 }];
  const model = modelWith();
  applyClock(model, { closes_in: 15_000, said }, 0);
  deepEqual(dueWords(model.clock, 15_000), [said[0]]);
  deepEqual(dueWords(model.clock, 0), [said[0], said[1]]);
});

test("words are the guest's own where there are any, and by ear where there are others", () => {
  const event = {
    seat: 3,
    say: { normal: ["Ada, bet."] },
    say_own: { normal: ["Bet."] },
    aloud: { normal: [] },
  };
  deepEqual(writtenLines(event, "normal", 3), ["Bet."]);
  deepEqual(writtenLines(event, "normal", 5), ["Ada, bet."]);
  deepEqual(writtenLines(event, "terse", 5), []);
  deepEqual(spokenLines(event, "normal", 3), ["Bet."]);
  deepEqual(spokenLines(event, "normal", 5), []);
});

test("a coup is heard part by part, and its money by who had bets", () => {
  deepEqual(spokenCoup(COUP, "normal"), ["Player: four of hearts.", "Player wins."]);
  deepEqual(spokenMoney(COUP, "normal", 3), ["You win $5."]);
  deepEqual(spokenMoney(COUP, "normal", null), ["Ada wins $5."]);
  deepEqual(spokenMoney({ settled: {} }, "normal", null), []);
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
  const over = modelWith({ shoe: { phase: "no shoe", left: 10, cards: 416 }, last: COUP });
  equal(shoeDisplay(over, null).ribbon, "End of the shoe");
  equal(shoeDisplay({ ...over, house: { ...CLASSIC, every_coup: true } }, null).cardsLeft, null);
});

test("the call says what a guest waits for", () => {
  const calls = [
    modelWith(),
    modelWith({ house: { ...CLASSIC, limits: null } }),
    modelWith({ last: COUP }),
    modelWith({ shoe: { phase: "seeding" } }),
    modelWith({ shoe: { phase: "no shoe" } }),
    modelWith({ shoe: { phase: "no shoe" }, room: { here: [3], watching: 0 } }),
    modelWith({ shoe: { phase: "closed" }, last: COUP }),
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
