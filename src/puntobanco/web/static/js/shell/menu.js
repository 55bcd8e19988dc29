/** The tools of the bar. On a small screen they unfold from a button. */

import { elementOf, setAttribute } from "../lib/elements.js";
import { makeRoving } from "../lib/roving.js";
import { oncePerFrame } from "../lib/waiting.js";

const [button, menu, tools] = ["menu-button", "menu", "tools"].map(elementOf);

/** @param {boolean} isOpen */
function setOpen(isOpen) {
  setAttribute(menu, "data-open", isOpen);
  setAttribute(button, "aria-expanded", String(isOpen));
}

/** Close the menu and focus its button. A dialog returns the focus there. */
function close() {
  if (!menu.hasAttribute("data-open")) return;
  setOpen(false);
  button.focus();
}

/** @param {EventTarget | null} target */
const isInside = (target) => target instanceof Node && tools.contains(target);

button.addEventListener("click", () => setOpen(!menu.hasAttribute("data-open")));
menu.addEventListener(
  "click",
  ({ target }) => target instanceof Element && target.closest("button") && close(),
  { capture: true },
);
tools.addEventListener("keydown", ({ key }) => key === "Escape" && close());
tools.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget && !isInside(relatedTarget)) setOpen(false);
});
document.addEventListener("pointerdown", ({ target }) => isInside(target) || setOpen(false));

menu.setAttribute("role", "toolbar");
const updateStop = makeRoving(menu, "button");
new MutationObserver(oncePerFrame(updateStop)).observe(menu, {
  childList: true,
  subtree: true,
  attributeFilter: ["hidden", "data-open"],
});
updateStop();
