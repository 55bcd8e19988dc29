import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { boardOf, EMPTY_BOARD } from "#page/model/board.js";
import { clockDisplay, dueCalls, shoeDisplay } from "#page/model/displays.js";
import { evolve } from "#page/model/evolve.js";
import { hasNewCoups } from "#page/model/model.js";
import {
  canBet,
  canDeal,
  canDealEver,
  canSkip,
  isWaiting,
  NOBODY_READY,
  readyFrom,
  secondsLeft,
  waitingMessage,
  whyNot,
} from "#page/model/permissions.js";
import { isOutOfChips, ownMoney, ownSeat } from "#page/model/seats.js";
import {
  decisionsMessage,
  idleCall,
  moneyMessage,
  saidOnRequest,
} from "#page/model/status-lines.js";
import { textOf, words } from "#page/words/words.js";
import "./english.js";
import { CLASSIC, CLOCK, COUP, modelWith, seatWith } from "./samples.js";

/** @import { Model } from "#page/model/model.js" */
/** @import { Roads, WireMessage, Seat } from "#page/wire/frames.d.ts" */

test("panels reload after a coup, but not while it is shown", () => {
  const asked = modelWith({ coups: [] });
  ok(hasNewCoups(asked, null));
  ok(!hasNewCoups({ ...asked, seats: {} }, asked));
  const dealt = { ...asked, coups: [COUP.facts.dealt] };
  ok(hasNewCoups(dealt, asked));
  ok(!hasNewCoups({ ...dealt, showing: "coup" }, asked));
  ok(hasNewCoups({ ...asked, shoe: { ...asked.shoe, phase: "no shoe" } }, asked));
});

test("pending bets count as staked", () => {
  const model = modelWith({ pending: [{ key: "banker", stake: 200 }] });
  deepEqual(ownMoney(model), { available: 99_800, staked: 200 });
  deepEqual(ownMoney({ ...model, seat: null }), { available: 0, staked: 0 });
  equal(ownSeat({ ...model, seat: 9 }), null);
});

test("a guest can bet if seated and connected, and if nothing is being shown", () => {
  ok(canBet(modelWith()));
  for (const members of [
    { isUp: false },
    { seat: null },
    { shoe: { phase: /** @type {const} */ ("seeding") } },
    { house: { ...CLASSIC, limits: null } },
  ]) {
    ok(!canBet(modelWith(members)));
  }
  for (const showing of /** @type {const} */ (["coup", "shoe"])) {
    const model = modelWith({ showing });
    ok(!canBet(model) && !canDeal(model));
  }
});

test("the deal button skips only after a while, so that a double press doesn't", () => {
  const model = evolve(modelWith(), { type: "shown", what: "coup" }, 5_000);
  ok(!canSkip(model, 5_400));
  const later = evolve(model, { type: "shown", what: "coup" }, 5_900);
  ok(canSkip(later, 6_100));
  ok(!canSkip(evolve(later, { type: "shown", what: null }, 7_000), 9_000));
});

test("only the guests that the server names can deal", () => {
  const ready = { ...NOBODY_READY, dealers: [3, 5] };
  ok(canDealEver(modelWith({ ready })));
  ok(!canDealEver(modelWith({ ready: NOBODY_READY })));
  ok(!canDealEver(modelWith({ ready, seat: null })));
});

test("a guest who cannot bet or deal gets a reason", () => {
  const reasons = [
    { isUp: false },
    { seat: null },
    { seat: null, shoe: { phase: /** @type {const} */ ("closed") } },
    { shoe: {} },
    { isBuying: true },
    { showing: /** @type {const} */ ("coup") },
    { showing: /** @type {const} */ ("shoe") },
    { house: { ...CLASSIC, limits: null } },
    {},
  ].map((members) => words(whyNot(modelWith(members))));
  deepEqual(reasons, [
    "Nothing happened: the connection is lost.",
    "Take a seat first.",
    "This table is closed.",
    "The shoe is being shuffled. Try again in a moment.",
    "The shoe is being shuffled. Try again in a moment.",
    "Bets open after this coup.",
    "The shoe is being shuffled. Try again in a moment.",
    "This house takes no bets: just deal.",
    "This table deals by the clock.",
  ]);
});

