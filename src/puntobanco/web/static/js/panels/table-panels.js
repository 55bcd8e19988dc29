import { RoadsPanel } from "./roads-panel.js";

/** @import { Panel } from "./panels.js" */

/**
 * The panels of a table in the order of their tabs; all but the first are fetched when they are opened.
 * @returns {Panel[]}
 */
export function tablePanels() {
  return [
    { id: "roads", name: "Roads", element: new RoadsPanel() },
    {
      id: "tableau",
      name: "Tableau",
      element: document.createElement("pb-tableau"),
      load: () => import("./tableau-panel.js"),
    },
    {
      id: "shoe",
      name: "Shoe",
      element: document.createElement("pb-shoe"),
      load: () => import("./shoe-panel.js"),
    },
    {
      id: "odds",
      name: "Odds",
      element: document.createElement("pb-odds"),
      load: () => import("./odds-panel.js"),
    },
    {
      id: "stats",
      name: "Statistics",
      element: document.createElement("pb-stats"),
      load: () => import("./stats-panel.js"),
    },
    {
      id: "history",
      name: "History",
      element: document.createElement("pb-history"),
      load: () => import("./history-panel.js"),
    },
  ];
}
