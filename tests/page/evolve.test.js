/** The model is a fold. Every test freezes its inputs, so that writing in place fails. */

import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { test } from "node:test";
import { boardOf, EMPTY_BOARD } from "#page/model/board.js";
import { evolve, ModelWriter } from "#page/model/evolve.js";
import { isOpen, newModel } from "#page/model/model.js";
import { canBet } from "#page/model/permissions.js";
import { isOutOfChips } from "#page/model/seats.js";
import { CLASSIC, CLOCK, COUP, modelWith, seatWith } from "./samples.js";

/** @import { Change } from "#page/model/evolve.js" */
/** @import { Model } from "#page/model/model.js" */
/** @import { Message } from "#page/words/catalogue.js" */
/** @import { BetPlaced, BetSettled, WireMessage, Seat, TableEvent, Welcome } from "#page/wire/frames.d.ts" */

/** @type {TableEvent} */
const NEW_SHOE = { kind: "shoe_committed", number: 2, at: 1, data: { shoe: 2, commitment: "" } };

const SHOE = /** @type {Welcome["state"]} */ ({
  phase: "betting",
  shoe: 1,
  left: 356,
  cards: 416,
});

const WELCOME = /** @type {Welcome} */ (
  /** @type {unknown} */ ({
    type: "welcome",
    protocol: 0,
    table: "t",
    name: "Ada",
    seat: 3,
    number: 57,
    private: true,
    dealing: 15,
    house: CLASSIC,
    state: { ...SHOE, coups: [], last: null, won: [], seats: { 3: seatWith() } },
    roads: {},
    ceremony: { stage: null },
    room: { here: [3], watching: 0, spectators: [] },
    resync: false,
    missed: [],
    clock: { ...CLOCK, closes_in: 9000, opens_in: 1000, period: 15_000 },
    ready: { seats: [], waiting: [], waits: null, deals_in: 4000, said: [] },
  })
);

test("a guest who sits down is neither out of chips nor asked to bet until the chips have come", () => {
  /** @type {TableEvent} */
  const bought = { kind: "bought_in", number: 2, at: 1, data: { seat: 3, chips: 100_000 } };
  const empty = modelWith({ seats: { 3: seatWith({ bankroll: 0, available: 0 }) } });
  ok(isOutOfChips(empty));
  const waiting = after(empty, { type: "buying", isBuying: true });
  ok(!isOutOfChips(waiting) && !canBet(waiting));
  const other = { ...bought, data: { seat: 4, chips: 100_000 } };
  ok(after(waiting, { type: "events", events: [other] }).isBuying);
  const paid = after(waiting, { type: "events", events: [bought], seats: { 3: seatWith() } });
  ok(canBet(paid) && !isOutOfChips(paid));
  ok(isOutOfChips(after(waiting, { type: "buying", isBuying: false }))); // Refused.
});

/** @type {WireMessage} */
const FULL = ["trouble.log", {}, 4095];
/** @type {WireMessage} */
const BYE = ["closing.house", {}, 4095];

/** @type {BetPlaced} */
const BET = {
  kind: "bet_placed",
  number: 1,
  at: 1,
  data: { seat: 3, key: "tie", stake: 500 },
  facts: { by: "Ada", total: 500, available: 99_500 },
};

/** @type {BetSettled} */
const WON = {
  kind: "bet_settled",
  number: 1,
  at: 1,
  data: { seat: 3, key: "player", stake: 500, earned: 500, fate: "won" },
  facts: { by: "", pays: "" },
};

/**
 * Return a deeply frozen value.
 * @template Value
 * @param {Value} value
 * @returns {Value}
 */
function frozen(value) {
  if (value && typeof value === "object") {
    Object.freeze(value);
    for (const each of Object.values(value)) frozen(each);
  }
  return value;
}

/** @type {(model: Model, ...changes: Change[]) => Model} */
function after(model, ...changes) {
  return changes.reduce((each, change) => evolve(frozen(each), frozen(change), 500), model);
}

/** @param {TableEvent[]} events */
const shown = (...events) => ({ type: /** @type {const} */ ("events"), events });

test("a welcome frame opens a model, in this machine's time", () => {
  ok(!isOpen(newModel("t")));
  const model = after(newModel("t"), WELCOME);
  ok(isOpen(model) && model.isPrivate);
  deepEqual([model.clock.opensAt, model.clock.closesAt, model.ready.dealsAt], [1500, 9500, 4500]);
  ok(!("seats" in model.shoe) && model.shoe.left === 356);
  equal(model.number, 57);
});

