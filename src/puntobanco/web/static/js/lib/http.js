/** JSON over HTTP. */

/** A message for the guest. @typedef {readonly [string, Readonly<Record<string, unknown>>, number]} WireMessage */

/** The server refused a request or cannot be reached. `said` is for the guest. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, reason?: string, said?: WireMessage | null }} error
   */
  constructor(status, { code = "unknown", reason = "", said = null } = {}) {
    super(reason);
    this.status = status;
    this.code = code;
    this.said = said;
  }
}

/**
 * Send a GET request, or POST if there is a body, unless a method is named. Throw Refused if it fails.
 * @template Answer
 * @param {string} path
 * @param {object} [body]
 * @param {string} method
 * @returns {Promise<Answer>}
 */
export async function request(path, body, method = body === undefined ? "GET" : "POST") {
  const headers = { "Content-Type": "application/json" };
  const options = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Refused(0, { code: "offline" });
  }
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, data.error);
  return data;
}

/** @type {(table: string, ...rest: (string | number)[]) => string} */
export const tablePath = (table, ...rest) =>
  ["/api/tables", encodeURIComponent(table), ...rest].join("/");
