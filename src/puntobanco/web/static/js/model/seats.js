/** What guests have: the own seat, money, and stakes on a spot. */

/** The guest's own seat, or null for one who watches. */
export function own(model) {
  return model.seat === null ? null : (model.seats[model.seat] ?? null);
}

/** What lies on a spot: { mine, standing, pending, others: [{ seat, name, stake }] }. */
export function spot(model, key) {
  const mine = own(model)?.wagers.filter((wager) => wager.key === key) ?? [];
  const others = Object.entries(model.seats)
    .filter(([number]) => Number(number) !== model.seat)
    .map(([number, seat]) => ({ seat: Number(number), name: seat.name, stake: staked(seat, key) }))
    .filter(({ stake }) => stake > 0);
  return {
    mine: mine.reduce((sum, wager) => sum + wager.stake, 0),
    standing: mine.some((wager) => wager.standing),
    pending: model.pending.filter((bet) => bet.key === key).reduce((sum, bet) => sum + bet.stake, 0),
    others,
  };
}

function staked(seat, key) {
  return seat.wagers.reduce((sum, wager) => sum + (wager.key === key ? wager.stake : 0), 0);
}

/** What a guest has now: { available, staked }. */
export function money(model) {
  const seat = own(model);
  const pending = model.pending.reduce((sum, bet) => sum + bet.stake, 0);
  return seat ? { available: seat.available - pending, staked: seat.staked + pending } : { available: 0, staked: 0 };
}