test("a welcome keeps the values that have not changed", () => {
  const model = evolve(newModel("t"), WELCOME, 0);
  const again = evolve(model, structuredClone(WELCOME), 0);
  for (const part of /** @type {const} */ (["house", "shoe", "coups", "seats", "roads", "room"]))
    equal(again[part], model[part]);
  const { state } = WELCOME;
  const later = evolve(model, { ...WELCOME, state: { ...state, left: 350 } }, 0);
  equal(later.shoe.left, 350);
  equal(later.seats, model.seats);
});

test("events keep the shoe's value unless they change it", () => {
  const model = evolve(newModel("t"), WELCOME, 0);
  const { left } = model.shoe;
  equal(evolve(model, { type: "events", events: [], number: 58 }, 0).shoe, model.shoe);
  equal(evolve(model, { type: "events", events: [], table: { left } }, 0).shoe, model.shoe);
  equal(evolve(model, { type: "events", events: [], table: { left: 350 } }, 0).shoe.left, 350);
});

test("a welcome frame ends the show and the trouble", () => {
  const last = COUP.facts.dealt;
  const moved = modelWith({ showing: "coup", time: 300, trouble: FULL, closing: BYE });
  const model = after(moved, { ...WELCOME, state: { ...WELCOME.state, last } });
  deepEqual([model.showing, model.time, model.trouble, model.closing], [null, 0, null, null]);
  deepEqual(model.board, boardOf(last, []));
});

test("the last coup's money and the secret follow from the missed events, if known", () => {
  const paid = { tie: { fate: /** @type {const} */ ("lost"), earned: -1 } };
  const known = modelWith({ results: { 3: 99 }, board: { ...EMPTY_BOARD, paid }, revealed: "old" });
  const back = { ...WELCOME, state: { ...WELCOME.state, last: COUP.facts.dealt } };
  const quiet = after(known, back);
  deepEqual([quiet.results, quiet.board.paid, quiet.revealed], [{ 3: 99 }, paid, "old"]);
  const dealt = after(known, { ...back, missed: [NEW_SHOE, COUP, WON] });
  deepEqual([dealt.results, dealt.revealed], [{ 3: 500 }, null]);
  deepEqual(dealt.board.paid, { player: { fate: "won", earned: 500 } });
  const unknown = after(known, { ...back, resync: true });
  deepEqual([unknown.results, unknown.board.paid, unknown.revealed], [{}, {}, null]);
});

test("an events frame updates the seats it names, and frees those that are null", () => {
  const model = modelWith({ seats: { 3: seatWith(), 5: seatWith({ name: "Grace" }) } });
  const seats = { 3: { bankroll: 500 }, 5: null };
  const changed = after(model, { type: "events", number: 9, events: [], seats });
  deepEqual(changed.seats, { 3: seatWith({ bankroll: 500 }) });
  const moved = after(model, { type: "events", number: 9, events: [], table: { left: 350 } });
  deepEqual([moved.shoe.left, moved.shoe.phase, moved.number], [350, "betting", 9]);
});

test("a frame in parts is the same as the whole", () => {
  const whole = {
    ...shown(BET, COUP, WON, NEW_SHOE),
    number: 9,
    seats: { 5: seatWith({ name: "Grace" }) },
    table: { left: 350 },
  };
  const parts = whole.events.map((event) => shown(event));
  const model = modelWith();
  deepEqual(after(model, ...parts, { ...whole, events: [] }), after(model, whole));
});

test("a stake changes its spot and the money left to bet", () => {
  const more = { ...BET, facts: { ...BET.facts, total: 1000, available: 99_000 } };
  const model = after(modelWith(), shown(BET, more));
  const wagers = [{ key: "tie", stake: 1000, standing: false }];
  deepEqual(model.seats[3], seatWith({ wagers, staked: 1000, available: 99_000 }));
  const back = { ...BET, facts: { ...BET.facts, total: 0, available: 100_000 } };
  const cleared = after(model, shown({ ...back, kind: "bet_taken_back" }));
  deepEqual(cleared.seats[3], seatWith());
});

test("a stake of an unknown seat is left to the frame", () => {
  const bet = { ...BET, data: { ...BET.data, seat: 7 } };
  deepEqual(Object.keys(after(modelWith(), shown(bet)).seats), ["3"]);
});

