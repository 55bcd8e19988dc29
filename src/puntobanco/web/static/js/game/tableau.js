/** The tableau: on which holdings and third cards a hand draws. */

/** For each holding of Banker's, the third cards of Player's on which it draws; "-" is "stood". */
export const BANKER = [
  { holding: 0, draws: "-0123456789" },
  { holding: 1, draws: "-0123456789" },
  { holding: 2, draws: "-0123456789" },
  { holding: 3, draws: "-012345679" },
  { holding: 4, draws: "-234567" },
  { holding: 5, draws: "-4567" },
  { holding: 6, draws: "67" },
  { holding: 7, draws: "" },
];

/** Player's holdings, and whether it draws on them. */
export const PLAYER = [0, 1, 2, 3, 4, 5, 6, 7].map((holding) => ({ holding, draws: holding <= 5 }));

/** Player's third cards, and first that there is none. */
export const THIRDS = ["-", ..."0123456789"];
