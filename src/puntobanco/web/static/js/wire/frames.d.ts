/** What the server sends over the WebSocket, as docs/api.md describes it. */

export type Side = "player" | "banker";
export type Outcome = Side | "tie";
export type Phase = "no shoe" | "seeding" | "betting" | "closed";
export type Dealing = "button" | number;
export type Level = "terse" | "normal" | "full";
export type Fate = "lost" | "won" | "returned" | "stands";

/** Sentences by level; a level may be left out. */
export type Sentences = Partial<Record<Level, string[]>>;

/** The words of something: to read and by ear, for everyone and for the guest whom it concerns. */
export interface Worded {
  seat?: number;
  say?: Sentences;
  say_own?: Sentences;
  aloud?: Sentences;
  aloud_own?: Sentences;
}

export interface Limits {
  minimum: number;
  maximum: number;
  side_maximum: number;
  step: number;
}

export interface Bet {
  key: string;
  name: string;
  spot: Outcome | "side";
  main: boolean;
  pays: string;
  lines: string[];
  minimum: number | null;
  maximum: number | null;
  step: number | null;
}

export interface House {
  name: string;
  decks: number;
  cards: number;
  every_coup: boolean;
  ties: string;
  limits: Limits | null;
  rules: string;
  said: string[];
  felt: Bet[];
}

export interface CoupFacts {
  coup: string;
  outcome: Outcome;
  player_total: number;
  banker_total: number;
  natural: boolean;
}

/** A coup of the shoe that is on the table; `position` is the place of its first card. */
export interface NumberedCoup extends CoupFacts {
  number: number;
  position: number;
}

export interface Stake {
  key: string;
  stake: number;
}

export interface Wager extends Stake {
  standing: boolean;
}

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

export interface Shoe {
  phase: Phase;
  shoe: number;
  commitment: string;
  root: string;
  promised: number[];
  revealed: { seat: number; seed: string }[];
  burned: string | null;
  hidden: number;
  cards: number;
  place: number;
  left: number;
  cut_card_out: boolean;
  coups_dealt: number;
}

export interface State extends Shoe {
  coups: NumberedCoup[];
  last: CoupFacts | null;
  seats: Record<string, Seat>;
}

/** The square of the tableau that decided; `third` is null where Player stood. */
export interface Square {
  holding: number;
  third: number | null;
}

export type Step = Worded &
  (
    | { did: "dealt"; side: Side; card: string }
    | { did: "called"; player: number; banker: number }
    | { did: "cut_card" }
    | { did: "stood"; side: Side; total: number; square: Square | null; why: string }
    | { did: "drew"; side: Side; card: string; total: number; square: Square | null; why: string }
    | { did: "ended"; outcome: Outcome; player: number; banker: number }
  );

export interface CoupDealt extends Worded, CoupFacts {
  kind: "coup_dealt";
  number: number;
  coup_number: number;
  cut_after: number | null;
  last: boolean;
  position: number;
  story: Step[];
  /** What each guest with bets hears of the money, by seat, and under `others` everyone else. */
  settled: Record<string, Sentences>;
}

export interface BetSettled extends Worded, Stake {
  kind: "bet_settled";
  number: number;
  seat: number;
  earned: number;
  fate: Fate;
}

export interface Burned extends Worded {
  kind: "burned";
  number: number;
  card: string;
  hidden: number;
}

export interface BetPlaced extends Worded, Stake {
  kind: "bet_placed";
  number: number;
  seat: number;
}

/** The events of which the page needs only the words, or a member or two. */
export type TableEvent =
  | CoupDealt
  | BetSettled
  | BetPlaced
  | Burned
  | (Worded & { number: number; seat: number } & (
        | { kind: "guest_sat"; name: string }
        | { kind: "guest_left"; chips: number }
        | { kind: "bought_in"; chips: number }
        | { kind: "bet_taken_back"; key: string; stake: number }
        | { kind: "seed_committed"; commitment: string }
        | { kind: "seed_revealed"; seed: string }
      ))
  | (Worded & { number: number } & (
        | { kind: "table_opened"; table: string; house: string }
        | { kind: "shoe_committed"; shoe: number; commitment: string }
        | { kind: "shoe_opened"; shoe: number; cards: number; root: string; withheld: number[] }
        | { kind: "shoe_closed"; shoe: number; coups: number }
        | { kind: "shoe_revealed"; shoe: number; secret: string }
        | { kind: "table_closed" }
      ));

export interface Cell {
  column: number;
  row: number;
}

export type BeadCell = Cell & { outcome: Outcome; banker_pair: boolean; player_pair: boolean };
export type WinCell = Cell & { side: Side; ties: number };
export type DerivedKey = "big_eye_boy" | "small_road" | "cockroach_pig";
export type Letter = "R" | "B";

export interface Roads extends Record<DerivedKey, string> {
  decisions: string;
  bead_plate: BeadCell[];
  big_road: WinCell[];
  ask: Record<Side, Record<DerivedKey, Letter | null>>;
  said: string;
  told: string[];
}

/** What is said when so many milliseconds are left. */
export type ClockWords = Worded & { left: number };

export interface Clock {
  closes_in: number | null;
  opens_in: number | null;
  period: number | null;
  more: number;
  used: Record<string, number>;
  said: ClockWords[];
}

export interface Ready {
  seats: number[];
  waiting: number[];
  waits: string;
  deals_in: number | null;
  said: string[];
}

export interface Ceremony {
  stage: "commit" | "reveal" | null;
  shoe: number;
  commitment: string;
  closes_in: number | null;
}

export interface Room {
  here: number[];
  watching: number;
}

/** Milliseconds of each part of what the page shows, at the calm pace. */
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

export interface WelcomeFrame {
  type: "welcome";
  table: string;
  name: string;
  seat: number | null;
  number: number;
  private: boolean;
  dealing: Dealing;
  durations: Durations;
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

export interface EventsFrame {
  type: "events";
  number: number;
  events: TableEvent[];
  seats: Record<string, Seat | null>;
  table: Shoe;
}

export type Frame =
  | WelcomeFrame
  | EventsFrame
  | (Roads & { type: "roads" })
  | (Clock & { type: "clock" })
  | (Ready & { type: "ready" })
  | (Ceremony & { type: "ceremony" })
  | (Room & { type: "room" })
  | { type: "accepted"; id: string; number: number }
  | { type: "refused"; id: string | null; code: string; reason: string }
  | { type: "trouble"; reason: string | null }
  | { type: "closing"; reason: string };
