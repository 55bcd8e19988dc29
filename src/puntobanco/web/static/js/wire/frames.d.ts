/** What the server sends over the WebSocket. Made from the types of puntobanco.wire by `make docs`; not to be changed by hand. */

/** Always first: everything needed to draw the table. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  table: string;
  name: string;
  seat: number | null;
  number: number;
  private: boolean;
  dealing: "button" | number;
  durations: Durations;
  phrases: Phrases;
  house: House;
  state: State;
  roads: Roads;
  clock: Clock;
  ceremony: Ceremony;
  ready: Ready;
  room: Room;
  resync: boolean;
  missed: TableEvent[];
}

/** Milliseconds of each part of what the page shows, at its calm pace. */
export interface Durations {
  clearing: number;
  slide: number;
  turn: number;
  call: number;
  cut_card: number;
  decision: number;
  natural: number;
  result: number;
  paying: number;
  no_bets: number;
  holding: number;
  shuffling: number;
  burn_card: number;
}

/** What is said of stakes; they come by the thousand, so the page fills in the facts. */
export interface Phrases {
  bet_placed: StakePhrases;
  bet_taken_back: StakePhrases;
  bet_settled: SettledByFate;
  bankroll: string;
  listed: string;
  most_listed: number;
}

/** The sentences of one kind of stake, with names in braces for the facts to fill in. */
export interface StakePhrases {
  own: string[];
  others: string[];
  own_added: string[];
  others_added: string[];
  each: string;
  several: string;
  many: string;
}

/** The sentences of settled stakes. */
export interface SettledByFate {
  lost: SettledPhrases;
  won: SettledPhrases;
  returned: SettledPhrases;
  stands: SettledPhrases;
}

/** The sentences of a stake that came to one end, with names in braces. */
export interface SettledPhrases {
  own: string;
  others: string;
  own_in_full: string;
  others_in_full: string;
}

/** The rules of a table, and its felt. */
export interface House {
  name: string;
  decks: number;
  cards: number;
  every_coup: boolean;
  ties: Ties;
  limits: Limits | null;
  rules: string;
  said: Sentences;
  summary: string[];
  felt: Bet[];
}

export type Ties = "locked" | "push" | "stand";

/** What may be staked on a spot, in chips. */
export interface Limits {
  minimum: number;
  maximum: number;
  side_maximum: number;
  step: number;
}

/** Sentences by level of detail; a level may be left out. */
export interface Sentences {
  terse?: string[];
  normal?: string[];
  full?: string[];
}

/** A bet of the felt; its limits are null where the house takes no wagers. */
export interface Bet {
  key: string;
  name: string;
  spot: Spot;
  main: boolean;
  pays: string;
  plain_pays: string;
  best_pays: string | null;
  rule: string;
  lines: BetLine[];
  minimum: number | null;
  maximum: number | null;
  step: number | null;
}

export type Spot = "banker" | "player" | "side" | "tie";

/** One line of a bet: when it applies, in words, and the odds it pays. */
export interface BetLine {
  when: string;
  pays: string;
}

/** Everything that a table shows. */
export interface State {
  phase: Phase;
  shoe: number;
  commitment: string;
  root: string;
  promised: number[];
  revealed: RevealedSeed[];
  burned: string | null;
  hidden: number;
  cards: number;
  place: number;
  left: number;
  cut_card_out: boolean;
  coups_dealt: number;
  coups: NumberedCoup[];
  last: Coup | null;
  seats: Record<string, Seat>;
}

export type Phase = "betting" | "closed" | "no shoe" | "seeding" | "unopened";

/** A guest's seed. */
export interface RevealedSeed {
  seat: number;
  seed: string;
}

/** A coup of the shoe on the table; `position` is the place of its first card, from 0. */
export interface NumberedCoup {
  coup: string;
  outcome: Outcome;
  player_total: number;
  banker_total: number;
  natural: boolean;
  naturals: Side[];
  squares: Square[];
  pairs: Side[];
  number: number;
  position: number;
}

export type Outcome = "banker" | "player" | "tie";

export type Side = "banker" | "player";

