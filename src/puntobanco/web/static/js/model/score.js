/**
 * Frames as scores: lists of beats for a director. A beat of a coup holds the whole board, so that
 * views can animate from any board to any other.
 */

import { goodRoadMessage } from "../game/roads.js";
import { EAR, EYE } from "../words/kinds.js";
import { EMPTY_BOARD, withCard, withTotal, withTurned } from "./board.js";
import { isOpen } from "./model.js";
import { ownSeat } from "./seats.js";
import { coupTellings, isCoup, missedTellings, tellingOf } from "./speech.js";
import { SQUEEZE_TIME, squeezes } from "./squeeze.js";
import { withStakes } from "./stake-messages.js";
import { resultMessage } from "./status-lines.js";

/** @import { ClockCall, CoupDealt, DealtStep, DrewStep, Durations, Events, Roads, RoadsAfterCoup, Room, Side, Step, StoodStep, TableEvent, Welcome } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */
/** @import { Board } from "./board.js" */
/** @import { Change } from "./evolve.js" */
/** @import { OpenModel, Model } from "./model.js" */
/** @import { Telling } from "./speech.js" */
/** @import { SqueezeMode } from "./squeeze.js" */

/**
 * @typedef {(
 *   | "clear" | "card" | "squeeze" | "turn" | "count" | "call" | "cut" | "decision" | "natural" | "outcome" | "pay"
 *   | "hold" | "shuffle" | "burn" | "event" | "frame"
 * )} BeatName
 */
/**
 * @typedef {object} BeatMembers
 * @property {BeatName} name
 * @property {number} lasts  milliseconds at the calm pace
 * @property {readonly Change[]} changes  of the model, when the beat begins
 * @property {readonly Telling[]} tells  what is read and heard then
 * @property {string} [waits]  an act that ends it before its time
 */
/** @typedef {Readonly<BeatMembers>} Beat */

/** A frame that waits for its turn. @typedef {Welcome | Events | Roads | RoadsAfterCoup | Room} QueuedFrame */

/**
 * Everything else that a score depends on, apart from the model.
 * @typedef {object} Circumstances
 * @property {ClockCall} [closing]  the clock's call before the coup
 * @property {boolean} [isNew]  whether nothing was announced yet
 * @property {boolean} [isNewcomer]  whether the guest waits for the first cards ever: no shoe is prepared at length
 * @property {SqueezeMode} [squeeze]  the cards that the guest turns
 * @property {boolean} [goodRoads]  whether new good roads are named
 * @property {number} [held]  how long the last coup has been on the table, at the calm pace
 */

/** @type {(frame: QueuedFrame, model: Model, circumstances?: Circumstances) => Beat[]} */
export const scoreOf = (frame, model, circumstances = {}) => {
  if (frame.type === "welcome") return [welcomeBeat(frame, model, circumstances)];
  if (frame.type !== "events") return [otherBeat(frame, model, circumstances)];
  if (!isOpen(model)) return [];
  const events = withStakes(frame.events, model.house.felt);
  const coup = events.find(isCoup);
  return [
    ...(coup
      ? coupScore(coup, events, model, circumstances)
      : events.flatMap((event) => eventScore(event, frame, model, circumstances))),
    {
      name: "frame",
      lasts: 0,
      changes: [
        { ...frame, events: [] },
        { type: "shown", what: null },
      ],
      tells: [],
    },
  ];
};

/** Apply a frame; name a new good road, if the guest wants that. @type {(frame: Roads | RoadsAfterCoup | Room, model: Model, circumstances: Circumstances) => Beat} */
const otherBeat = (frame, { roads }, { goodRoads = false }) => {
  const isNew = frame.type === "roads_after_coup" && frame.good_road !== roads?.good_road;
  const good = goodRoads && isNew && goodRoadMessage(frame);
  /** @type {Telling[]} */
  const tells = good ? [{ said: [[good[0], good[1], EYE | EAR]], kind: "note" }] : [];
  return { name: "frame", lasts: 0, changes: [frame], tells };
};

/** @type {(frame: Welcome, model: Model, circumstances: Circumstances) => Beat} */
const welcomeBeat = (frame, model, { isNew = false }) => {
  const isFirst = isNew && !isOpen(model) && !frame.missed.length;
  const missed = missedTellings(withStakes(frame.missed, frame.house.felt), frame.seat);
  const house = { said: frame.house.said, kind: "table_opened" };
  return { name: "frame", lasts: 0, changes: [frame], tells: isFirst ? [house] : missed };
};

