/** Forms: their submission, and lists to choose settings from. */

import { el } from "../lib/elements.js";
import { errorMessage, words } from "../words/words.js";
import { settings } from "./settings.js";

/** @import { Values } from "./settings.js" */

/**
 * Return a listener that acts when a form is submitted, or shows the error that the action throws.
 * @type {(act: () => unknown, problem: HTMLElement) => (event: SubmitEvent) => Promise<void>}
 */
export const onSubmit = (act, problem) => async (event) => {
  event.preventDefault();
  try {
    await act();
  } catch (error) {
    problem.textContent = errorMessage(error);
    problem.scrollIntoView({ block: "nearest" });
  }
};

/**
 * Return a list to choose a setting from.
 * @template {"language" | "level" | "pace" | "squeeze" | "felt"} Name
 * @param {string} id
 * @param {Name} name
 * @param {{ [Value in Values[Name]]: string }} texts
 * @param {(value: Values[Name]) => unknown} choose
 */
export function settingSelect(id, name, texts, choose = (value) => settings.set(name, value)) {
  const options = Object.entries(texts).map(([value, text]) => {
    const lang = name === "language" && value;
    return el("option", { value, lang, selected: settings.get(name) === value }, String(text));
  });
  const select = el("select", { id }, options);
  select.addEventListener("change", () => choose(/** @type {Values[Name]} */ (select.value)));
  return select;
}

/** Return a list of the levels of detail. @param {string} id */
export const levelSelect = (id) =>
  settingSelect(id, "level", {
    terse: words("level.terse"),
    normal: words("level.normal"),
    full: words("level.full"),
  });
