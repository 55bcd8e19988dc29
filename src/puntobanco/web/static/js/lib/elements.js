/** Elements in one expression: el("p", { class: "note" }, "text", child). */

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element with attributes, listeners (onclick …) and children. */
export function el(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Set an element's text, only where it differs, so that nothing is read out twice. */
export function show(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Set or remove an attribute. */
export function mark(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value === true ? "" : value))
    element.setAttribute(name, value === true ? "" : value);
}
