/**
 * The entry of the page: it shows the screen that the address names.
 *
 *     table/            the table screen: connection, presenter, stage, felt, rack, log, dialogs
 *     panels/ | lobby/  what lies beside the felt | the door, the lobby, opening a table
 *     drawings/         pictures: cards, chips, the shoe, marks of roads
 *     model/ | shell/   what is known of a table | bar, notices, dialogs, settings of every screen
 *     game/             the game's own values, without elements: cards, coups, money, roads, hashes
 *     lib/              what knows no game: elements, HTTP, bytes, waiting
 *
 * A folder imports only from itself and from lines below; | parts siblings that do not know each
 * other. Stylesheets in css/ are named after what they style; a screen names those that it needs.
 */

import { ask } from "./lib/http.js";
import { style } from "./lib/stylesheet.js";
import { clearNotice, hold, notice, release } from "./shell/notice.js";
import { dress } from "./shell/settings.js";
import "./shell/menu.js";
import "./shell/guest-name.js";

const screen = document.getElementById("screen");
const TABLE_STYLES = ["table", "stage", "chips", "rack", "felt", "panels", "roads", "log"];
const SCREENS = {
  welcome: { title: "Punto Banco", styles: ["lobby"], load: () => import("./lobby/welcome.js") },
  lobby: { title: "Lobby – Punto Banco", styles: ["lobby", "roads"], load: () => import("./lobby/lobby.js") },
  table: { title: "Table – Punto Banco", styles: TABLE_STYLES, load: () => import("./table/table.js") },
};

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
  const { title, styles, load } = SCREENS[name];
  await Promise.all([load(), ...styles.map(style)]);
  const element = document.createElement(`pb-${name}`);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  document.body.dataset.screen = name;
  document.title = title;
  screen.replaceChildren(element);
}

function go(path) {
  if (path !== location.pathname) history.pushState(null, "", path);
  clearNotice();
  arrive({ isFocused: true });
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
document.getElementById("open-help").addEventListener("click", async () => (await import("./shell/help.js")).openHelp());
document.getElementById("open-settings").addEventListener("click", async () => (await import("./shell/settings-dialog.js")).openSettings());

dress();
arrive();
