/** What the server answers over HTTP, as docs/api.md describes it. */

import type { Dealing, House, Limits, Phase, WinCell } from "./frames.d.ts";

export interface Me {
  name: string;
  tables: { table: string; seat: number }[];
  opened: string[];
}

export interface LobbyEntry {
  table: string;
  house: string;
  decks: number;
  limits: Limits | null;
  private: boolean;
  dealing: Dealing;
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

export interface Houses {
  houses: House[];
}

export interface ShoeEntry {
  shoe: number;
  coups: number;
  finished: boolean;
  started: number;
}

/** Points are [coups, shoe, bankroll, bought]. */
export interface Bankroll {
  seat: number;
  coups: number;
  left_out: number;
  points: [number, number, number, number][];
}

export interface BetOdds {
  key: string;
  name: string;
  edge: number;
  win: number;
  push: number;
  lose: number;
}

export type Odds =
  | { available: true; cards: number; bets: BetOdds[] }
  | { available: false; reason: string };

/** What shows that a card lay where the root promised. */
export interface CardPath {
  position: number;
  card: string;
  salt: string;
  beside: string[];
  root: string;
  size: number;
}