/** A beat of a coup, before its board is known. @typedef {Partial<Beat> & { name: BeatName, change?: (board: Board) => Partial<Board> }} Part */
/** A step and its messages. @typedef {{ step: Step, telling: Telling }} Told */

/**
 * Show a coup, then apply its events.
 * @type {(coup: CoupDealt, events: TableEvent[], model: OpenModel, circumstances: Circumstances) => Beat[]}
 */
const coupScore = (coup, events, model, { closing, squeeze = "off" }) => {
  const { durations: times, seat, shoe } = model;
  const [head, tellings, money] = coupTellings(coup, seat);
  const calls =
    closing && ownSeat(model) ? [{ said: closing.said, kind: "clock", apart: true }] : [];
  const isCleared = model.board.player.length > 0;
  const paying = events.flatMap((each) => (each.kind === "bet_settled" ? [each.data] : []));
  const told = coup.facts.steps.map((step, at) => ({ step, telling: tellings[at] }));
  /** @type {Part[]} */
  const parts = [
    { name: "clear", lasts: isCleared ? times.clearing : 0, tells: [...calls, head] },
    ...cardsParts(told, coup, times, squeezes(squeeze, model)),
    {
      name: "pay",
      lasts: paying.length ? times.paying : times.no_bets,
      change: () => ({ paying }),
      tells: [money],
    },
  ];
  const others = events.filter((event) => event !== coup);
  const tells = others.map((event) => tellingOf(event, seat));
  return [
    ...beatsOf(parts, clearedBoard(coup, shoe)),
    { name: "event", lasts: 0, changes: [{ type: "events", events }], tells },
  ];
};

/** @type {(coup: CoupDealt, shoe: Model["shoe"]) => Board} */
const clearedBoard = ({ data }, { last_coup: isLast = false, cut_card_out: isCut = false }) => ({
  ...EMPTY_BOARD,
  call: [isLast ? "page.call.last_coup" : "page.call.coup", { coup: data.number }],
  coming: { dealt: 0, isCut, isLast },
});

/** @type {(parts: Part[], board: Board) => Beat[]} */
const beatsOf = (parts, board) => {
  let now = board;
  return parts.map(({ change, ...part }) => {
    now = { ...now, ...change?.(now) };
    return { lasts: 0, tells: [], ...part, changes: [{ type: "shown", what: "coup", board: now }] };
  });
};

/**
 * Return the parts of all steps. Of the first four cards, those that the guest turns stay face down
 * until all lie there.
 * @type {(told: Told[], coup: CoupDealt, times: Durations, isSqueezed: (step: Step) => boolean) => Part[]}
 */
const cardsParts = (told, coup, times, isSqueezed) => {
  const first = told.filter(({ step }) => step.did === "dealt");
  return told.flatMap((each) => {
    const { step } = each;
    const parts = stepParts(each, coup, times, isSqueezed(step));
    if (step.did !== "dealt") return parts;
    const late = each === first.at(-1) ? first.filter((other) => isSqueezed(other.step)) : [];
    return [
      ...(isSqueezed(step) ? parts.slice(0, 1) : parts),
      ...late.flatMap((other) => stepParts(other, coup, times, true).slice(1)),
    ];
  });
};

/** @type {(told: Told, coup: CoupDealt, times: Durations, isSqueezed: boolean) => Part[]} */
const stepParts = ({ step, telling }, { data: { last: isLast }, facts }, times, isSqueezed) => {
  switch (step.did) {
    case "dealt":
      return cardParts(step, telling, { slide: times.slide, turn: times.turn, isSqueezed });
    case "called": {
      const { player, banker } = step;
      /** @type {Part["change"]} */
      const change = () => ({ call: ["page.call.called", { player, banker }] });
      return [{ name: "call", lasts: times.call, change, tells: [telling] }];
    }
    case "cut_card":
      return [
        {
          name: "cut",
          lasts: times.cut_card,
          change: ({ coming }) => ({
            call: [isLast ? "page.call.cut_last" : "page.call.cut_more", {}],
            coming: { dealt: coming?.dealt ?? 0, isCut: true, isLast },
          }),
          tells: [telling],
        },
      ];
    case "stood":
      return decisionParts(step, times, [telling]);
    case "drew": {
      const isSlow = step === facts.steps.findLast((each) => "card" in each) && !isSqueezed;
      const turn = isSlow ? times.deciding : times.turn;
      return [
        ...decisionParts(step, times),
        ...cardParts(step, telling, { slide: times.slide, turn, isSqueezed }),
      ];
    }
    case "ended": {
      const result = { outcome: step.outcome, won: facts.won, call: resultMessage(step) };
      return [{ name: "outcome", lasts: times.result, change: () => result, tells: [telling] }];
    }
  }
};

