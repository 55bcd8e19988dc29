/** What the server sends over the WebSocket. Made from the types of puntobanco.wire by `make docs`; not to be changed by hand. */

/** What every event has. */
export interface EventHead {
  readonly number: number;
  readonly at: number;
  readonly said?: readonly WireMessage[];
}

/** The first frame: everything needed to draw the table. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  readonly table: string;
  readonly name: string;
  readonly seat: number | null;
  readonly number: number;
  readonly private: boolean;
  readonly dealing: "button" | number;
  readonly durations: Durations;
  readonly house: House;
  readonly state: State;
  readonly roads: Roads;
  readonly clock: Clock;
  readonly ceremony: Ceremony;
  readonly ready: Ready;
  readonly room: Room;
  readonly resync: boolean;
  readonly missed: readonly TableEvent[];
}

/** How long the page takes for each part of a coup, in milliseconds, at its calm pace. */
export interface Durations {
  readonly clearing: number;
  readonly slide: number;
  readonly turn: number;
  readonly deciding: number;
  readonly call: number;
  readonly cut_card: number;
  readonly decision: number;
  readonly natural: number;
  readonly result: number;
  readonly paying: number;
  readonly no_bets: number;
  readonly holding: number;
  readonly shuffling: number;
  readonly burn_card: number;
}

/** The rules of a table, and its felt. */
export interface House {
  readonly name: string;
  readonly decks: number;
  readonly cards: number;
  readonly every_coup: boolean;
  readonly ties: Ties;
  readonly currency: Currency;
  readonly limits: Limits | null;
  readonly tableau: Tableau;
  readonly rules: string;
  readonly said: readonly WireMessage[];
  readonly felt: readonly Bet[];
}

export type Ties = "locked" | "push" | "stand";

/** The currency of the chips. */
export interface Currency {
  readonly sign: string;
  readonly place: SignPlace;
  readonly digits: 0 | 2;
}

export type SignPlace = "after" | "before";

/** The limits of a stake on one spot, in chips. */
export interface Limits {
  readonly minimum: number;
  readonly maximum: number;
  readonly side_maximum: number;
  readonly step: number;
}

/** The drawing rules: true means draw, false means stand. */
export interface Tableau {
  readonly player: readonly boolean[];
  readonly banker: readonly (readonly boolean[])[];
}

export type WireMessage = readonly [string, Readonly<Record<string, unknown>>, number];