test("a ready guest waits for the others, with the seconds left", () => {
  /** @type {WireMessage} */
  const waits = ["ready.waits", { names: [["Grace", 5]] }, 4095];
  const frame = { dealers: [3, 5], seats: [3], waiting: [5], waits, deals_in: 9500 };
  const model = modelWith({ ready: readyFrom(frame, 100) });
  ok(isWaiting(model) && !isWaiting({ ...model, seat: 5 }));
  equal(secondsLeft(model.ready, 100), 10);
  equal(
    textOf(waitingMessage(model.ready, 8600)),
    "Ready: waiting for Grace; dealing starts in 1 second.",
  );
  equal(textOf(waitingMessage({ ...model.ready, dealsAt: null }, 0)), "Ready: waiting for Grace.");
  equal(secondsLeft(model.ready, 99_999), 0);
  equal(secondsLeft({ ...model.ready, dealsAt: null }, 0), null);
});

test("the clock shows whole seconds, or what it waits for", () => {
  const silent = modelWith({ dealing: 15 });
  equal(clockDisplay(silent, 0), null);
  const clock = { ...CLOCK, closes_in: 20_000, opens_in: 5_000, period: 15_000, more: 1 };
  const model = evolve(silent, clock, 1000);
  deepEqual(
    [clockDisplay(model, 1000)?.number, clockDisplay(model, 1000)?.text],
    ["", "Bets are open"],
  );
  equal(clockDisplay({ ...model, showing: "coup" }, 1000)?.text, "Then 15 s to bet");
  const late = clockDisplay(model, 16_500);
  deepEqual(
    [late?.number, late?.text, late?.isShort, late?.isFresh, late?.canLengthen],
    ["5", " s to bet", true, false, true],
  );
  const used = evolve(model, { ...clock, used: { 3: 1 } }, 1000);
  equal(clockDisplay(used, 1000)?.canLengthen, false);
  equal(clockDisplay(model, 99_000)?.part, 0);
});

test("calls of the clock are due by the time left, and the last comes with the cards", () => {
  const said = [15_000, 5000, 0].map((left) => ({ left, said: [] }));
  const model = evolve(modelWith(), { ...CLOCK, closes_in: 15_000, said }, 0);
  deepEqual(dueCalls(model.clock, 15_000), [said[0]]);
  deepEqual(dueCalls(model.clock, 0), [said[0], said[1]]);
});

test("the shoe empties card by card and announces its end", () => {
  const model = modelWith();
  deepEqual(shoeDisplay(model), {
    fullness: 356 / 416,
    cardsLeft: 356,
    isCut: false,
    ribbon: null,
  });
  const coming = { dealt: 4, isCut: true, isLast: false };
  deepEqual(shoeDisplay({ ...model, board: { ...EMPTY_BOARD, coming } }), {
    fullness: 352 / 416,
    cardsLeft: 352,
    isCut: true,
    ribbon: "page.ribbon.more",
  });
  equal(
    shoeDisplay(
      modelWith({
        shoe: { phase: "betting", left: 10, cards: 416, cut_card_out: true, last_coup: true },
      }),
    ).ribbon,
    "page.ribbon.last",
  );
  for (const burned of [
    { burned: "9h", hidden: 0 },
    { burned: null, hidden: 8 },
  ]) {
    const burning = modelWith({ shoe: { phase: "seeding", left: 408, cards: 416, ...burned } });
    equal(shoeDisplay(burning).fullness, 408 / 416);
  }
  const over = modelWith({
    shoe: { phase: "no shoe", left: 10, cards: 416 },
    last: COUP.facts.dealt,
  });
  equal(shoeDisplay(over).ribbon, "page.ribbon.end");
  equal(shoeDisplay({ ...over, house: { ...CLASSIC, every_coup: true } }).cardsLeft, null);
});

