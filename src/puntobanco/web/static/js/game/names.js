/** Names of bets and houses, percentages and times, in the guest's language. */

import { catalogue, words } from "../words/words.js";

/** @import { Bet } from "../wire/frames.d.ts" */
/** @import { Named } from "../words/catalogue.js" */

/**
 * Return a bet of a felt as a fact of a message.
 * @type {(felt: readonly Pick<Bet, "key" | "name" | "renamed">[], key: string) => Named}
 */
export const betFact = (felt, key) => {
  const bet = felt.find((each) => each.key === key);
  return bet?.renamed ? [bet.name] : key;
};

/** Return a bet's name in the guest's language. @param {Pick<Bet, "key" | "name" | "renamed">} bet */
export const betName = (bet) => catalogue().said("bet", betFact([bet], bet.key));

/** The name of a house as guests read it: "Six decks". @param {string} name */
export function houseName(name) {
  const { texts } = catalogue();
  const id = `page.house.${name}`;
  if (Object.hasOwn(texts, id)) return texts[id];
  return name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
}

/** @type {(percent: number, digits: number) => string} */
export function percentage(percent, digits) {
  const amount = percent.toFixed(digits).replace(".", catalogue().text("number.decimal"));
  return words("page.percent", { amount });
}

/** Return the local hour and minute. @param {number} at  milliseconds since 1970 */
export function timeOfDay(at) {
  const { language } = catalogue();
  return new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
}
