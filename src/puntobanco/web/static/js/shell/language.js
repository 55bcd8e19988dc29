/** The guest's language: a setting, or the browser's. */

import { Catalogue } from "../words/catalogue.js";
import { LANGUAGES } from "../words/kinds.js";
import { speak, words } from "../words/words.js";
import { settings } from "./settings.js";

/** The languages' own names. @type {Record<string, string>} */
export const OWN_NAMES = {
  en: "English",
  fr: "Français",
  es: "Español",
  "zh-Hant": "繁體中文",
  "zh-Hans": "简体中文",
};

/** Return our first language among those a browser asks for. @param {readonly string[]} wanted */
export const matching = (wanted) => wanted.map(ours).find((language) => language !== null) ?? "en";

/** @param {string} tag */
function ours(tag) {
  const { language, script } = new Intl.Locale(tag).maximize();
  return LANGUAGES.find((each) => each === language || each === `${language}-${script}`) ?? null;
}

/** Load the words of the guest's language and use them from now on. */
export async function loadLanguage() {
  const chosen = settings.get("language");
  const language = LANGUAGES.includes(chosen) ? chosen : matching(navigator.languages);
  const answer = await fetch(new URL(`../../words/${language}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`${answer.status}: no words of ${language}`);
  speak(new Catalogue(language, (await answer.json()).words));
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-words]"))
    element.textContent = words(element.getAttribute("data-words") ?? "");
  for (const element of document.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", words(element.getAttribute("data-label") ?? ""));
}
