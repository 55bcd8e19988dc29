/** @type {Record<string, string>} */
const NAMES = {
  classic: "Classic",
  six_decks: "Six decks",
  ez: "EZ",
  super_6: "Super 6",
  burt: "Burt",
  classroom: "Classroom",
};

/**
 * The name of a house as guests read it: "Six decks".
 * @param {string} name
 */
export function houseName(name) {
  return NAMES[name] ?? name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
}
