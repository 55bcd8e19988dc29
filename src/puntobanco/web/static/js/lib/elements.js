/** Elements in one expression: el("p", { class: "note" }, "text", child). */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | boolean | null | undefined} Value */
/** @typedef {Node | string | false | null | undefined} Child */
/**
 * @typedef {"accept" | "autocapitalize" | "autocomplete" | "autofocus" | "checked" | "class"
 *   | "download" | "for" | "hidden" | "href" | "id" | "inputmode" | "label" | "lang" | "maxlength" | "name"
 *   | "placeholder" | "readonly" | "required" | "role" | "rows" | "rowspan" | "scope" | "selected"
 *   | "size" | "spellcheck" | "tabindex" | "title" | "type" | "value"} AttributeName
 */
/**
 * @typedef {object} Listeners
 * @property {(event: Event) => unknown} [onchange]
 * @property {(event: MouseEvent) => unknown} [onclick]
 * @property {(event: KeyboardEvent) => unknown} [onkeydown]
 * @property {(event: SubmitEvent) => unknown} [onsubmit]
 * @property {(event: Event) => unknown} [ontoggle]
 */
/** @typedef {{ [name: `data-${string}`]: Value, [name: `aria-${string}`]: Value }} DataAttributes */
/** @typedef {{ [name in AttributeName]?: Value } & DataAttributes & Listeners} Attributes */

/**
 * An HTML element with attributes, listeners (onclick …) and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {{ [name: string]: Value }} attributes
 * @param {(Child | Child[])[]} children
 */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/**
 * @template {Element} Filled
 * @param {Filled} element
 * @param {object} attributes
 * @param {(Child | Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * Set an element's text, only where it differs, so that nothing is read out twice.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Set an attribute where it differs; null, undefined and false remove it, true sets it empty.
 * @param {Element} element
 * @param {string} name
 * @param {Value} value
 */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false)
    return element.removeAttribute(name);
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * An element of the page itself, which is always there.
 * @param {string} id
 */
export function elementOf(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element ${id}.`);
  return found;
}

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
