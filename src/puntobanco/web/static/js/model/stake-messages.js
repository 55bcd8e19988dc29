/** Messages about stakes. The page makes them itself, because there are thousands of stakes. */

import { betFact } from "../game/names.js";
import { MOST_BETS } from "../wire/protocol.js";
import { EAR, EYE, FULL, GUEST, OTHERS } from "../words/kinds.js";

/** @import { Facts } from "../words/template.js" */
/** @import { Guest } from "../words/catalogue.js" */
/** @import { BetPlaced, BetSettled, BetTakenBack, House, WireMessage, TableEvent } from "../wire/frames.d.ts" */

/** @typedef {BetPlaced | BetTakenBack} StakeEvent */

/** Everyone reads about moved chips. Only the full level speaks about other guests' chips. */
const OWN_CHIPS = EYE | GUEST | FULL;

/**
 * Return the events with messages for every stake. A guest's stakes that moved together share one
 * spoken message.
 * @type {(events: readonly TableEvent[], felt: House["felt"]) => TableEvent[]}
 */
export const withStakes = (events, felt) => {
  const together = groups(events.filter(isStake));
  return events.map((event) => {
    if (event.kind === "bet_settled") return { ...event, said: settledMessages(event, felt) };
    if (!isStake(event)) return event;
    const said = stakeMessages(event, felt);
    const group = together.get(groupOf(event)) ?? [];
    if (group.length < 2) return { ...event, said };
    const silent = said.map(([id, facts, who]) => saidTo(who & ~(EAR & GUEST), id, facts));
    const isLast = event === group.at(-1);
    return { ...event, said: isLast ? [...silent, groupMessage(group, felt)] : silent };
  });
};

/** @type {(event: TableEvent) => event is StakeEvent} */
const isStake = (event) => event.kind === "bet_placed" || event.kind === "bet_taken_back";

/** @param {StakeEvent} event */
const groupOf = ({ at, kind, data }) => `${at}/${kind}/${data.seat}`;

/** @param {StakeEvent[]} stakes */
function groups(stakes) {
  /** @type {Map<string, StakeEvent[]>} */
  const found = new Map();
  for (const event of stakes)
    found.set(groupOf(event), [...(found.get(groupOf(event)) ?? []), event]);
  return found;
}

/** @type {(event: StakeEvent, felt: House["felt"]) => WireMessage[]} */
const stakeMessages = ({ kind, data: { seat, key, stake }, facts }, felt) => {
  /** @type {Guest} */
  const guest = [facts.by, seat, facts.shared ?? false];
  const { total, available } = facts;
  const moved = { stake, bet: betFact(felt, key) };
  if (kind === "bet_taken_back") return aboutGuest("stake.taken_back", guest, OWN_CHIPS, moved);
  return [
    ...(total === stake
      ? aboutGuest("stake.placed", guest, OWN_CHIPS, moved)
      : aboutGuest("stake.added", guest, OWN_CHIPS, { ...moved, total })),
    ...aboutGuest("stake.left", guest, FULL, { available }),
  ];
};

/** To be read, not heard. @type {(event: BetSettled, felt: House["felt"]) => WireMessage[]} */
const settledMessages = ({ data: { seat, key, stake, earned, fate }, facts }, felt) => {
  /** @type {Guest} */
  const guest = [facts.by, seat, facts.shared ?? false];
  const bet = betFact(felt, key);
  const { pays, bankroll } = facts;
  const settled =
    fate === "won"
      ? [
          ...aboutGuest("settled.won", guest, EYE & ~FULL, { earned, bet }),
          ...aboutGuest("settled.won_at", guest, EYE & FULL, { earned, bet, stake, pays }),
        ]
      : aboutGuest(`settled.${fate}`, guest, EYE, { stake, bet });
  return bankroll === undefined
    ? settled
    : [...settled, saidTo(EYE & GUEST, "bankroll", { bankroll })];
};

/**
 * Return several stakes in one message: a list, or a sum if they are many.
 * @param {StakeEvent[]} stakes
 * @param {House["felt"]} felt
 */
function groupMessage(stakes, felt) {
  const id = stakes[0].kind === "bet_placed" ? "stake.placed" : "stake.taken_back";
  const sum = stakes.reduce((total, { data }) => total + data.stake, 0);
  if (stakes.length > MOST_BETS)
    return saidTo(EAR & GUEST, `${id}.many`, { sum, count: stakes.length });
  const each = stakes.map(({ data: { key, stake } }) => [
    `${id}.each`,
    { stake, bet: betFact(felt, key) },
  ]);
  return saidTo(EAR & GUEST, `${id}.several`, { stakes: each });
}

/**
 * Return a fact about a guest: without the name for the guest, with it for the others.
 * @type {(id: string, guest: Guest, audience: number, facts: Facts) => WireMessage[]}
 */
const aboutGuest = (id, guest, audience, facts) => [
  saidTo(audience & GUEST, id, facts),
  saidTo(audience & OTHERS, `${id}.others`, { name: guest, ...facts }),
];

/** @type {(audience: number, id: string, facts: Facts) => WireMessage} */
const saidTo = (audience, id, facts) => [id, facts, audience];
