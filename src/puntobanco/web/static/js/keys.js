/** Single keys: one letter each, off where a guest types, and off altogether if wanted. */

import { settings } from "./settings.js";

export const KEYS = [
  { key: "p", does: "player", words: "bet the chosen chip on Player" },
  { key: "b", does: "banker", words: "bet it on Banker" },
  { key: "t", does: "tie", words: "bet it on Tie" },
  { key: "1–6", does: "chip", words: "choose a chip" },
  { key: "u", does: "undo", words: "undo the last stake" },
  { key: "z", does: "take_back", words: "take all bets back" },
  { key: "r", does: "repeat", words: "repeat the last bets" },
  { key: "w", does: "double", words: "double all bets" },
  { key: "x", does: "deal", words: "deal; while cards are dealt, skip to the end" },
  { key: "e", does: "more_time", words: "more time to bet, at a table with a clock" },
  { key: "s", does: "skip", words: "skip to the end of the coup" },
  { key: "d", does: "decisions", words: "say the last ten decisions" },
  { key: "m", does: "money", words: "say your money and your bets" },
  { key: "l", does: "log", words: "go to the croupier’s log" },
  { key: "?", does: "help", words: "show this help" },
];

const BY_KEY = new Map(KEYS.map(({ key, does }) => [key, does]));

/** Listen for single keys; `act(does, place)` is told. Gives a function that stops listening. */
export function listen(act) {
  const heard = (event) => {
    if (!settings.get("shortcuts") || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, select, textarea, dialog") || event.isComposing) return;
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key)) act("chip", Number(key) - 1);
    else if (BY_KEY.has(key)) act(BY_KEY.get(key));
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}
