/**
 * Templates of a catalogue: text with places for facts, parsed once.
 *
 *     {name}                                        the fact in words
 *     {name, plural, one {# card} other {# cards}}  by a number; # is the number
 *     {name, select, player {…} other {…}}          by a fact; yes and no for true and false
 *
 * There is no quoting. The twin of words/template.py: both are tested with the same vectors.
 */

/** @typedef {string | { name: string } | { name: string, isPlural: boolean, cases: Map<string, Part[]> }} Part */
/** @typedef {Record<string, unknown>} Facts */
/**
 * How to word facts, and the plural category of a number.
 * @template WireMessage
 * @typedef {{ said: (name: string, fact: unknown) => WireMessage, category: (number: number) => string }} Wording
 */

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];
const TOKEN = /([^{}#]+|[{#])/y;
const NAME = /\s*([a-z][a-z_]*)\s*/y;
const KIND = /,\s*(plural|select)\s*,/y;
const KEY = /\s*([a-z0-9_]+)\s*/y;
const OPEN = /(\{)/y;
const CLOSE = /(\})/y;
const BEFORE_END = /(?=\s*(\}))/y;
const END = /\s*(\})/y;

/**
 * Return the texts of a template and its worded facts, in order.
 * @template WireMessage
 * @param {Part[]} parts
 * @param {Facts} facts
 * @param {Wording<WireMessage>} wording
 * @returns {(string | WireMessage)[]}
 */
export function filledTemplate(parts, facts, wording) {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [part];
    if (!(part.name in facts)) throw new Error(`${part.name} is missing`);
    const fact = facts[part.name];
    if (!("cases" in part)) return [wording.said(part.name, fact)];
    if (part.isPlural && !Number.isInteger(fact))
      throw new Error(`${part.name} is no whole number: ${fact}`);
    const choice = typeof fact === "boolean" ? (fact ? "yes" : "no") : String(fact);
    const key = part.isPlural ? wording.category(Number(fact)) : choice;
    return filledTemplate(part.cases.get(key) ?? part.cases.get("other") ?? [], facts, wording);
  });
}

/** Parse a template. Errors name the column. @param {string} text */
export function parsedTemplate(text, where = "template") {
  const reader = new Reader(text, where);
  const parts = reader.template("");
  if (reader.at < text.length) throw reader.wrong("the end");
  return parts;
}

class Reader {
  at = 0;

  /**
   * @param {string} text
   * @param {string} where
   */
  constructor(text, where) {
    this.text = text;
    this.where = where;
  }

  /** Read up to the end or a }. `number` is the fact that # stands for. @param {string} number */
  template(number) {
    /** @type {Part[]} */
    const parts = [];
    for (let found = this.#next(TOKEN); found; found = this.#next(TOKEN)) {
      if (found === "{") parts.push(this.#place(number));
      else parts.push(found === "#" && number ? { name: number } : found);
    }
    return parts;
  }

  /** @type {(number: string) => Part} */
  #place(number) {
    const name = this.#taken(NAME, "a name");
    if (this.text[this.at] !== ",") {
      this.#taken(CLOSE, "}");
      return { name };
    }
    const isPlural = this.#taken(KIND, "plural or select") === "plural";
    /** @type {Map<string, Part[]>} */
    const cases = new Map();
    while (!this.#next(BEFORE_END)) {
      const start = this.at;
      const key = this.#taken(KEY, "a case or }");
      if (cases.has(key) || (isPlural && !CATEGORIES.includes(key))) {
        this.at = start;
        throw this.wrong("another case");
      }
      this.#taken(OPEN, "{");
      cases.set(key, this.template(isPlural ? name : number));
      this.#taken(CLOSE, "}");
    }
    if (!cases.has("other")) throw this.wrong("the case other");
    this.#taken(END, "}");
    return { name, isPlural, cases };
  }

  /** Return what a pattern matches here, or an empty text. @param {RegExp} pattern */
  #next(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    this.at += found ? found[0].length : 0;
    return found ? found[1] : "";
  }

  /** @type {(pattern: RegExp, expected: string) => string} */
  #taken(pattern, expected) {
    const found = this.#next(pattern);
    if (!found) throw this.wrong(expected);
    return found;
  }

  /** Return an error that names what is expected here. @param {string} expected */
  wrong(expected) {
    return new Error(`${this.where}, column ${this.at + 1}: ${expected} expected`);
  }
}
