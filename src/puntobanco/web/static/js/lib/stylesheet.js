/** Style sheets that are fetched when something first needs their looks. */

/** Wait until a sheet of this name is there. */
export function style(name) {
  const href = `/static/css/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((done) => ["load", "error"].forEach((end) => link.addEventListener(end, done, { once: true })));
}
