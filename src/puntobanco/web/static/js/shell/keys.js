/** Single keys, what they do, and how the help describes it. */
export const KEYS = [
  { key: "p", does: "player", help: "bet the chosen chip on Player" },
  { key: "b", does: "banker", help: "bet it on Banker" },
  { key: "t", does: "tie", help: "bet it on Tie" },
  { key: "1–6", does: "chip", help: "choose a chip" },
  { key: "u", does: "undo", help: "undo the last stake" },
  { key: "z", does: "take_back", help: "take all bets back" },
  { key: "r", does: "repeat", help: "repeat the last bets" },
  { key: "w", does: "double", help: "double all bets" },
  {
    key: "x",
    does: "deal",
    help: "deal, or say that you are ready for the cards; while cards are dealt, skip to the end",
  },
  { key: "e", does: "more_time", help: "more time to bet, at a table with a clock" },
  { key: "s", does: "skip", help: "skip to the end of the coup" },
  { key: "d", does: "decisions", help: "say the last ten decisions" },
  { key: "m", does: "money", help: "say your money and your bets" },
  { key: "l", does: "log", help: "go to the croupier’s log" },
  { key: "?", does: "help", help: "show this help" },
];
