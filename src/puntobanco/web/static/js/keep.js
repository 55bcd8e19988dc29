/** What a tab remembers of a table through a reload: the log, the felt, and the curve of money. */

const key = (table) => `puntobanco.table.${table}`;
const MOST = 2000;
const curveKey = (table) => `puntobanco.curve.${table}`;

/** Keep the log's lines, the last event seen and what lay on the felt. */
export function keep(model, lines, seen) {
  const { lastWin, paid } = model;
  try {
    sessionStorage.setItem(key(model.table), JSON.stringify({ lines, seen, model: { lastWin, paid } }));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** What was kept, or the beginning. */
export function recalled(table) {
  const nothing = { lines: [], seen: null, model: {} };
  try {
    return { ...nothing, ...JSON.parse(sessionStorage.getItem(key(table))) };
  } catch {
    return nothing;
  }
}

/** What is known already: [{ coup, bankroll }]. */
export function readCurve(table) {
  try {
    return JSON.parse(sessionStorage.getItem(curveKey(table))) ?? [];
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
    sessionStorage.setItem(curveKey(table), JSON.stringify(points));
  } catch {
    // A browser that keeps nothing still plays.
  }
  return points;
}
