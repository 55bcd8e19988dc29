/**
 * Elements in one expression: el("p.note", "text", child).
 *
 * A component is a class with an `element` and `render(model, before)`, and `close()` if it must stop
 * timers or listeners. `before` is the model that it rendered last, or null. Its parent creates, mounts,
 * renders and closes it. It reports to its parent through functions passed to its constructor. Pieces
 * that never change are functions that return an element. A component redraws what is cheap, and
 * compares with `before` only what is large, moves, or may hold the focus or a selection.
 * There are no custom elements: names such as `pb-table` are for stylesheets and tests.
 */

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | boolean | null | undefined} Value */
/** @typedef {Node | string | false | null | undefined} Child */
/**
 * @typedef {"accept" | "autocapitalize" | "autocomplete" | "autofocus" | "checked" | "class"
 *   | "download" | "for" | "hidden" | "href" | "id" | "inputmode" | "label" | "lang" | "maxlength" | "name"
 *   | "placeholder" | "readonly" | "required" | "role" | "rows" | "rowspan" | "scope" | "selected"
 *   | "size" | "spellcheck" | "tabindex" | "target" | "title" | "type" | "value"} AttributeName
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

/** @template Attributes @typedef {[] | [Attributes | Child | Child[], ...(Child | Child[])[]]} Content */
/** The name of an element, with its classes. @template {string} Tag @typedef {Tag | `${Tag}.${string}`} TagAndClasses */
/**
 * The type of an element by its name.
 * @template Map
 * @template {string} Name
 * @typedef {Map[(Name extends `${infer Tag}.${string}` ? Tag : Name) & keyof Map]} ElementNamed
 */

/**
 * Return an HTML element with attributes and listeners (onclick …), if any, and children.
 * @template {TagAndClasses<keyof HTMLElementTagNameMap>} Name
 * @param {Name} name
 * @param {Content<Attributes>} content
 * @returns {ElementNamed<HTMLElementTagNameMap, Name>}
 */
export function el(name, ...content) {
  return make(HTML, name, content);
}

/**
 * @template {TagAndClasses<keyof SVGElementTagNameMap>} Name
 * @param {Name} name
 * @param {Content<{ [name: string]: Value }>} content
 * @returns {ElementNamed<SVGElementTagNameMap, Name>}
 */
export function svg(name, ...content) {
  return make(SVG, name, content);
}

/** @type {(namespace: string, name: string, content: Content<object>) => any} */
const make = (namespace, name, content) => {
  const [tag, ...classes] = name.split(".");
  const element = document.createElementNS(namespace, tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  const hasAttributes = content[0]?.constructor === Object;
  for (const [key, value] of Object.entries((hasAttributes && content[0]) || {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else setAttribute(element, key, value);
  }
  const children = /** @type {Child[]} */ (content.slice(hasAttributes ? 1 : 0).flat());
  element.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
};

/**
 * @param {Child} text
 * @param {(event: MouseEvent) => unknown} onclick
 * @param {Attributes} attributes
 */
export function button(text, onclick, attributes = {}) {
  return el("button", { type: "button", ...attributes, onclick }, text);
}

/**
 * @param {string} label
 * @param {HTMLElement} input  has an id
 * @param {Child[]} more
 */
export function field(label, input, ...more) {
  return el("p.field", el("label", { for: input.id }, label), input, ...more);
}

/** @type {(label: string, box: HTMLInputElement) => HTMLParagraphElement} */
export const tickField = (label, box) =>
  el("p.field.tick", box, el("label", { for: box.id }, label));

/** Return the terms and descriptions of a list. @param {Record<string, Child | Child[]>} facts */
export const descriptions = (facts) =>
  Object.entries(facts).flatMap(([name, value]) => [el("dt", name), el("dd", value)]);

/**
 * Return a table. The first cell of a row is its head. A cell that is a th or td stays as it is.
 * @param {Attributes} attributes
 * @param {HTMLTableCaptionElement} caption
 * @param {readonly (Child | Child[])[]} heads
 * @param {readonly (readonly (Child | Child[])[])[]} rows
 */
export function dataTable(attributes, caption, heads, rows) {
  const head = el(
    "tr",
    heads.map((each) => cell(each, "th", { scope: "col" })),
  );
  const body = rows.map(([first, ...rest]) =>
    el(
      "tr",
      cell(first, "th", { scope: "row" }),
      rest.map((each) => cell(each, "td")),
    ),
  );
  return el("table", attributes, caption, heads.length > 0 && el("thead", head), el("tbody", body));
}

/** @type {(content: Child | Child[], name: "th" | "td", attributes?: Attributes) => HTMLElement} */
function cell(content, name, attributes = {}) {
  return content instanceof HTMLTableCellElement ? content : el(name, attributes, content);
}

/** Let keys scroll a box too. @type {(label: string, content: HTMLElement) => HTMLDivElement} */
export function scrollBox(label, content) {
  const attributes = { class: "scroll", tabindex: "0", role: "region", "aria-label": label };
  return el("div", attributes, content);
}

/**
 * Set an element's text if it differs: screen readers would read it again.
 * @type {(element: Element, text: string) => void}
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Set an attribute if it differs. null, undefined and false remove it; true sets it empty.
 * @type {(element: Element, name: string, value: Value) => void}
 */
export const setAttribute = (element, name, value) => {
  if (value === null || value === undefined || value === false)
    return element.removeAttribute(name);
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
};

/** Return an element of index.html. @param {string} id */
export function elementOf(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element ${id}.`);
  return found;
}

/** Load a stylesheet, unless it is there already. @type {(name: string) => Promise<unknown>} */
export const loadStylesheet = async (name) => {
  const { pathname: href } = new URL(`../../css/${name}.css`, import.meta.url);
  if (document.querySelector(`link[href="${href}"]`)) return null;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((done) => {
    for (const end of ["load", "error"]) link.addEventListener(end, done, { once: true });
  });
};
