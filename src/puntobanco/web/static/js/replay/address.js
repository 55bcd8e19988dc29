/** A coup. @typedef {{ table: string, shoe: number, coup: number }} CoupAddress */

/** Return the fragment of an address that leads to a coup. @param {CoupAddress} address */
export const replayAddress = ({ table, shoe, coup }) =>
  `#replay=${encodeURIComponent(table)}/${shoe}/${coup}`;

/** Return the coup that a fragment names. @type {(fragment: string) => CoupAddress | null} */
export function parseReplayAddress(fragment) {
  const [, table, shoe, coup = "1"] =
    /^#replay=([\w-]+)\/(\d{1,9})(?:\/(\d{1,4}))?$/.exec(fragment) ?? [];
  return table ? { table, shoe: Number(shoe), coup: Number(coup) } : null;
}
