import { boardOf, EMPTY_BOARD } from "./board.js";

/** @import { Model } from "./model.js" */
/** @import { BetPlaced, BetSettled, BetTakenBack, CoupStory, Roads, RoadsAfterCoup, Stake, TableEvent } from "../wire/frames.d.ts" */

/**
 * Return what an event changes, except seats and shoe, which its frame has.
 * @type {(model: Model, event: TableEvent) => Partial<Model>}
 */
export const afterEvent = (model, event) => {
  const { seat, room, results } = model;
  switch (event.kind) {
    case "guest_sat": {
      const here = [...room.here, event.data.seat];
      const at = room.spectators.indexOf(event.data.name);
      const spectators = at < 0 ? room.spectators : room.spectators.toSpliced(at, 1);
      return { room: { here, watching: Math.max(0, room.watching - 1), spectators } };
    }
    case "guest_left": {
      const here = room.here.filter((each) => each !== event.data.seat);
      const { [event.data.seat]: _, ...others } = results;
      const own = seat === event.data.seat ? null : seat;
      return { seat: own, room: { ...room, here }, results: others };
    }
    case "bought_in":
      return seat === event.data.seat ? { isBuying: false } : {};
    case "bet_placed":
      return { ...afterStake(model, event), ...afterBet(model, event.data) };
    case "bet_taken_back":
      return afterStake(model, event);
    case "shoe_committed":
      // If every coup has its own shoe, the last board stays until the next coup.
      return model.house?.every_coup ? NEW_SHOE : { ...NEW_SHOE, ...CLEARED };
    case "coup_dealt":
      return afterCoup(model, event.facts);
    case "bet_settled":
      return afterSettling(model, event.data);
    case "shoe_revealed":
      return { revealed: event.data.secret };
    default:
      return {};
  }
};

/** No refusal, and no offer instead. */
export const NO_REFUSALS = { refusals: {}, offers: {} };
/** @type {Partial<Model>} */
const NEW_SHOE = { coups: [], revealed: null };
/** @type {Partial<Model>} */
const CLEARED = { last: null, board: EMPTY_BOARD };

/** @type {(model: Model, event: BetPlaced | BetTakenBack) => Partial<Model>} */
const afterStake = ({ seats }, { data: { seat: number, key }, facts: { total, available } }) => {
  const seat = seats[number];
  if (!seat) return {}; // The guest sat down in the same frame, which has the whole seat.
  const lies = seat.wagers.findIndex((wager) => wager.key === key);
  const wager = { key, stake: total, standing: seat.wagers[lies]?.standing ?? false };
  const all = lies < 0 ? [...seat.wagers, wager] : seat.wagers.with(lies, wager);
  const wagers = all.filter(({ stake }) => stake > 0);
  const staked = seat.bankroll - available;
  return { seats: { ...seats, [number]: { ...seat, wagers, available, staked } } };
};

/**
 * Return what a bet changes. The guest's own bet is no longer pending, and its spot's refusal is
 * outdated. It ends the last coup. For a spectator, anyone's bet ends it.
 * @type {(model: Model, bet: Stake & { seat: number }) => Partial<Model>}
 */
const afterBet = ({ seat, pending, refusals, offers, board }, bet) => {
  if (seat === null) return { board: { ...board, won: null } };
  if (bet.seat !== seat) return {};
  const at = pending.findIndex(({ key, stake }) => key === bet.key && stake === bet.stake);
  const { [bet.key]: _, ...others } = refusals;
  const { [bet.key]: __, ...otherOffers } = offers;
  return {
    pending: at < 0 ? pending : pending.toSpliced(at, 1),
    refusals: others,
    offers: otherOffers,
    board: { ...board, paid: {}, won: null },
  };
};

/** @type {(model: Model, story: CoupStory) => Partial<Model>} */
const afterCoup = ({ coups }, { dealt, won }) => {
  const { number: _, position: __, ...last } = dealt;
  return {
    coups: [...coups, dealt],
    last,
    board: boardOf(last, won),
    results: {},
    ...NO_REFUSALS,
  };
};

/** @type {(model: Model, bet: BetSettled["data"]) => Partial<Model>} */
const afterSettling = ({ seat: own, results, board }, { seat, key, fate, earned }) => ({
  results: { ...results, [seat]: (results[seat] ?? 0) + earned },
  board: seat === own ? { ...board, paid: { ...board.paid, [key]: { fate, earned } } } : board,
});

/** @type {(roads: Roads, added: RoadsAfterCoup) => Roads} */
export const roadsAfterCoup = (
  roads,
  { number, decisions, ask, good_road, bead, win, ...added },
) => ({
  ...roads,
  number,
  decisions,
  ask,
  good_road,
  bead_plate: [...roads.bead_plate, bead],
  big_road: win
    ? [...roads.big_road.filter(({ column, row }) => column !== win.column || row !== win.row), win]
    : [],
  big_eye_boy: roads.big_eye_boy + added.big_eye_boy,
  small_road: roads.small_road + added.small_road,
  cockroach_pig: roads.cockroach_pig + added.cockroach_pig,
});
