import { el, loadStylesheet } from "../lib/elements.js";
import { words } from "../words/words.js";

/** @import { Child } from "../lib/elements.js" */

/**
 * Open a dialog with a title and a button that closes it, focused at its first field.
 * @param {string} title
 * @param {Child[]} content
 */
export function openDialog(title, ...content) {
  openedDialog()?.close(); // As when a button was pressed twice.
  const opener = document.activeElement;
  const box = el("dialog", { "aria-label": title, class: "sheet-dialog" });
  const head = el(
    "div",
    { class: "dialog-head" },
    el("h2", {}, title),
    el(
      "button",
      { type: "button", class: "quiet", onclick: () => box.close() },
      words("page.close"),
    ),
  );
  box.append(
    head,
    ...content.filter((child) => child instanceof Node || typeof child === "string"),
  );
  box.addEventListener("close", () => {
    box.remove();
    if (opener instanceof HTMLElement) opener.focus();
  });
  loadStylesheet("figures");
  document.body.append(box);
  box.showModal();
  firstField(box)?.focus();
  return box;
}

/**
 * The dialog that is open, if any.
 * @returns {HTMLDialogElement | null}
 */
export function openedDialog() {
  return document.querySelector("dialog[open]");
}

/**
 * @param {HTMLDialogElement} box
 * @returns {HTMLElement | null}
 */
function firstField(box) {
  return box.querySelector("[autofocus]") ?? box.querySelector("input, select, textarea");
}
