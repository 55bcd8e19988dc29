/** What the server answers over HTTP. Made from the types of puntobanco.wire by `make docs`; not to be changed by hand. */

import type { House, Limits, Phase, WinCell } from "./frames.d.ts";

/** Why a request was refused. */
export interface Error {
  error: ErrorFacts;
}

/** A code for programs, and a sentence for people. */
export interface ErrorFacts {
  code: string;
  reason: string;
}

/** Whether the log can be written, and how much there is to do. */
export interface Health {
  status: string;
  tables: number;
  sockets: number;
}

/** The name of a guest, as it was cleaned. */
export interface GuestName {
  name: string;
}

/** The guest who asks: the seats, and the tables that the guest has opened. */
export interface Me {
  name: string;
  tables: OwnSeat[];
  opened: string[];
}

/** A table at which the guest sits. */
export interface OwnSeat {
  table: string;
  seat: number;
}

/** The houses with a name. */
export interface Houses {
  houses: House[];
}

/** A table as the lobby lists it. */
export interface LobbyEntry {
  table: string;
  house: string;
  decks: number;
  limits: Limits | null;
  private: boolean;
  dealing: "button" | number;
  guests: string[];
  seats: number;
  free: number;
  watching: number;
  phase: Phase;
  shoe: number;
  coups: number;
  left: number;
  opened: number;
  big_road: WinCell[];
  decisions: string;
  said: string;
}

/** The public tables, and the guest's own private ones. */
export interface Tables {
  tables: LobbyEntry[];
}

/** The shoes of a table, newest first. */
export interface Shoes {
  shoes: ShoeEntry[];
}

/** A shoe of a table; it is finished when its secret was shown. */
export interface ShoeEntry {
  shoe: number;
  coups: number;
  finished: boolean;
  started: number;
}

/** The guest's money since sitting down; points are [coups, shoe, bankroll, bought]. */
export interface Bankroll {
  seat: number;
  coups: number;
  left_out: number;
  points: [number, number, number, number][];
}

/** What shows that a card lay where the root promised. */
export interface CardPath {
  position: number;
  card: string;
  salt: string;
  beside: string[];
  root: string;
  size: number;
}

/** Exact odds of the cards that no guest has seen, of the bets that are quickly counted. */
export interface Odds {
  available: true;
  shoe: number;
  coups: number;
  cards: number;
  orders: string;
  outcomes: OutcomeOrders;
  bets: BetOdds[];
}

/** In how many orders of six cards each outcome comes about, as text. */
export interface OutcomeOrders {
  player: string;
  banker: string;
  tie: string;
}

/** Exact odds of a bet; the edge in percent, and exactly as text. */
export interface BetOdds {
  key: string;
  name: string;
  pays: string;
  edge: number;
  edge_exact: string;
  sd: number;
  win: number;
  push: number;
  lose: number;
}

/** Why there are no odds. */
export interface NoOdds {
  available: false;
  reason: string;
}