test("a guest who leaves becomes a spectator", () => {
  const model = modelWith({
    room: { here: [3, 5], watching: 2, spectators: ["Alan", "Grace"] },
    results: { 3: 500, 5: 100 },
  });
  const left = after(
    model,
    shown({ kind: "guest_left", number: 1, at: 1, data: { seat: 3, chips: 0 } }),
  );
  deepEqual([left.seat, left.room.here, left.results], [null, [5], { 5: 100 }]);
  const sat = after(
    left,
    shown({ kind: "guest_sat", number: 2, at: 1, data: { seat: 7, name: "Grace" } }),
  );
  deepEqual(sat.room, { here: [5, 7], watching: 1, spectators: ["Alan"] });
  equal(after(sat, { type: "seated", seat: 9 }).seat, 9);
});

test("a coup joins those of the shoe, and a new shoe clears them", () => {
  const dealt = after(modelWith(), shown(COUP));
  deepEqual(dealt.coups, [COUP.facts.dealt]);
  equal(dealt.last?.coup, COUP.data.coup);
  const cleared = after(dealt, shown(NEW_SHOE));
  deepEqual([cleared.coups, cleared.last, cleared.board], [[], null, EMPTY_BOARD]);
});

test("the last coup after an event equals that of a welcome", () => {
  const { number: _, position: __, ...last } = COUP.facts.dealt;
  deepEqual(after(modelWith(), shown(COUP)).last, last);
});

test("if every coup has its own shoe, the last board stays", () => {
  const model = modelWith({ house: { ...CLASSIC, every_coup: true } });
  equal(after(model, shown(COUP, NEW_SHOE)).last?.coup, COUP.data.coup);
});

test("a secret stays until the next shoe", () => {
  const revealed = shown({
    kind: "shoe_revealed",
    number: 1,
    at: 1,
    data: { shoe: 1, secret: "s" },
  });
  const model = after(modelWith(), revealed);
  deepEqual([model.revealed, after(model, shown(NEW_SHOE)).revealed], ["s", null]);
});

test("a coup's result is the sum over the bets of each seat", () => {
  const paid = { tie: { fate: /** @type {const} */ ("lost"), earned: -1 } };
  const before = modelWith({ results: { 3: 99 }, board: { ...EMPTY_BOARD, paid } });
  const model = after(before, shown(COUP));
  deepEqual([model.results, model.board.paid], [{}, {}]);
  /** @type {BetSettled} */
  const lost = { ...WON, data: { ...WON.data, key: "tie", earned: -500, fate: "lost" } };
  const others = { ...WON, data: { ...WON.data, seat: 5, key: "tie" } };
  const settled = after(model, shown(WON, lost, others));
  deepEqual(settled.results, { 3: 0, 5: 500 });
  deepEqual(Object.keys(settled.board.paid), ["player", "tie"]);
});

test("a bet is pending until it is answered or placed", () => {
  const bet = { key: "tie", stake: 500 };
  const model = after(modelWith({ refusals: { banker: "No." } }), { type: "bet", bet });
  deepEqual([model.pending, model.refusals], [[bet], {}]);
  const lies = after({ ...model, pending: [bet, { ...bet }] }, shown(BET));
  equal(lies.pending.length, 1);
  const others = { ...BET, data: { ...BET.data, seat: 5 } };
  equal(after(model, shown(others)).pending.length, 1);
  const [answered, refused] = [null, "No."].map((refusal) =>
    after(model, { type: "answered", bet, refusal }),
  );
  deepEqual([answered.pending, answered.refusals], [[], {}]);
  deepEqual([refused.pending, refused.refusals], [[], { tie: "No." }]);
  deepEqual(after(refused, { type: "asked" }).refusals, {});
  deepEqual(after(refused, shown(BET)).refusals, {});
});

test("too large a stake offers what fits, until the guest does something else", () => {
  const bet = { key: "banker", stake: 2_000_000 };
  const seats = { 3: seatWith({ available: 7_550 }) };
  const asked = after(modelWith({ seats }), { type: "bet", bet });
  const refused = after(asked, { type: "answered", bet, refusal: "No.", isTooMuch: true });
  deepEqual([refused.refusals, refused.offers], [{ banker: "No." }, { banker: 7_500 }]);
  const others = after(asked, { type: "answered", bet, refusal: "No." });
  deepEqual([others.refusals, others.offers], [{ banker: "No." }, {}]);
  const placed = { ...BET, data: { seat: 3, key: "banker", stake: 7_500 } };
  for (const next of [
    after(refused, { type: "asked" }),
    after(refused, { type: "bet", bet }),
    after(refused, { type: "shown", what: "coup" }),
    after(refused, shown(placed)),
    after(refused, shown(COUP)),
  ])
    deepEqual(next.offers, {});
});

