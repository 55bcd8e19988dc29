/** The guest's name: changed once, known in every tab. */

import { request } from "../lib/http.js";

const tabs = new BroadcastChannel("puntobanco.name");

/**
 * Take another name; gives it as the server cleaned it.
 * @param {string} wish
 */
export async function rename(wish) {
  /** @type {{ name: string }} */
  const { name } = await request("/api/guest", { name: wish });
  tabs.postMessage(name);
  dispatch(name);
  return name;
}

/** @param {string} name */
function dispatch(name) {
  document.dispatchEvent(new CustomEvent("renamed", { detail: name }));
}

tabs.addEventListener("message", ({ data }) => dispatch(data));
