import { button, el, loadStylesheet } from "../lib/elements.js";
import { words } from "../words/words.js";

/** @import { Child } from "../lib/elements.js" */

/**
 * Open a dialog with a title and a button that closes it. Focus its first field.
 * @param {string} title
 * @param {Child[]} content
 */
export function openDialog(title, ...content) {
  openedDialog()?.close(); // The button may have been pressed twice.
  const opener = document.activeElement;
  const close = button(words("page.close"), () => box.close(), { class: "quiet" });
  const head = el("div.dialog-head", el("h2", title), close);
  const box = el("dialog.sheet-dialog", { "aria-label": title }, head, content);
  box.addEventListener("close", () => {
    box.remove();
    if (opener instanceof HTMLElement) opener.focus();
  });
  loadStylesheet("figures");
  document.body.append(box);
  box.showModal();
  /** @type {HTMLElement | null} */
  const first = box.querySelector("[autofocus]") ?? box.querySelector("input, select, textarea");
  first?.focus();
  return box;
}

/** @type {() => HTMLDialogElement | null} */
export const openedDialog = () => document.querySelector("dialog[open]");