/** A bet on the felt. Its limits are null if the house takes no wagers. */
export interface Bet {
  readonly key: string;
  readonly name: string;
  readonly renamed: boolean;
  readonly spot: Spot;
  readonly main: boolean;
  readonly pays: readonly string[];
  readonly plain_pays: readonly string[];
  readonly best_pays: WireMessage | null;
  readonly rule: WireMessage | null;
  readonly lines: readonly BetLine[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly step: number | null;
}

export type Spot = "banker" | "player" | "side" | "tie";

/** One line of a bet: when it applies, and the odds it pays. */
export interface BetLine {
  readonly when: WireMessage;
  readonly pays: string;
}

/** Everything that a table shows. */
export interface State {
  readonly phase: Phase;
  readonly shoe: number;
  readonly commitment: string;
  readonly root: string;
  readonly promised: readonly number[];
  readonly revealed: readonly RevealedSeed[];
  readonly burned: string | null;
  readonly hidden: number;
  readonly cards: number;
  readonly place: number;
  readonly left: number;
  readonly cut_card_out: boolean;
  readonly last_coup: boolean;
  readonly coups_dealt: number;
  readonly coups: readonly NumberedCoup[];
  readonly last: Coup | null;
  readonly won: readonly string[];
  readonly seats: Readonly<Record<string, Seat>>;
}

export type Phase = "betting" | "closed" | "no shoe" | "seeding" | "unopened";

/** A guest's seed. */
export interface RevealedSeed {
  readonly seat: number;
  readonly seed: string;
}

/** A coup of the current shoe. `position` is that of its first card, from 0. */
export interface NumberedCoup {
  readonly coup: string;
  readonly player: readonly string[];
  readonly banker: readonly string[];
  readonly cards: readonly string[];
  readonly outcome: Outcome;
  readonly player_total: number;
  readonly banker_total: number;
  readonly natural: boolean;
  readonly naturals: readonly Side[];
  readonly squares: readonly Square[];
  readonly pairs: readonly Side[];
  readonly number: number;
  readonly position: number;
}

export type Outcome = "banker" | "player" | "tie";

export type Side = "banker" | "player";

/** The square of the tableau that decided. `third` is null if Player stood. */
export interface Square {
  readonly side: Side;
  readonly holding: number;
  readonly third: number | null;
}

/** A coup and what follows from its cards. */
export interface Coup {
  readonly coup: string;
  readonly player: readonly string[];
  readonly banker: readonly string[];
  readonly cards: readonly string[];
  readonly outcome: Outcome;
  readonly player_total: number;
  readonly banker_total: number;
  readonly natural: boolean;
  readonly naturals: readonly Side[];
  readonly squares: readonly Square[];
  readonly pairs: readonly Side[];
}

/** A guest's chips and stakes. `bankroll` includes stakes, `available` does not. */
export interface Seat {
  readonly name: string;
  readonly bankroll: number;
  readonly bought: number;
  readonly staked: number;
  readonly available: number;
  readonly coups_bet: number;
  readonly wagers: readonly Wager[];
  readonly last: readonly Stake[];
}

/** A guest's total stake on a spot. It is standing if a tie left it there. */
export interface Wager {
  readonly key: string;
  readonly stake: number;
  readonly standing: boolean;
}

/** A stake on a bet. */
export interface Stake {
  readonly key: string;
  readonly stake: number;
}

/** All roads. Sent when a shoe begins. */
export interface Roads {
  readonly type: "roads";
  readonly number: number;
  readonly decisions: string;
  readonly bead_plate: readonly BeadCell[];
  readonly big_road: readonly WinCell[];
  readonly big_eye_boy: string;
  readonly small_road: string;
  readonly cockroach_pig: string;
  readonly ask: Asked;
  readonly good_road: string | null;
}

/** A coup on the bead plate. */
export interface BeadCell {
  readonly column: number;
  readonly row: number;
  readonly outcome: Outcome;
  readonly banker_pair: boolean;
  readonly player_pair: boolean;
}

/** A win on the big road, with the ties after it. */
export interface WinCell {
  readonly column: number;
  readonly row: number;
  readonly side: Side;
  readonly ties: number;
}

/** The marks that the derived roads would get if a side won next. */
export interface Asked {
  readonly banker: Marks;
  readonly player: Marks;
}

/** The next mark of each derived road, or null if there is none. */
export interface Marks {
  readonly big_eye_boy: Mark | null;
  readonly small_road: Mark | null;
  readonly cockroach_pig: Mark | null;
}

export type Mark = "B" | "R";

/** The betting clock. All times are null if none is running. */
export interface Clock {
  readonly type: "clock";
  readonly closes_in: number | null;
  readonly opens_in: number | null;
  readonly period: number | null;
  readonly more: number;
  readonly used: Readonly<Record<string, number>>;
  readonly said: readonly ClockCall[];
}

/** Messages for when `left` milliseconds remain. 0 is the moment of the deal. */
export interface ClockCall {
  readonly left: number;
  readonly said: readonly WireMessage[];
  readonly seat?: number;
}

/** The stage of the seed ceremony, or null outside of it. */
export interface Ceremony {
  readonly type: "ceremony";
  readonly stage: "commit" | "reveal" | null;
  readonly shoe: number;
  readonly commitment: string;
  readonly closes_in: number | null;
}

/** At a table dealt by button: the seats that may deal, and those that are ready. */
export interface Ready {
  readonly type: "ready";
  readonly dealers: readonly number[];
  readonly seats: readonly number[];
  readonly waiting: readonly number[];
  readonly waits: WireMessage | null;
  readonly deals_in: number | null;
  readonly said: readonly WireMessage[];
}

/** The seats of connected guests, the number of spectators, and some of their names. */
export interface Room {
  readonly type: "room";
  readonly here: readonly number[];
  readonly watching: number;
  readonly spectators: readonly string[];
}

/** New durable events in order, and other changes of the state. */
export interface Events {
  readonly type: "events";
  readonly number: number;
  readonly events: readonly TableEvent[];
  readonly seats?: Readonly<Record<string, SeatChange | null>>;
  readonly table?: ShoeStateChange;
}

/** The fields of a seat that changed. */
export interface SeatChange {
  readonly name?: string;
  readonly bankroll?: number;
  readonly bought?: number;
  readonly staked?: number;
  readonly available?: number;
  readonly coups_bet?: number;
  readonly wagers?: readonly Wager[];
  readonly last?: readonly Stake[];
}

/** The fields of a shoestate that changed. */
export interface ShoeStateChange {
  readonly phase?: Phase;
  readonly shoe?: number;
  readonly commitment?: string;
  readonly root?: string;
  readonly promised?: readonly number[];
  readonly revealed?: readonly RevealedSeed[];
  readonly burned?: string | null;
  readonly hidden?: number;
  readonly cards?: number;
  readonly place?: number;
  readonly left?: number;
  readonly cut_card_out?: boolean;
  readonly last_coup?: boolean;
  readonly coups_dealt?: number;
}

/** The command is durable. `number` is that of the table's last event at the time. */
export interface Accepted {
  readonly type: "accepted";
  readonly id: string;
  readonly number: number;
}

/** The command was refused and changed nothing. `id` is null if it couldn't be read. */
export interface Refused {
  readonly type: "refused";
  readonly id: string | null;
  readonly code: string;
  readonly reason: string;
  readonly said: WireMessage | null;
}

/** The marks that a coup adds to the roads. `decisions`, `ask` and `good_road` are complete. */
export interface RoadsAfterCoup {
  readonly type: "roads_after_coup";
  readonly number: number;
  readonly decisions: string;
  readonly bead: BeadCell;
  readonly win: WinCell | null;
  readonly big_eye_boy: string;
  readonly small_road: string;
  readonly cockroach_pig: string;
  readonly ask: Asked;
  readonly good_road: string | null;
}

/** The log can't be written, and the server retries. A null reason ends the trouble. */
export interface Trouble {
  readonly type: "trouble";
  readonly reason: string | null;
  readonly said: WireMessage | null;
}

/** A notice from the house to everyone, for example that it closes soon. */
export interface Notice {
  readonly type: "notice";
  readonly at: number;
  readonly text: string;
  readonly said: WireMessage;
}

/** The server or the table is about to close. */
export interface Closing {
  readonly type: "closing";
  readonly reason: string;
  readonly said: WireMessage;
}

/** What follows from a coup: its facts, the bets that won, its steps, and spoken results. */
export interface CoupStory {
  readonly dealt: NumberedCoup;
  readonly won: readonly string[];
  readonly steps: readonly Step[];
  readonly settled: Readonly<Record<string, readonly WireMessage[]>>;
}

/** One of the first four cards, and the total of its hand so far. */
export interface DealtStep {
  readonly did: "dealt";
  readonly side: Side;
  readonly card: string;
  readonly total: number;
  readonly said: readonly WireMessage[];
}

/** The call: the totals of the first four cards. */
export interface CalledStep {
  readonly did: "called";
  readonly player: number;
  readonly banker: number;
  readonly said: readonly WireMessage[];
}

/** The cut card comes out. */
export interface CutCardStep {
  readonly did: "cut_card";
  readonly said: readonly WireMessage[];
}

/** A hand stands. `square` is null if a natural ended the coup. */
export interface StoodStep {
  readonly did: "stood";
  readonly side: Side;
  readonly total: number;
  readonly natural: boolean;
  readonly square: Square | null;
  readonly why: WireMessage;
  readonly said: readonly WireMessage[];
}

/** A hand draws a third card. */
export interface DrewStep {
  readonly did: "drew";
  readonly side: Side;
  readonly card: string;
  readonly total: number;
  readonly square: Square;
  readonly why: WireMessage;
  readonly said: readonly WireMessage[];
}

/** The result. */
export interface EndedStep {
  readonly did: "ended";
  readonly outcome: Outcome;
  readonly player: number;
  readonly banker: number;
  readonly said: readonly WireMessage[];
}

/** The guest's total stake on the spot, and the chips left to bet. */
export interface SpotAfter {
  readonly by: string;
  readonly total: number;
  readonly available: number;
  readonly shared?: boolean;
}

/** The guest's name, the odds of a win, and the new bankroll. */
export interface SettledStake {
  readonly by: string;
  readonly pays?: string;
  readonly bankroll?: number;
  readonly shared?: boolean;
}

/** A table opened with its rules. */
export interface TableOpened extends EventHead {
  readonly kind: "table_opened";
  readonly data: TableOpenedData;
}

export interface TableOpenedData {
  readonly table: string;
  readonly house: string;
}

/** A guest took a seat. */
export interface GuestSat extends EventHead {
  readonly kind: "guest_sat";
  readonly data: GuestSatData;
}

export interface GuestSatData {
  readonly seat: number;
  readonly name: string;
}

/** A guest bought chips. */
export interface BoughtIn extends EventHead {
  readonly kind: "bought_in";
  readonly data: BoughtInData;
}

export interface BoughtInData {
  readonly seat: number;
  readonly chips: number;
}

/** The house committed to its secret, before any guest added a seed. */
export interface ShoeCommitted extends EventHead {
  readonly kind: "shoe_committed";
  readonly data: ShoeCommittedData;
}

export interface ShoeCommittedData {
  readonly shoe: number;
  readonly commitment: string;
}

/** A guest committed to a seed without revealing it. */
export interface SeedCommitted extends EventHead {
  readonly kind: "seed_committed";
  readonly data: SeedCommittedData;
}

export interface SeedCommittedData {
  readonly seat: number;
  readonly commitment: string;
}

/** A guest revealed the seed. */
export interface SeedRevealed extends EventHead {
  readonly kind: "seed_revealed";
  readonly data: SeedRevealedData;
}

export interface SeedRevealedData {
  readonly seat: number;
  readonly seed: string;
}

/** The order is fixed and its Merkle root published. `withheld` seats never revealed a seed. */
export interface ShoeOpened extends EventHead {
  readonly kind: "shoe_opened";
  readonly data: ShoeOpenedData;
}

export interface ShoeOpenedData {
  readonly shoe: number;
  readonly cards: number;
  readonly root: string;
  readonly withheld: readonly number[];
}

/** Cards were burned: all face down, or the first one face up. */
export interface Burned extends EventHead {
  readonly kind: "burned";
  readonly data: BurnedData;
}

export interface BurnedData {
  readonly card: string | null;
  readonly hidden: number;
}

/** A guest placed a stake, or added to one. */
export interface BetPlaced extends EventHead {
  readonly kind: "bet_placed";
  readonly data: BetPlacedData;
  readonly facts: SpotAfter;
}

export interface BetPlacedData {
  readonly seat: number;
  readonly key: string;
  readonly stake: number;
}

/** A guest took a stake back. */
export interface BetTakenBack extends EventHead {
  readonly kind: "bet_taken_back";
  readonly data: BetTakenBackData;
  readonly facts: SpotAfter;
}

export interface BetTakenBackData {
  readonly seat: number;
  readonly key: string;
  readonly stake: number;
}

/** A whole coup was dealt. `cut_after` counts its cards before the cut card, if it came out. */
export interface CoupDealt extends EventHead {
  readonly kind: "coup_dealt";
  readonly data: CoupDealtData;
  readonly facts: CoupStory;
}

export interface CoupDealtData {
  readonly number: number;
  readonly coup: string;
  readonly cut_after: number | null;
  readonly last: boolean;
}

/** A stake was settled. */
export interface BetSettled extends EventHead {
  readonly kind: "bet_settled";
  readonly data: BetSettledData;
  readonly facts: SettledStake;
}

export interface BetSettledData {
  readonly seat: number;
  readonly key: string;
  readonly stake: number;
  readonly earned: number;
  readonly fate: Fate;
}

export type Fate = "lost" | "returned" | "stands" | "won";

/** No more coups are dealt from this shoe. */
export interface ShoeClosed extends EventHead {
  readonly kind: "shoe_closed";
  readonly data: ShoeClosedData;
}

export interface ShoeClosedData {
  readonly shoe: number;
  readonly coups: number;
}

/** The house revealed its secret, so that everyone can derive the order again. */
export interface ShoeRevealed extends EventHead {
  readonly kind: "shoe_revealed";
  readonly data: ShoeRevealedData;
}

export interface ShoeRevealedData {
  readonly shoe: number;
  readonly secret: string;
}

/** A guest left with these chips. */
export interface GuestLeft extends EventHead {
  readonly kind: "guest_left";
  readonly data: GuestLeftData;
}

export interface GuestLeftData {
  readonly seat: number;
  readonly chips: number;
}

/** The table closed. */
export interface TableClosed extends EventHead {
  readonly kind: "table_closed";
  readonly data: TableClosedData;
}

export interface TableClosedData {
  readonly by_house: boolean;
}

export type Frame =
  | Welcome
  | Events
  | Accepted
  | Refused
  | Roads
  | RoadsAfterCoup
  | Clock
  | Ready
  | Ceremony
  | Room
  | Trouble
  | Notice
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

export type Level = "terse" | "normal" | "full";

export type DerivedKey = keyof Marks;

export type Cell = Pick<WinCell, "column" | "row">;
