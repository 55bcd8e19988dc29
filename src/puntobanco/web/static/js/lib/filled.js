import { filledTemplate, parsedTemplate } from "./template.js";

/** @import { Part } from "./template.js" */

/** Every template that was filled, parsed. @type {Map<string, Part[]>} */
const parsed = new Map();

/**
 * A template such as "{stake} on {bet}" with its names replaced by values in words, where there are some.
 * @param {string} template
 * @param {Record<string, string>} values
 */
export function filled(template, values) {
  const parts = parsed.get(template) ?? parsedTemplate(template);
  parsed.set(template, parts);
  const known = parts.map((part) =>
    typeof part === "string" || part.name in values ? part : `{${part.name}}`,
  );
  return filledTemplate(known, values, WORDING);
}

/** @type {import("./template.js").Wording} */
const WORDING = { said: (_, value) => String(value), category: () => "other" };