/** The square of the tableau that decided; `third` is null where Player stood. */
export interface Square {
  side: Side;
  holding: number;
  third: number | null;
}

/** A coup and what follows from its cards. */
export interface Coup {
  coup: string;
  outcome: Outcome;
  player_total: number;
  banker_total: number;
  natural: boolean;
  naturals: Side[];
  squares: Square[];
  pairs: Side[];
}

/** A guest's chips and stakes. `bankroll` includes what is staked, `available` does not. */
export interface Seat {
  name: string;
  bankroll: number;
  bought: number;
  staked: number;
  available: number;
  coups_bet: number;
  wagers: Wager[];
  last: Stake[];
}

/** All that lies on a spot; it is standing when a tie left it there. */
export interface Wager {
  key: string;
  stake: number;
  standing: boolean;
}

/** A stake on a bet. */
export interface Stake {
  key: string;
  stake: number;
}

/** All roads, after every coup and whenever a shoe begins. */
export interface Roads {
  type: "roads";
  number: number;
  decisions: string;
  bead_plate: BeadCell[];
  big_road: WinCell[];
  big_eye_boy: string;
  small_road: string;
  cockroach_pig: string;
  ask: Asked;
  said: string;
  latest: string;
  told: string[];
}

/** A coup on the bead plate. */
export interface BeadCell {
  column: number;
  row: number;
  outcome: Outcome;
  banker_pair: boolean;
  player_pair: boolean;
}

/** A win on the big road, with the ties after it. */
export interface WinCell {
  column: number;
  row: number;
  side: Side;
  ties: number;
}

/** What the derived roads would show if a side won next. */
export interface Asked {
  banker: Marks;
  player: Marks;
}

/** The next mark of each derived road; null where there is none. */
export interface Marks {
  big_eye_boy: Mark | null;
  small_road: Mark | null;
  cockroach_pig: Mark | null;
}

export type Mark = "B" | "R";

/** The betting clock; all times are null where none runs. */
export interface Clock {
  type: "clock";
  closes_in: number | null;
  opens_in: number | null;
  period: number | null;
  more: number;
  used: Record<string, number>;
  said: ClockWords[];
}

/** What is said of the clock when so many milliseconds are left; 0 is with the cards. */
export interface ClockWords {
  left: number;
  words: Worded;
  seat?: number;
}

/** Words to read, and by ear where those differ, for everyone and for the guest concerned. */
export interface Worded {
  say?: Sentences;
  say_own?: Sentences;
  aloud?: Sentences;
  aloud_own?: Sentences;
}

/** The stage of the seed ceremony; null when no seeds are taken. */
export interface Ceremony {
  type: "ceremony";
  stage: "commit" | "reveal" | null;
  shoe: number;
  commitment: string;
  closes_in: number | null;
}

/** Who is ready for the next coup at a table dealt by button. */
export interface Ready {
  type: "ready";
  seats: number[];
  waiting: number[];
  waits: string;
  deals_in: number | null;
  said: string[];
}

/** The seats whose guests are connected, and how many others are. */
export interface Room {
  type: "room";
  here: number[];
  watching: number;
}

/** What has just become durable, in order, and the state that changed otherwise. */
export interface Events {
  type: "events";
  number: number;
  events: TableEvent[];
  seats?: Record<string, SeatChange | null>;
  table?: ShoeChange;
}

/** What changed in a seat; the rest is as it was. */
export interface SeatChange {
  name?: string;
  bankroll?: number;
  bought?: number;
  staked?: number;
  available?: number;
  coups_bet?: number;
  wagers?: Wager[];
  last?: Stake[];
}

/** What changed in a shoe; the rest is as it was. */
export interface ShoeChange {
  phase?: Phase;
  shoe?: number;
  commitment?: string;
  root?: string;
  promised?: number[];
  revealed?: RevealedSeed[];
  burned?: string | null;
  hidden?: number;
  cards?: number;
  place?: number;
  left?: number;
  cut_card_out?: boolean;
  coups_dealt?: number;
}

