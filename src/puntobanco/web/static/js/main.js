/**
 * The entry of the page. It shows the screen that the address names.
 *
 *     replay/           the player of past shoes
 *     table/            the table screen: connection, show, stage, felt, rack, log, dialogs
 *     panels/ | lobby/  panels beside the felt | the welcome screen, the lobby, opening a table
 *     drawings/         pictures: cards, chips, the shoe, marks of roads
 *     model/ | shell/   a table's state and how it is shown | bar, notices, dialogs, settings of every screen
 *     game/             the game's own values, without elements: cards, coups, money, roads, hashes
 *     words/            the words of the guest's language, and how it says cards, money and lists
 *     lib/ | wire/      elements, HTTP, bytes, without the game | types of the server's frames
 *
 * A folder imports only from itself and from lines below. | separates siblings that do not import each
 * other. Stylesheets in css/ are named after what they style.
 */

import { elementOf, loadStylesheet } from "./lib/elements.js";
import { Refused, request } from "./lib/http.js";
import { openedDialog } from "./shell/dialog.js";
import { loadLanguage } from "./shell/language.js";
import { clearNotice, endTrouble, showNotice, showTrouble } from "./shell/notice.js";
import { applyLooks, NAME_CHANNEL } from "./shell/settings.js";
import "./shell/menu.js";
import { parseReplayAddress } from "./replay/address.js";
import { errorMessage, words } from "./words/words.js";

/** @import { Me } from "./wire/answers.d.ts" */

/**
 * The module, the stylesheets and the title of each screen. The server reads modules and stylesheets
 * here too, and preloads those of the first screen.
 */
const SCREENS = {
  welcome: {
    load: () => import("./lobby/welcome.js"),
    styles: ["lobby"],
    title: () => words("page.name"),
  },
  lobby: {
    load: () => import("./lobby/lobby.js"),
    styles: ["lobby", "roads"],
    title: () => words("page.title.lobby"),
  },
  table: {
    load: () => import("./table/table.js"),
    styles: ["table", "stage", "chips", "rack", "felt", "panels", "roads", "log"],
    title: () => words("page.title.table"),
  },
};
const RETRY_AFTER = 2000;

/** A component that fills the page. @typedef {{ element: HTMLElement, close?: () => void }} Screen */

/** The screen that is shown. @type {Screen | null} */
let shown = null;
let here = location.pathname;
/** Whether the guest has no name yet. The server says so in the page. */
let isStranger = document.body.dataset.screen === "welcome";

/** Show the screen that the address names. A guest who `sits` takes a seat at the table at once. */
async function arrive({ isFocused = false, sits = false } = {}) {
  here = location.pathname;
  if (isStranger) return showWelcome();
  /** @type {Me} */
  let me;
  try {
    me = await request("/api/me");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 401) return showWelcome();
    showTrouble(words("page.trying", { text: errorMessage(error) }));
    setTimeout(() => arrive({ isFocused, sits }), RETRY_AFTER);
    return;
  }
  endTrouble();
  const table = addressedTable();
  if (table) await showTable(table, me, sits);
  else await showLobby(me);
  if (isFocused) document.querySelector("h1")?.focus();
}

/** Return the table that the address names, or null. A malformed address leads to the lobby. */
function addressedTable() {
  const name = location.pathname.match(/^\/t\/([^/]+)\/?$/)?.[1];
  try {
    return name ? decodeURIComponent(name) : null;
  } catch {
    history.replaceState(null, "", "/");
    here = "/";
    showNotice(words("page.no_such_table"));
    return null;
  }
}

function showWelcome() {
  isStranger = true;
  // A guest who types a name needs the next screen soon.
  const next = addressedTable() ? SCREENS.table : SCREENS.lobby;
  elementOf("screen").addEventListener("input", () => next.load(), { once: true });
  return showScreen("welcome", async () => {
    const { Welcome, invitationTo } = await SCREENS.welcome.load();
    const table = addressedTable();
    const invitation = table ? await invitationTo(table) : null;
    return () => new Welcome(invitation, go);
  });
}

/** @param {Me} me */
const showLobby = ({ name }) =>
  showScreen("lobby", async () => {
    const { Lobby } = await SCREENS.lobby.load();
    return () => new Lobby(name, go);
  });

/** @type {(table: string, me: Me, sits: boolean) => Promise<void>} */
const showTable = (table, { opened }, sits) =>
  showScreen("table", async () => {
    const { TableScreen } = await SCREENS.table.load();
    return () => new TableScreen(table, { isOpener: opened.includes(table), sits, leave });
  });

/**
 * Load a screen and show it. The old screen is closed before the new one is made, because the new one
 * may read what the old one has stored.
 * @type {(name: keyof typeof SCREENS, load: () => Promise<() => Screen>) => Promise<void>}
 */
async function showScreen(name, load) {
  const { styles, title } = SCREENS[name];
  const [make] = await Promise.all([load(), ...styles.map(loadStylesheet)]);
  document.body.dataset.screen = name;
  document.title = title();
  shown?.close?.();
  elementOf("screen").replaceChildren();
  shown = make();
  Object.assign(shown.element, { screen: shown }); // For the browser's console, and for tests.
  elementOf("screen").append(shown.element);
  /** @type {HTMLElement | null} */
  const start = shown.element.querySelector("[autofocus]");
  start?.focus();
}

/** @type {(path: string, how?: { sits: boolean }) => void} */
function go(path, { sits } = { sits: false }) {
  if (path !== location.pathname) history.pushState(null, "", path);
  isStranger = false;
  clearNotice();
  arrive({ isFocused: true, sits }).then(showFragment);
}

/** Leave a screen that cannot go on. @param {import("./table/leaving.js").End} end */
async function leave({ reason, need, path, afterwards }) {
  if (need === "reload") return showTrouble(reason);
  if (need === "seat" && path) return go(path, { sits: true });
  if (need === "lobby") history.pushState(null, "", "/");
  if (reason) showNotice(reason);
  await arrive({ isFocused: true });
  afterwards?.();
}

/** Back closes an open dialog; otherwise it leads to the page before. */
addEventListener("popstate", () => {
  if (location.pathname === here) return;
  const box = openedDialog();
  if (!box) return void arrive({ isFocused: true });
  history.pushState(null, "", here);
  box.close();
});
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a[data-link]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});
elementOf("open-help").addEventListener("click", async () =>
  (await import("./shell/help.js")).openHelp(),
);
elementOf("open-settings").addEventListener("click", async () =>
  (await import("./shell/settings-dialog.js")).openSettings(),
);

/** Open what the fragment of the address names: the drills, or the player of a coup. */
async function showFragment() {
  const address = parseReplayAddress(location.hash);
  if (address) (await import("./replay/dialog.js")).openReplay(address);
  if (location.hash === "#drills") (await import("./lobby/drills.js")).openDrills();
}
addEventListener("hashchange", showFragment);

document.addEventListener("language", () => arrive());
new BroadcastChannel(NAME_CHANNEL).addEventListener("message", ({ data }) =>
  document.dispatchEvent(new CustomEvent("renamed", { detail: data })),
);

async function begin() {
  try {
    await loadLanguage();
  } catch (error) {
    console.error(error);
    setTimeout(begin, RETRY_AFTER);
    return;
  }
  await arrive();
  await showFragment();
}

applyLooks();
begin();
