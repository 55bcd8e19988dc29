/** The lobby's half of the protocol: JSON over HTTP. */

/** Something was refused, with one clear line. */
export class Refused extends Error {
  constructor(status, { code = "unknown", reason = "The server gave no reason." } = {}) {
    super(reason);
    this.status = status;
    this.code = code;
  }
}

/** GET, or POST when there is a body, or as told. */
export async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const options = body === undefined ? { method } : {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Refused(0, { code: "offline", reason: "The server cannot be reached. Is it still running?" });
  }
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, data.error);
  return data;
}

/** The address of something of a table's. */
export function tablePath(table, ...rest) {
  return ["/api/tables", encodeURIComponent(table), ...rest].join("/");
}
