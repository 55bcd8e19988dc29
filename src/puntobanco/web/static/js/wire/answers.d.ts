/** What the server answers over HTTP. Made from the types of puntobanco.wire by `make docs`; not to be changed by hand. */

import type { Currency, House, Limits, Phase, WinCell, WireMessage } from "./frames.d.ts";

/** Why a request was refused. */
export interface Error {
  readonly error: ErrorFacts;
}

/** A code and a reason in English for programs, and a message for a guest, if one may see it. */
export interface ErrorFacts {
  readonly code: string;
  readonly reason: string;
  readonly said: WireMessage | null;
}

/** Whether the log can be written, and how much there is to do. */
export interface Health {
  readonly status: string;
  readonly tables: number;
  readonly sockets: number;
  readonly damaged: readonly string[];
}

/** The name of a guest, as it was cleaned. */
export interface GuestName {
  readonly name: string;
}

/** The guest who asks: the seats, and the tables that the guest has opened. */
export interface Me {
  readonly name: string;
  readonly tables: readonly OwnSeat[];
  readonly opened: readonly string[];
}

/** A table at which the guest sits. */
export interface OwnSeat {
  readonly table: string;
  readonly seat: number;
}

/** The houses with a name. */
export interface Houses {
  readonly houses: readonly House[];
}

/** A table as the lobby lists it. */
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
}

/** The link to a table, and who hands it on. */
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
}

/** A table that stays closed until it is repaired. */
export interface DamagedEntry {
  readonly table: string;
  readonly host: string;
}

/** The shoes of a table, newest first. */
export interface Shoes {
  readonly shoes: readonly ShoeEntry[];
}

/** A shoe of a table; it is finished when its secret was shown. */
export interface ShoeEntry {
  readonly shoe: number;
  readonly coups: number;
  readonly finished: boolean;
  readonly started: number;
}

/** The guest's money since sitting down; points are [coups, shoe, bankroll, bought]. */
export interface Bankroll {
  readonly seat: number;
  readonly coups: number;
  readonly left_out: number;
  readonly points: readonly (readonly number[])[];
}

/** What shows that a card lay where the root promised. */
export interface CardPath {
  readonly position: number;
  readonly card: string;
  readonly salt: string;
  readonly beside: readonly string[];
  readonly root: string;
  readonly size: number;
}

/** Exact odds of the cards that no guest has seen, of the bets that are quickly counted. */
export interface Odds {
  readonly available: true;
  readonly shoe: number;
  readonly coups: number;
  readonly cards: number;
  readonly orders: string;
  readonly outcomes: OutcomeOrders;
  readonly bets: readonly BetOdds[];
}

/** In how many orders of six cards each outcome comes about, as text. */
export interface OutcomeOrders {
  readonly player: string;
  readonly banker: string;
  readonly tie: string;
}

/** Exact odds of a bet; the edge in percent, and exactly as text. */
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

/** Why there are no odds. */
export interface NoOdds {
  readonly available: false;
  readonly reason: string;
  readonly said: WireMessage | null;
}
