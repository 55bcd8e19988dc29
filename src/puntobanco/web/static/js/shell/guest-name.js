/** The guest's name: changed once, known in every tab. */

import { ask } from "../lib/http.js";

const tabs = new BroadcastChannel("puntobanco.name");

/** Take another name; gives it as the house cleaned it. */
export async function rename(wish) {
  const { name } = await ask("/api/guest", { name: wish });
  tabs.postMessage(name);
  tell(name);
  return name;
}

function tell(name) {
  document.dispatchEvent(new CustomEvent("renamed", { detail: name }));
}

tabs.addEventListener("message", ({ data }) => tell(data));
