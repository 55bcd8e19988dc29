import { RoadsPanel } from "./roads-panel.js";

/** @import { Panel } from "./panels.js" */

/**
 * The panels of a table in the order of their tabs; all but the first are fetched when they are opened.
 * @returns {Panel[]}
 */
export function tablePanels() {
  return [
    { id: "roads", name: "Roads", element: new RoadsPanel() },
    laterPanel("tableau", "Tableau", () => import("./tableau-panel.js")),
    laterPanel("shoe", "Shoe", () => import("./shoe-panel.js")),
    laterPanel("odds", "Odds", () => import("./odds-panel.js")),
    laterPanel("stats", "Statistics", () => import("./stats-panel.js")),
    laterPanel("history", "History", () => import("./history-panel.js")),
  ];
}

/**
 * @param {string} id
 * @param {string} name
 * @param {() => Promise<unknown>} load
 * @returns {Panel}
 */
function laterPanel(id, name, load) {
  return { id, name, element: document.createElement(`pb-${id}`), load };
}