test("the call says what comes next", () => {
  const calls = [
    modelWith(),
    modelWith({ house: { ...CLASSIC, limits: null } }),
    modelWith({ last: COUP.facts.dealt, board: boardOf(COUP.facts.dealt, []) }),
    modelWith({ last: COUP.facts.dealt }),
    modelWith({ last: COUP.facts.dealt, shoe: { phase: "no shoe" } }),
    modelWith({ shoe: { phase: "seeding" } }),
    modelWith({ shoe: { phase: "no shoe" } }),
    modelWith({ shoe: { phase: "no shoe" }, room: { here: [3], watching: 0, spectators: [] } }),
    modelWith({ shoe: { phase: "closed" }, last: COUP.facts.dealt }),
    modelWith({ shoe: { phase: "closed" }, closing: ["closing.by_house", {}, 0] }),
  ].map(idleCall);
  deepEqual(calls, [
    "Place your bets",
    "Ready to deal",
    "Player wins, 7 over 4",
    "Place your bets",
    "Player wins, 7 over 4",
    "Shuffling the shoe",
    "Take a seat to begin",
    "Shuffling",
    "This table is closed",
    "The house has closed this table",
  ]);
});

test("money and decisions are said on request", () => {
  const wagers = [{ key: "banker", stake: 500, standing: true }];
  const model = modelWith({ seats: { 3: seatWith({ wagers, staked: 500, available: 99_500 }) } });
  equal(textOf(moneyMessage(model)), "Left to bet: $995. Staked: $5: $5 on Banker, standing.");
  equal(textOf(moneyMessage({ ...model, seat: null })), "You are watching, without chips.");
  equal(textOf(decisionsMessage(model)), "Decisions: none since the shuffle.");
  equal(
    textOf(decisionsMessage({ roads: /** @type {Roads} */ ({ decisions: "BPT" }) })),
    "Decisions, oldest first: B P T.",
  );
});

test("a guest is out of chips below the smallest stake, unless some lie on the felt", () => {
  /** @param {Partial<Seat>} members */
  const isOut = (members) => isOutOfChips(modelWith({ seats: { 3: seatWith(members) } }));
  deepEqual(
    [{ bankroll: 0 }, { bankroll: 99 }, { bankroll: 100 }, { bankroll: 100, available: 0 }].map(
      isOut,
    ),
    [true, true, false, false],
  );
  ok(!isOutOfChips(modelWith({ seat: null })));
  ok(
    !isOutOfChips(
      modelWith({ seats: { 3: seatWith({ bankroll: 0 }) }, house: { ...CLASSIC, limits: null } }),
    ),
  );
});

test("the last result is said again, with what it brought", () => {
  const last = COUP.facts.dealt;
  /** @param {Partial<Model>} members */
  const again = (members) => saidOnRequest("again", modelWith(members), 0).map(textOf);
  deepEqual(again({}), ["No coup has been dealt since the shuffle."]);
  deepEqual(again({ last }), ["Player wins, 7 over 4."]);
  deepEqual(again({ last, results: { 3: 500 } }), ["Player wins, 7 over 4.", "You won $5."]);
  deepEqual(again({ last, results: { 3: -250 } }), ["Player wins, 7 over 4.", "You lost $2.50."]);
  const naturals = { ...last, outcome: /** @type {const} */ ("tie"), banker_total: 8 };
  deepEqual(again({ last: naturals, results: { 3: 0 } }), [
    "Tie, 7 and 8: égalité, tie bets win; in this house two naturals tie.",
    "You broke even.",
  ]);
});

test("the time left is said on request", () => {
  const clock = { opensAt: 1_000, closesAt: 16_000, period: 15_000, more: 0, used: {}, said: [] };
  /** @type {(members: Partial<Model>, now: number) => string[]} */
  const time = (members, now) => saidOnRequest("time", modelWith(members), now).map(textOf);
  deepEqual(time({}, 0), ["No clock is running."]);
  deepEqual(time({ clock }, 0), ["Bets open in a moment, for 15 seconds."]);
  deepEqual(time({ clock }, 7_500), ["Time: 9 seconds left."]);
  /** @type {WireMessage} */
  const waits = ["ready.waits", { names: [["Grace", 5]] }, 4095];
  const ready = { ...NOBODY_READY, seats: [3], waiting: [5], waits, dealsAt: 4_000 };
  deepEqual(time({ ready }, 0), ["Ready: waiting for Grace; dealing starts in 4 seconds."]);
  deepEqual(saidOnRequest("deal", modelWith(), 0), []);
});