/** A command is durable; `number` is the table's last event then. */
export interface Accepted {
  type: "accepted";
  id: string;
  number: number;
}

/** Nothing happened, for this reason; `id` is null when it could not be read. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  reason: string;
}

/** The log cannot be written, and the house tries again; a null reason ends it. */
export interface Trouble {
  type: "trouble";
  reason: string | null;
}

/** The server or the table is about to close. */
export interface Closing {
  type: "closing";
  reason: string;
}

/** A table with its rules. */
export interface TableOpened {
  kind: "table_opened";
  number: number;
  at: number;
  data: TableOpenedData;
  words?: Worded;
}

/** A table with its rules. */
export interface TableOpenedData {
  table: string;
  house: string;
}

/** A guest took a seat. */
export interface GuestSat {
  kind: "guest_sat";
  number: number;
  at: number;
  data: GuestSatData;
  words?: Worded;
}

/** A guest took a seat. */
export interface GuestSatData {
  seat: number;
  name: string;
}

/** A guest bought chips. */
export interface BoughtIn {
  kind: "bought_in";
  number: number;
  at: number;
  data: BoughtInData;
  words?: Worded;
}

/** A guest bought chips. */
export interface BoughtInData {
  seat: number;
  chips: number;
}

/** The house bound itself to its secret before any guest added a seed. */
export interface ShoeCommitted {
  kind: "shoe_committed";
  number: number;
  at: number;
  data: ShoeCommittedData;
  words?: Worded;
}

/** The house bound itself to its secret before any guest added a seed. */
export interface ShoeCommittedData {
  shoe: number;
  commitment: string;
}

/** A guest is bound to a seed without showing it. */
export interface SeedCommitted {
  kind: "seed_committed";
  number: number;
  at: number;
  data: SeedCommittedData;
  words?: Worded;
}

/** A guest is bound to a seed without showing it. */
export interface SeedCommittedData {
  seat: number;
  commitment: string;
}

/** A guest showed the seed. */
export interface SeedRevealed {
  kind: "seed_revealed";
  number: number;
  at: number;
  data: SeedRevealedData;
  words?: Worded;
}

/** A guest showed the seed. */
export interface SeedRevealedData {
  seat: number;
  seed: string;
}

/** The order is fixed, and its Merkle root is published; the seats named withheld their seed. */
export interface ShoeOpened {
  kind: "shoe_opened";
  number: number;
  at: number;
  data: ShoeOpenedData;
  words?: Worded;
}

/** The order is fixed, and its Merkle root is published; the seats named withheld their seed. */
export interface ShoeOpenedData {
  shoe: number;
  cards: number;
  root: string;
  withheld: number[];
}

/** Cards left the shoe: perhaps one that was turned up, and others face down. */
export interface Burned {
  kind: "burned";
  number: number;
  at: number;
  data: BurnedData;
  words?: Worded;
}

/** Cards left the shoe: perhaps one that was turned up, and others face down. */
export interface BurnedData {
  card: string | null;
  hidden: number;
}

/** A guest put a stake down, or added to one. */
export interface BetPlaced {
  kind: "bet_placed";
  number: number;
  at: number;
  data: BetPlacedData;
  facts: SpotAfter;
  words?: Worded;
}

/** A guest put a stake down, or added to one. */
export interface BetPlacedData {
  seat: number;
  key: string;
  stake: number;
}

/** After a stake: all that the guest has on its spot, and what is left to bet. */
export interface SpotAfter {
  by: string;
  total: number;
  available: number;
}

/** A guest took a stake off again. */
export interface BetTakenBack {
  kind: "bet_taken_back";
  number: number;
  at: number;
  data: BetTakenBackData;
  facts: SpotAfter;
  words?: Worded;
}

/** A guest took a stake off again. */
export interface BetTakenBackData {
  seat: number;
  key: string;
  stake: number;
}

/** A coup was dealt, whole. `cut_after` cards of it lay before the cut card, if it came out. */
export interface CoupDealt {
  kind: "coup_dealt";
  number: number;
  at: number;
  data: CoupDealtData;
  facts: CoupStory;
  words?: Worded;
}

