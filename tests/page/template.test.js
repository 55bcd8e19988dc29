import { equal, throws } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { filledTemplate, parsedTemplate } from "#page/words/template.js";

/** @type {{ filled: { template: string, language: string, facts: Record<string, unknown>, text: string }[], wrong: { template: string, error: string }[], categories: Record<string, Record<string, number[]>> }} */
const VECTORS = JSON.parse(
  readFileSync(new URL("../vectors/templates.json", import.meta.url), "utf-8"),
);

/** @param {string} language */
function plain(language) {
  const rules = new Intl.PluralRules(language);
  return {
    said: (/** @type {string} */ _, /** @type {unknown} */ fact) => String(fact),
    category: (/** @type {number} */ number) => rules.select(number),
  };
}

test("a template is filled as in Python", () => {
  for (const { template, language, facts, text } of VECTORS.filled)
    equal(filledTemplate(parsedTemplate(template), facts, plain(language)).join(""), text);
});

test("a wrong template is reported with its column, as in Python", () => {
  for (const { template, error } of VECTORS.wrong)
    throws(() => parsedTemplate(template, "id"), { message: error });
});

test("a missing fact is named, and a plural needs a number", () => {
  throws(() => filledTemplate(parsedTemplate("{card}"), {}, plain("en")), {
    message: "card is missing",
  });
  const plural = parsedTemplate("{cards, plural, other {#}}");
  throws(() => filledTemplate(plural, { cards: "two" }, plain("en")), {
    message: "cards is no whole number: two",
  });
});

test("the browser's plurals equal the announcer's", () => {
  for (const [language, categories] of Object.entries(VECTORS.categories))
    for (const [category, numbers] of Object.entries(categories))
      for (const number of numbers) equal(plain(language).category(number), category);
});
