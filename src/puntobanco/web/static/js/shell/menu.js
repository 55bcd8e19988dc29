/** The tools of the bar, which unfold from a button where there is little room. */

import { mark } from "../lib/elements.js";

const [button, menu] = ["menu-button", "menu"].map((id) => document.getElementById(id));

function open(isOpen) {
  mark(menu, "data-open", isOpen);
  mark(button, "aria-expanded", String(isOpen));
}

/** Fold the menu; its button has the focus then, so that a dialog gives it back there. */
function leave() {
  if (!menu.hasAttribute("data-open")) return;
  open(false);
  button.focus();
}

button.addEventListener("click", () => open(!menu.hasAttribute("data-open")));
menu.addEventListener("click", ({ target }) => target.closest("button") && leave(), { capture: true });
menu.parentElement.addEventListener("keydown", ({ key }) => key === "Escape" && leave());
menu.parentElement.addEventListener("focusout", ({ relatedTarget }) => {
  if (relatedTarget && !menu.parentElement.contains(relatedTarget)) open(false);
});
document.addEventListener("pointerdown", ({ target }) => menu.parentElement.contains(target) || open(false));
