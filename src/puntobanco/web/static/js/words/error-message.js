import { Refused } from "../lib/http.js";
import { worded, words } from "./words.js";

/**
 * The one clear line of whatever was thrown.
 * @param {unknown} error
 */
export function errorMessage(error) {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof Refused)) return error.message;
  if (error.said) return worded(error.said);
  if (error.code === "offline") return words("page.offline");
  return error.message || words("page.no_reason");
}
