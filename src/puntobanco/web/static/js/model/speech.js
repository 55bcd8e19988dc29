/** Select what a guest reads and hears: by level, and by whether it is about the guest. */

/** @import { CoupDealt, Level, WireMessage, TableEvent } from "../wire/frames.d.ts" */

/** @typedef {"eye" | "ear"} Sense */

/**
 * Messages about one thing. They are shown line by line, and spoken together unless they are `apart`.
 * @typedef {object} TellingMembers
 * @property {readonly WireMessage[]} said
 * @property {string} kind
 * @property {number} [number]  the event
 * @property {string} [fate]
 * @property {string} [name]  a class of the lines
 * @property {boolean} [isOwn]  whether it is about the guest
 * @property {Sense} [sense]  if only one
 * @property {boolean} [apart]
 * @property {number} [most]  the most messages to speak
 */
/** @typedef {Readonly<TellingMembers>} Telling */

/** The levels from little to everything. @type {Level[]} */
export const LEVELS = ["terse", "normal", "full"];

/** @param {TableEvent} event */
export const isCoup = (event) => event.kind === "coup_dealt";

/**
 * Return the bit of a guest who reads or hears at a level. `isOwn` is for messages about the guest.
 * @type {(level: Level, sense: Sense, isOwn: boolean) => number}
 */
export const listening = (level, sense, isOwn) =>
  1 << (4 * LEVELS.indexOf(level) + (sense === "ear" ? 2 : 0) + (isOwn ? 0 : 1));

/** @type {(telling: Telling, level: Level, sense: Sense) => readonly WireMessage[]} */
const saidTo = ({ said, isOwn = false, sense: only }, level, sense) => {
  if (only && only !== sense) return [];
  const who = listening(level, sense, isOwn);
  return said.filter(([, , audience]) => audience & who);
};

/** Return the lines to read. @type {(telling: Telling, level: Level) => readonly WireMessage[]} */
export const linesOf = (telling, level) => saidTo(telling, level, "eye");

/** Return the messages to hear, grouped as they are spoken. @type {(telling: Telling, level: Level) => (readonly WireMessage[])[]} */
export const breathsOf = (telling, level) => {
  const said = saidTo(telling, level, "ear").slice(0, telling.most);
  if (telling.apart) return said.map((each) => [each]);
  return said.length ? [said] : [];
};

/** @type {(event: TableEvent, seat: number | null) => Telling} */
export const tellingOf = ({ said = [], kind, number, data }, seat) => ({
  said,
  kind,
  number,
  isOwn: "seat" in data && data.seat === seat,
  ...("fate" in data ? { fate: data.fate } : {}),
});

/**
 * Return the messages about a coup: its head, its steps, and its money, the guest's own first.
 * @type {(coup: CoupDealt, seat: number | null) => [Telling, Telling[], Telling]}
 */
export const coupTellings = (coup, seat) => {
  const { kind, number, facts } = coup;
  const steps = facts.steps.map(({ said, did }) =>
    did === "ended" ? { said, kind, number, name: "result" } : { said, kind, number },
  );
  const { [String(seat)]: own, others = [] } = facts.settled;
  return [
    tellingOf(coup, seat),
    steps,
    { said: own ?? others, kind: "bet_settled", sense: "ear", apart: true },
  ];
};

/**
 * Return the messages about missed events. The last coup is spoken in full; of earlier coups, only
 * the guest's own money is spoken.
 * @type {(events: readonly TableEvent[], seat: number | null) => Telling[]}
 */
export const missedTellings = (events, seat) => {
  const last = events.findLast(isCoup);
  return events.flatMap((event) => {
    if (!isCoup(event)) return [tellingOf(event, seat)];
    const [head, steps, money] = coupTellings(event, seat);
    if (event === last) return [head, ...steps, money];
    const silent = [head, ...steps].map((each) => ({
      ...each,
      sense: /** @type {const} */ ("eye"),
    }));
    return String(seat) in event.facts.settled ? [...silent, { ...money, most: 1 }] : silent;
  });
};
