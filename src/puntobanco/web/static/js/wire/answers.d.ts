/** What the server answers over HTTP. Made from the types of puntobanco.wire by `make docs`; not to be changed by hand. */

import type {
  Currency,
  Durations,
  House,
  Limits,
  Phase,
  RevealedSeed,
  Roads,
  Square,
  Tableau,
  TableEvent,
  WinCell,
  WireMessage,
} from "./frames.d.ts";

/** The reason for a refused request. */
export interface Error {
  readonly error: ErrorFacts;
}

/** A code and an English reason for programs, and a message for the guest, or null. */
export interface ErrorFacts {
  readonly code: string;
  readonly reason: string;
  readonly said: WireMessage | null;
}

/** The health and load of the server. */
export interface Health {
  readonly status: string;
  readonly tables: number;
  readonly sockets: number;
  readonly damaged: readonly string[];
}

/** The name of a guest, after cleaning. */
export interface GuestName {
  readonly name: string;
}

/** The guest's name, seats, and opened tables. */
export interface Me {
  readonly name: string;
  readonly tables: readonly OwnSeat[];
  readonly opened: readonly string[];
}

/** A table and the guest's seat at it. */
export interface OwnSeat {
  readonly table: string;
  readonly seat: number;
}

/** The named houses. */
export interface Houses {
  readonly houses: readonly House[];
}

/** A table in the lobby. */
export interface LobbyEntry {
  readonly table: string;
  readonly house: string;
  readonly decks: number;
  readonly currency: Currency;
  readonly limits: Limits | null;
  readonly private: boolean;
  readonly dealing: "button" | number;
  readonly guests: readonly string[];
  readonly seats: number;
  readonly free: number;
  readonly watching: number;
  readonly phase: Phase;
  readonly shoe: number;
  readonly coups: number;
  readonly left: number;
  readonly opened: number;
  readonly big_road: readonly WinCell[];
  readonly decisions: string;
  readonly said: WireMessage;
  readonly good_road: string | null;
}

/** The link to a table, and the inviting guest. */
export interface Invitation {
  readonly link: string;
  readonly reach: "machine" | "named" | "network";
  readonly qr: readonly string[];
  readonly by: string | null;
  readonly host: string;
  readonly house: string;
  readonly currency: Currency;
  readonly limits: Limits | null;
}

/** The public tables, and the guest's own private ones. */
export interface Tables {
  readonly tables: readonly LobbyEntry[];
  readonly damaged: readonly DamagedEntry[];
  readonly notice: WireMessage | null;
}

/** A table that stays closed until it is repaired. */
export interface DamagedEntry {
  readonly table: string;
  readonly host: string;
}

/** The roads of a shoe. */
export interface ShoeRoads {
  readonly roads: Roads;
}

/** The shoes of a table, newest first. */
export interface Shoes {
  readonly shoes: readonly ShoeEntry[];
}

/** A shoe of a table. It is finished once its secret is revealed. */
export interface ShoeEntry {
  readonly shoe: number;
  readonly coups: number;
  readonly finished: boolean;
  readonly started: number;
}

/** A finished shoe, coup by coup. */
export interface ShoeReplay {
  readonly table: string;
  readonly shoe: number;
  readonly house: House;
  readonly durations: Durations;
  readonly coups: readonly CoupReplay[];
}

/** A coup of a finished shoe, with your bets only. */
export interface CoupReplay {
  readonly seat: number | null;
  readonly before: ShoeState;
  readonly events: readonly TableEvent[];
  readonly odds: Edges | null;
}

/** The table without its seats and coups. */
export interface ShoeState {
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
}

/** The house edge of each bet in percent, computed from the unseen cards. */
export interface Edges {
  readonly cards: number;
  readonly percent: Readonly<Record<string, number>>;
}

/** The kinds of drills in the order of teaching, and your current set. */
export interface Drills {
  readonly kinds: readonly DrillProgress[];
  readonly next: string;
  readonly tableau: Tableau;
  readonly rule: WireMessage;
  readonly set: DrillSet | null;
}

/** How many topics of a drill you have learned. */
export interface DrillProgress {
  readonly kind: string;
  readonly learned: number;
  readonly topics: number;
}

/** The progress through a set of questions. At its end it has a report, and no question. */
export interface DrillSet {
  readonly seed: string;
  readonly kind: string;
  readonly test: boolean;
  readonly left: number;
  readonly seconds_left: number | null;
  readonly question: DrillQuestion | null;
  readonly report: DrillReport | null;
}

/** One question. The answer is one of the choices, or a number. */
export interface DrillQuestion {
  readonly number: number;
  readonly kind: string;
  readonly ask: WireMessage;
  readonly choices: readonly string[];
  readonly reply: string;
}

/** The result of a set of questions. */
export interface DrillReport {
  readonly right: number;
  readonly asked: number;
  readonly seconds: number;
  readonly late: boolean;
  readonly mistakes: readonly DrillMistake[];
}

/** A question that you answered wrong, and why. */
export interface DrillMistake {
  readonly ask: WireMessage;
  readonly why: WireMessage;
}

/** The response to an answer. In a test, it has only the set. */
export interface DrillAnswered {
  readonly right: boolean | null;
  readonly why: WireMessage | null;
  readonly square: Square | null;
  readonly set: DrillSet;
}

/** The guest's money since sitting down. A point is [coups, shoe, bankroll, bought]. */
export interface Bankroll {
  readonly seat: number;
  readonly coups: number;
  readonly left_out: number;
  readonly points: readonly (readonly number[])[];
}

/** The guest's evening at a table so far. Nothing in it is about other guests. */
export interface Farewell {
  readonly seat: number;
  readonly earned: number;
  readonly coups: number;
  readonly coups_bet: number;
  readonly best: CoupResult | null;
  readonly worst: CoupResult | null;
  readonly longest_run: number;
  readonly finished: number | null;
  readonly said: readonly WireMessage[];
}

/** The net result of the guest's bets on a coup. */
export interface CoupResult {
  readonly shoe: number;
  readonly coup: number;
  readonly earned: number;
}

/** The proof that a card was in its position when the root was published. */
export interface CardPath {
  readonly position: number;
  readonly card: string;
  readonly salt: string;
  readonly beside: readonly string[];
  readonly root: string;
  readonly size: number;
}

/** Exact odds of the unseen cards, for bets that can be counted quickly. */
export interface Odds {
  readonly available: true;
  readonly shoe: number;
  readonly coups: number;
  readonly cards: number;
  readonly orders: string;
  readonly outcomes: OutcomeOrders;
  readonly bets: readonly BetOdds[];
}

/** The number of orders of six cards that lead to each outcome, as text. */
export interface OutcomeOrders {
  readonly player: string;
  readonly banker: string;
  readonly tie: string;
}

/** Exact odds of a bet, with the edge in percent and as an exact fraction. */
export interface BetOdds {
  readonly key: string;
  readonly name: string;
  readonly pays: string;
  readonly edge: number;
  readonly edge_exact: string;
  readonly sd: number;
  readonly win: number;
  readonly push: number;
  readonly lose: number;
}

/** The reason why there are no odds. */
export interface NoOdds {
  readonly available: false;
  readonly reason: string;
  readonly said: WireMessage | null;
}
