/** Stylesheets that are fetched when something first needs them. */

/**
 * Wait until a stylesheet of this name is there.
 * @param {string} name
 * @returns {Promise<unknown>}
 */
export async function loadStylesheet(name) {
  const { pathname: href } = new URL(`../../css/${name}.css`, import.meta.url);
  if (document.querySelector(`link[href="${href}"]`)) return null;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((done) => {
    for (const end of ["load", "error"]) link.addEventListener(end, done, { once: true });
  });
}
