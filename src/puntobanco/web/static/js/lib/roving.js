/** One tab stop for a group of controls: arrow keys, Home and End move among them. */

/** @typedef {Pick<DOMRect, "left" | "right" | "top" | "bottom">} Box */

/**
 * Make the controls of a box that match a selector one tab stop. Return a function to call when
 * controls were added, removed or hidden.
 * @type {(box: HTMLElement, selector: string) => () => void}
 */
export function makeRoving(box, selector) {
  const all = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(selector)]);
  /** @param {HTMLElement | undefined} stop */
  const setStop = (stop) => {
    for (const each of all()) each.tabIndex = each === stop ? 0 : -1;
  };
  const update = () => {
    const offered = all().filter((each) => !each.hidden);
    const seen = offered.filter(isShown);
    const shown = seen.length ? seen : offered; // The whole box is hidden.
    setStop(shown.find((each) => each.tabIndex === 0) ?? shown[0]);
  };
  box.addEventListener("focusin", ({ target }) => {
    const found = target instanceof Element ? target.closest(selector) : null;
    if (found instanceof HTMLElement) setStop(found);
  });
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const shown = all().filter(isShown);
    const at = shown.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const boxes = shown.map((each) => each.getBoundingClientRect());
    const next = at < 0 ? null : neighbour(event.key, at, boxes);
    if (next === null) return;
    event.preventDefault();
    shown[next].focus();
  });
  return update;
}

/** @param {HTMLElement} element */
const isShown = (element) => !element.hidden && element.checkVisibility();

/**
 * Return the place to which a key leads, or null: left and right in order, up and down to the nearest
 * control of the next row.
 * @type {(key: string, at: number, boxes: readonly Box[]) => number | null}
 */
export const neighbour = (key, at, boxes) => {
  const last = boxes.length - 1;
  switch (key) {
    case "ArrowRight":
      return at === last ? 0 : at + 1;
    case "ArrowLeft":
      return at === 0 ? last : at - 1;
    case "Home":
      return 0;
    case "End":
      return last;
    case "ArrowDown":
      return nearest(at, boxes, (box) => box.top - boxes[at].bottom);
    case "ArrowUp":
      return nearest(at, boxes, (box) => boxes[at].top - box.bottom);
    default:
      return null;
  }
};

/**
 * Return the control in the nearest row on one side that is horizontally closest.
 * @param {number} at
 * @param {readonly Box[]} boxes
 * @param {(box: Box) => number} gap  how far away a box is on that side, below 0 if it is not there
 */
function nearest(at, boxes, gap) {
  const beyond = boxes.flatMap((box, place) => (gap(box) > -1 ? [{ box, place }] : []));
  if (!beyond.length) return null;
  const closest = Math.min(...beyond.map(({ box }) => gap(box)));
  const row = beyond.filter(({ box }) => gap(box) < closest + 4);
  const aside = row.map(({ box }) => Math.abs(middle(box) - middle(boxes[at])));
  return row[aside.indexOf(Math.min(...aside))].place;
}

/** @param {Box} box */
const middle = ({ left, right }) => (left + right) / 2;
