/** A guest's money over the coups of an evening, kept in this tab. */

const MOST = 2000;

const key = (table) => `puntobanco.curve.${table}`;

/** What is known already: [{ coup, bankroll }]. */
export function readCurve(table) {
  try {
    return JSON.parse(sessionStorage.getItem(key(table))) ?? [];
  } catch {
    return [];
  }
}

/** The curve with one more point; a coup counts once. */
export function grown(table, curve, point) {
  const last = curve.at(-1);
  if (last && last.coup === point.coup && last.bankroll === point.bankroll) return curve;
  const points = [...curve.filter(({ coup }) => coup < point.coup), point].slice(-MOST);
  try {
    sessionStorage.setItem(key(table), JSON.stringify(points));
  } catch {
    // A browser that keeps nothing still plays.
  }
  return points;
}
