/** The page's own events, which bubble from elements to a screen or to the document. */

import type { BetSettled, Said } from "../wire/frames.d.ts";

interface PageEvents {
  /** A spot was pressed. */
  bet: CustomEvent<{ key: string }>;
  /** An action of the rack was asked for. */
  act: CustomEvent<{ name: string }>;
  /** A guest wants to sit, with so many dollars as typed. */
  sit: CustomEvent<{ amount: string }>;
  /** Messages of the clock to show and speak. */
  say: CustomEvent<readonly Said[]>;
  /** Bets are settled: chips move for so long, or until the signal ends it. */
  settle: CustomEvent<{ settled: BetSettled[]; duration: number; signal: AbortSignal }>;
  /** Show another path. */
  go: CustomEvent<string>;
  /** The screen is over, perhaps with a line that says why. */
  over: CustomEvent<{ reason: string; need: string }>;
  /** The guest has another name. */
  renamed: CustomEvent<string>;
}

declare global {
  interface HTMLElementEventMap extends PageEvents {
    skip: Event;
    /** A guest without chips wants some. */
    buy: Event;
    /** Another chip was chosen. */
    chosen: Event;
  }
  interface DocumentEventMap extends PageEvents {
    /** The guest has chosen another language. */
    language: Event;
  }
}
