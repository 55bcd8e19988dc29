/** The name of a house, as guests read it. */

/** "Classic", from a house's name. */
export function houseName(name) {
  return { classic: "Classic", six_decks: "Six decks", ez: "EZ", super_6: "Super 6", burt: "Burt", classroom: "Classroom" }[name]
    ?? name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
}