/** A coup was dealt, whole. `cut_after` cards of it lay before the cut card, if it came out. */
export interface CoupDealtData {
  number: number;
  coup: string;
  cut_after: number | null;
  last: boolean;
}

/** What follows from a coup: its facts, its steps, and what is heard of its money. */
export interface CoupStory {
  dealt: NumberedCoup;
  steps: (DealtStep | CalledStep | CutCardStep | StoodStep | DrewStep | EndedStep)[];
  settled: Record<string, Sentences>;
}

/** One of the first four cards, and the total of its hand so far. */
export interface DealtStep {
  did: "dealt";
  side: Side;
  card: string;
  total: number;
  words: Worded;
}

/** The call: the totals of the first four cards. */
export interface CalledStep {
  did: "called";
  player: number;
  banker: number;
  words: Worded;
}

/** The cut card comes out. */
export interface CutCardStep {
  did: "cut_card";
  words: Worded;
}

/** A hand draws no third card; `square` is null where a natural ended the coup. */
export interface StoodStep {
  did: "stood";
  side: Side;
  total: number;
  natural: boolean;
  square: Square | null;
  why: string;
  words: Worded;
}

/** A hand draws a third card. */
export interface DrewStep {
  did: "drew";
  side: Side;
  card: string;
  total: number;
  square: Square;
  why: string;
  words: Worded;
}

/** The result. */
export interface EndedStep {
  did: "ended";
  outcome: Outcome;
  player: number;
  banker: number;
  words: Worded;
}

/** What a stake came to. */
export interface BetSettled {
  kind: "bet_settled";
  number: number;
  at: number;
  data: BetSettledData;
  facts: SettledStake;
  words?: Worded;
}

/** What a stake came to. */
export interface BetSettledData {
  seat: number;
  key: string;
  stake: number;
  earned: number;
  fate: Fate;
}

export type Fate = "lost" | "returned" | "stands" | "won";

/** What is told of a settled stake besides its data. */
export interface SettledStake {
  by: string;
  pays: string;
  bankroll?: number;
}

/** No more coups are dealt from this shoe. */
export interface ShoeClosed {
  kind: "shoe_closed";
  number: number;
  at: number;
  data: ShoeClosedData;
  words?: Worded;
}

/** No more coups are dealt from this shoe. */
export interface ShoeClosedData {
  shoe: number;
  coups: number;
}

/** The house showed its secret, so that everyone can derive the order again. */
export interface ShoeRevealed {
  kind: "shoe_revealed";
  number: number;
  at: number;
  data: ShoeRevealedData;
  words?: Worded;
}

/** The house showed its secret, so that everyone can derive the order again. */
export interface ShoeRevealedData {
  shoe: number;
  secret: string;
}

/** A guest left with these chips. */
export interface GuestLeft {
  kind: "guest_left";
  number: number;
  at: number;
  data: GuestLeftData;
  words?: Worded;
}

/** A guest left with these chips. */
export interface GuestLeftData {
  seat: number;
  chips: number;
}

/** The table is no more. */
export interface TableClosed {
  kind: "table_closed";
  number: number;
  at: number;
  data: TableClosedData;
  words?: Worded;
}

/** The table is no more. */
export type TableClosedData = Record<string, never>;

export type Frame =
  | Welcome
  | Events
  | Accepted
  | Refused
  | Roads
  | Clock
  | Ready
  | Ceremony
  | Room
  | Trouble
  | Closing;

export type TableEvent =
  | TableOpened
  | GuestSat
  | BoughtIn
  | ShoeCommitted
  | SeedCommitted
  | SeedRevealed
  | ShoeOpened
  | Burned
  | BetPlaced
  | BetTakenBack
  | CoupDealt
  | BetSettled
  | ShoeClosed
  | ShoeRevealed
  | GuestLeft
  | TableClosed;

export type Step = DealtStep | CalledStep | CutCardStep | StoodStep | DrewStep | EndedStep;

export type Level = keyof Sentences;

export type DerivedKey = keyof Marks;

export type Cell = Pick<WinCell, "column" | "row">;
