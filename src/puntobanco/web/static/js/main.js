/** From the door to the lobby to a table, by the address. */

import { ask } from "./http.js";
import "./menu.js";
import "./naming.js";
import { clearNotice, hold, notice, release } from "./notice.js";
import { dress } from "./settings.js";
import { style } from "./style.js";

const screen = document.getElementById("screen");
const STYLES = { welcome: ["lobby"], lobby: ["lobby", "roads"], table: ["table", "felt", "spots", "roads"] };
const TITLES = { welcome: "Punto Banco", lobby: "Lobby – Punto Banco", table: "Table – Punto Banco" };

/** The path that is shown. */
let here = location.pathname;

/** Show what the address says. */
async function arrive({ isFocused = false } = {}) {
  here = location.pathname;
  let me;
  try {
    me = await ask("/api/me");
  } catch (refusal) {
    if (refusal.status === 401) return put("welcome");
    hold(`${refusal.message} Trying again…`);
    setTimeout(() => arrive({ isFocused }), 2000);
    return;
  }
  release();
  const table = addressed();
  if (table) await put("table", { table, ...(me.opened.includes(table) ? { opener: "" } : {}) });
  else await put("lobby", { name: me.name });
  if (isFocused) document.querySelector("h1")?.focus();
}

/** The table that the address names, if any; an address that cannot be read names none. */
function addressed() {
  const name = location.pathname.match(/^\/t\/([^/]+)\/?$/)?.[1];
  try {
    return name ? decodeURIComponent(name) : null;
  } catch {
    history.replaceState(null, "", "/");
    here = "/";
    notice("There is no such table; here are those that are open.");
    return null;
  }
}

/** A screen and its looks are fetched when they are first needed. */
async function put(name, attributes = {}) {
  await Promise.all([import(`./${name}.js`), ...STYLES[name].map(style)]);
  const element = document.createElement(`pb-${name}`);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  document.body.dataset.screen = name;
  document.title = TITLES[name];
  screen.replaceChildren(element);
}

function go(path) {
  if (path !== location.pathname) history.pushState(null, "", path);
  clearNotice();
  arrive({ isFocused: true });
}

async function open(dialog) {
  (await import("./dialogs.js"))[dialog]();
}

/** Back closes a dialog that is open; else it leads to what was there before. */
addEventListener("popstate", () => {
  if (location.pathname === here) return;
  const box = document.querySelector("dialog[open]");
  if (!box) return void arrive({ isFocused: true });
  history.pushState(null, "", here);
  box.close();
});
document.addEventListener("go", ({ detail }) => go(detail));
document.addEventListener("over", ({ detail: { reason, need } }) => {
  if (need === "lobby") history.pushState(null, "", "/");
  arrive({ isFocused: true });
  if (reason) notice(reason);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-link]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});
document.getElementById("open-help").addEventListener("click", () => open("openHelp"));
document.getElementById("open-settings").addEventListener("click", () => open("openSettings"));

dress();
arrive();