test("a board rests once nothing is shown of it", () => {
  const board = {
    ...boardOf(COUP.facts.dealt, ["player"]),
    call: /** @type {Message} */ (["page.call.coup", { coup: 13 }]),
    coming: { dealt: 5, isCut: false, isLast: false },
    paying: [WON.data],
  };
  const begun = after(modelWith({ refusals: { tie: "No." } }), {
    type: "shown",
    what: "coup",
    board,
  });
  deepEqual([begun.showing, begun.board, begun.refusals], ["coup", board, {}]);
  const over = after(begun, { type: "shown", what: null });
  deepEqual([over.showing, over.board], [null, boardOf(COUP.facts.dealt, ["player"])]);
});

test("winning bets are marked until the next coup or the guest's next bet", () => {
  const over = after(modelWith(), shown(COUP));
  deepEqual(over.board.won, ["player", "player_pair"]);
  equal(after(over, { type: "bet", bet: { key: "tie", stake: 500 } }).board.won, null);
  equal(after(over, shown(BET)).board.won, null);
  equal(after(over, shown(NEW_SHOE)).board.won, null);
  const others = { ...BET, data: { ...BET.data, seat: 5 } };
  deepEqual(after(over, shown(others)).board, over.board);
  equal(after({ ...over, seat: null }, shown(others)).board.won, null);
});

test("a welcome marks the last coup's winning bets, unless the guest has bet since", () => {
  const last = COUP.facts.dealt;
  /** @param {Partial<Seat>} members */
  const back = (members) => {
    const seats = { 3: seatWith(members) };
    return after(modelWith(), {
      ...WELCOME,
      state: { ...WELCOME.state, last, won: ["player"], seats },
    }).board.won;
  };
  deepEqual(back({}), ["player"]);
  deepEqual(back({ wagers: [{ key: "banker", stake: 500, standing: true }] }), ["player"]);
  equal(back({ wagers: [{ key: "banker", stake: 500, standing: false }] }), null);
});

test("frames about one thing change that thing", () => {
  const model = after(
    modelWith(),
    { type: "trouble", reason: "", said: FULL },
    { type: "closing", reason: "", said: BYE },
    { type: "room", here: [3], watching: 2, spectators: [] },
    { type: "ceremony", stage: "commit", shoe: 2, commitment: "", closes_in: 9 },
    { type: "connection", isUp: false },
    { type: "closed" },
  );
  deepEqual(
    [model.trouble, model.closing, model.room.watching, model.ceremony.stage],
    [FULL, BYE, 2, "commit"],
  );
  deepEqual([model.isUp, model.isClosed], [false, true]);
  equal(after(model, { type: "trouble", reason: null, said: null }).trouble, null);
});

test("a reader cannot write to a model", () => {
  const model = evolve(modelWith(), { type: "asked" }, 0);
  for (const each of [newModel("t"), model])
    throws(() => Object.assign(each, { seat: 9 }), {
      message: "Cannot assign to read only property 'seat' of object '#<Object>'",
    });
});

test("views get a published model once, with the one before", () => {
  /** @type {[Model, Model][]} */
  const given = [];
  const first = newModel("t");
  const writer = new ModelWriter(first, (...models) => given.push(models));
  writer.publish();
  writer.write({ type: "connection", isUp: true }, { type: "seated", seat: 3 });
  deepEqual([writer.model.seat, given.length], [3, 0]);
  writer.publish();
  writer.publish();
  equal(given.length, 1);
  ok(given[0][0] === writer.model && given[0][1] === first);
});

test("a notice that comes again after a reconnection is not a new one", () => {
  /** @param {number} at @returns {Change} */
  const notice = (at) => ({ type: "notice", at, text: "", said: FULL });
  const model = after(modelWith({}), notice(1));
  equal(after(model, WELCOME, notice(1)).notice, model.notice);
  equal(after(model, notice(2)).notice?.at, 2);
});
