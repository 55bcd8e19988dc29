/** What the page knows of a table, taken from frames; views only read it. */

import { NOBODY, readied } from "./ready.js";

/** So many guests bet at a table. */
export const SEATS = 14;

/** A model before the first frame. */
export function blank(table) {
  return {
    table, name: "", seat: null, house: null, dealing: "button", isPrivate: false,
    shoe: {}, coups: [], last: null, seats: {}, roads: null,
    clock: { opensAt: 0, closesAt: null, period: 0, more: 0, used: {}, said: [] },
    ceremony: { stage: null }, ready: NOBODY, room: { here: [], watching: 0 },
    pending: [], refusals: {}, paid: {}, lastWin: null, lit: [], cut: false, revealed: null,
    shown: null, isUp: false,
    isDealing: false, // A coup is being shown.
    isShowing: false, // The end or the beginning of a shoe is.
    get isMoving() { return this.isDealing || this.isShowing; },
  };
}

/** Everything anew, as a welcome frame tells it. */
export function welcomed(model, frame) {
  const { coups, last, seats, ...shoe } = frame.state;
  Object.assign(model, {
    name: frame.name, seat: frame.seat, house: frame.house, dealing: frame.dealing, isPrivate: frame.private,
    shoe, coups: [...coups], last, seats: { ...seats }, roads: frame.roads,
    ceremony: frame.ceremony ?? { stage: null }, room: frame.room ?? model.room,
  });
  clocked(model, frame.clock ?? {});
  readied(model, frame.ready);
}

/** The seats and the shoe after an events frame. */
export function applied(model, frame) {
  for (const [number, seat] of Object.entries(frame.seats ?? {})) {
    if (seat === null) delete model.seats[number];
    else model.seats[number] = seat;
  }
  model.shoe = { ...model.shoe, ...frame.table };
}

/** One event's effect on what the frames do not carry themselves. */
export function noted(model, event) {
  switch (event.kind) {
    case "guest_sat":
      model.room = { ...model.room, here: [...model.room.here, event.seat], watching: Math.max(0, model.room.watching - 1) };
      break;
    case "guest_left":
      if (event.seat === model.seat) model.seat = null;
      model.room = { ...model.room, here: model.room.here.filter((seat) => seat !== event.seat) };
      break;
    case "shoe_committed":
      Object.assign(model, { coups: [], revealed: null });
      if (!model.house.every_coup) Object.assign(model, { last: null, lit: [], shown: null }); // Else it lies there until the next.
      break;
    case "coup_dealt":
      model.last = {
        number: event.coup_number, coup: event.coup, outcome: event.outcome, natural: event.natural,
        player_total: event.player_total, banker_total: event.banker_total, position: event.position,
      };
      model.coups.push(model.last);
      break;
    case "shoe_revealed":
      model.revealed = event.secret;
      break;
    default:
  }
}

/** The betting clock, as this machine's clock sees it. Bets are taken before its time begins, too. */
export function clocked(model, { closes_in: closesIn = null, opens_in: opensIn, period = 0, more = 0, used = {}, said = [] }) {
  const now = performance.now();
  model.clock = { opensAt: now + (opensIn ?? 0), closesAt: closesIn === null ? null : now + closesIn, period, more, used, said };
}