/**
 * A card slides, perhaps waits for the guest, turns, and is named when it lies there.
 * @type {(step: DealtStep | DrewStep, telling: Telling, how: { slide: number, turn: number, isSqueezed: boolean }) => Part[]}
 */
const cardParts = ({ side, card, total }, telling, { slide, turn, isSqueezed }) => [
  { name: "card", lasts: slide, change: (board) => withCard(board, side, card) },
  ...(isSqueezed ? [squeezePart(side)] : []),
  { name: "turn", lasts: turn, change: (board) => withTurned(board, side) },
  { name: "count", change: (board) => withTotal(board, side, total), tells: [telling] },
];

/** @type {(side: Side) => Part} */
const squeezePart = (side) => ({
  name: "squeeze",
  lasts: SQUEEZE_TIME,
  waits: "turn",
  change: () => ({ squeezed: side, call: ["page.call.squeeze", { side }] }),
  tells: [{ said: [["page.squeeze.card", { side }, EYE | EAR]], kind: "squeeze" }],
});

/** @type {(step: StoodStep | DrewStep, times: Durations, tells?: Telling[]) => Part[]} */
const decisionParts = (step, times, tells = []) => {
  const { square } = step;
  if (square) {
    const { side, holding } = square;
    const id = step.did === "drew" ? "page.call.draws" : "page.call.stands";
    /** @type {Part["change"]} */
    const change = ({ lit }) => ({ call: [id, { side, holding }], lit: [...lit, square] });
    return [{ name: "decision", lasts: times.decision, change, tells }];
  }
  if (step.did === "drew" || !step.natural) return [{ name: "count", tells }];
  /** @type {Part["change"]} */
  const change = ({ naturals }) => ({
    call: ["page.call.natural", { hand: step.total }],
    naturals: [...naturals, step.side],
  });
  return [{ name: "natural", lasts: times.natural, change, tells }];
};

/**
 * Show one event between two coups; the end and the beginning of a shoe take their time.
 * @type {(event: TableEvent, frame: Events, model: OpenModel, circumstances: Circumstances) => Beat[]}
 */
const eventScore = (
  event,
  { seats, table },
  { durations: times, house, last, seat },
  circumstances,
) => {
  const { held = 0, isNewcomer = false } = circumstances;
  /** @type {(name: BeatName, lasts: number, board?: Partial<Board>, ...changes: Change[]) => Beat} */
  const shoeBeat = (name, lasts, board, ...changes) => {
    const shown = board ? { board: { ...EMPTY_BOARD, ...board } } : {};
    const what = /** @type {const} */ ("shoe");
    return { name, lasts, changes: [...changes, { type: "shown", what, ...shown }], tells: [] };
  };
  /** @type {Beat} */
  const itself = {
    name: "event",
    lasts: 0,
    changes: [{ type: "events", events: [event] }],
    tells: [tellingOf(event, seat)],
  };
  if (isNewcomer && !last) return [itself];
  if (event.kind === "burned") {
    const { card, hidden } = event.data;
    /** @type {Change} */
    const opened = { type: "events", events: [], table: { ...table, phase: "seeding" } };
    /** @type {Message} */
    const call = [card ? "page.call.burn_card" : "page.call.burn", {}];
    /** @type {(isUp: boolean, said: number) => Partial<Board>} */
    const burn = (isUp, said) => ({
      call,
      preparing: { burned: card ? { card, isUp } : null, hidden: said },
    });
    const slide = [
      shoeBeat("card", times.slide, burn(false, 0), opened),
      shoeBeat("turn", times.turn, burn(true, 0)),
    ];
    return [
      ...(card ? slide : []),
      shoeBeat("burn", times.burn_card, burn(true, hidden), opened),
      itself,
    ];
  }
  if (event.kind !== "shoe_committed" || house.every_coup) return [itself];
  /** @type {Partial<Board>} */
  const shuffle = { preparing: "shuffle", call: ["page.call.shuffling_shoe", {}] };
  return [
    ...(last ? [shoeBeat("hold", Math.max(0, times.holding - held))] : []),
    itself,
    shoeBeat("shuffle", times.shuffling, shuffle, { type: "events", events: [], seats, table }),
  ];
};
