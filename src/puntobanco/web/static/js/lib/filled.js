/**
 * A pattern such as "{stake} on {bet}" with its names replaced by values.
 * @param {string} pattern
 * @param {Record<string, string>} values
 */
export function filled(pattern, values) {
  return pattern.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
