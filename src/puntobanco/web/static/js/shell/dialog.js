/** A dialog. */

import { el } from "../lib/elements.js";
import { style } from "../lib/stylesheet.js";

const FIELDS = "input, select, textarea";

/** A dialog with a title and a way out, opened at its first field; gives the element. */
export function dialog(title, ...content) {
  document.querySelector("dialog[open]")?.close(); // As when a button was pressed twice.
  const opener = document.activeElement;
  const box = el("dialog", { "aria-label": title, class: "sheet-dialog" },
    el("div", { class: "dialog-head" },
      el("h2", {}, title),
      el("button", { type: "button", class: "quiet", onclick: () => box.close() }, "Close")),
    ...content.filter(Boolean));
  box.addEventListener("close", () => {
    box.remove();
    opener?.focus?.();
  });
  style("figures");
  document.body.append(box);
  box.showModal();
  (box.querySelector("[autofocus]") ?? box.querySelector(FIELDS))?.focus();
  return box;
}
