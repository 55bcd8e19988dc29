/** What a tab remembers of a table through a reload: the log and the felt. */

const key = (table) => `puntobanco.table.${table}`;

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
