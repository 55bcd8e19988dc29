/**
 * The screens: the module of each, and the stylesheets that it needs. The server reads this list too,
 * so that a browser fetches everything of its first screen at once.
 */
export const SCREENS = {
  welcome: {
    load: () => import("./lobby/welcome.js"),
    styles: ["lobby"],
  },
  lobby: {
    load: () => import("./lobby/lobby.js"),
    styles: ["lobby", "roads"],
  },
  table: {
    load: () => import("./table/table.js"),
    styles: ["table", "stage", "chips", "rack", "felt", "panels", "roads", "log"],
  },
};
