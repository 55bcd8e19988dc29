/**
 * Templates of a catalogue: text with places for facts, parsed once.
 *
 *     {name}                                        the fact in words
 *     {name, plural, one {# card} other {# cards}}  by a number; # is the number
 *     {name, select, player {…} other {…}}          by a fact; yes and no for true and false
 *
 * Nothing is quoted. The twin of announcer/words/template.py; both are tested with the same vectors.
 */

/** @typedef {string | { name: string } | { name: string, isPlural: boolean, cases: Map<string, Part[]> }} Part */
/** @typedef {Record<string, unknown>} Facts */
/**
 * What facts become, and the plural category of a number.
 * @template Said
 * @typedef {{ said: (name: string, fact: unknown) => Said, category: (number: number) => string }} Wording
 */

const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];
const TEXT = /([^{}#]+)/y;
const NAME = /\s*([a-z][a-z_]*)\s*/y;
const KEY = /\s*([a-z0-9_]+)\s*/y;
const KIND = /,\s*(plural|select)\s*,/y;
const END = /\s*(\})/y;

/**
 * The texts of a template and what its facts become, in order.
 * @template Said
 * @param {Part[]} parts
 * @param {Facts} facts
 * @param {Wording<Said>} wording
 * @returns {(string | Said)[]}
 */
export function filledTemplate(parts, facts, wording) {
  return parts.flatMap((part) => filledPart(part, facts, wording));
}

/**
 * @template Said
 * @param {Part} part
 * @param {Facts} facts
 * @param {Wording<Said>} wording
 * @returns {(string | Said)[]}
 */
function filledPart(part, facts, wording) {
  if (typeof part === "string") return [part];
  if (!(part.name in facts)) throw new Error(`${part.name} is missing`);
  const fact = facts[part.name];
  if (!("cases" in part)) return [wording.said(part.name, fact)];
  const key = part.isPlural ? wording.category(wholeNumber(part.name, fact)) : choice(fact);
  const chosen = part.cases.get(key) ?? part.cases.get("other") ?? [];
  return filledTemplate(chosen, facts, wording);
}

/**
 * @param {string} name
 * @param {unknown} fact
 */
function wholeNumber(name, fact) {
  if (!Number.isInteger(fact)) throw new Error(`${name} is no whole number: ${fact}`);
  return Number(fact);
}

/** What a fact is called in a selection. @param {unknown} fact */
function choice(fact) {
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  return String(fact);
}

/**
 * A template; an error tells where in the text it is wrong.
 * @param {string} text
 */
export function parsedTemplate(text, where = "template") {
  const reader = new Reader(text, where);
  const parts = reader.template(null);
  if (reader.at < text.length) throw reader.wrong("the end");
  return parts;
}

/** A place in a text that is being parsed. */
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

  /**
   * Everything up to the end or a closing brace, with the number that # stands for.
   * @param {string | null} number
   * @returns {Part[]}
   */
  template(number) {
    /** @type {Part[]} */
    const parts = [];
    for (let sign = this.text[this.at]; sign && sign !== "}"; sign = this.text[this.at]) {
      if (sign === "{") parts.push(this.#argument(number));
      else if (sign === "#") {
        this.at += 1;
        parts.push(number ? { name: number } : sign);
      } else parts.push(this.#taken(TEXT, "text"));
    }
    return parts;
  }

  /**
   * @param {string | null} number
   * @returns {Part}
   */
  #argument(number) {
    this.#sign("{");
    const name = this.#taken(NAME, "a name");
    if (this.text[this.at] !== ",") {
      this.#sign("}");
      return { name };
    }
    const isPlural = this.#taken(KIND, "plural or select") === "plural";
    return { name, isPlural, cases: this.#cases(isPlural ? name : number, isPlural) };
  }

  /**
   * The cases, and the closing brace after them.
   * @param {string | null} number
   * @param {boolean} isPlural
   */
  #cases(number, isPlural) {
    /** @type {Map<string, Part[]>} */
    const cases = new Map();
    while (!this.#found(END)) {
      const start = this.at;
      const key = this.#taken(KEY, "a case or }");
      if (cases.has(key) || (isPlural && !CATEGORIES.includes(key))) {
        this.at = start;
        throw this.wrong("another case");
      }
      this.#sign("{");
      cases.set(key, this.template(number));
      this.#sign("}");
    }
    if (!cases.has("other")) throw this.wrong("the case other");
    this.#taken(END, "}");
    return cases;
  }

  /** @param {string} sign */
  #sign(sign) {
    if (this.text[this.at] !== sign) throw this.wrong(sign);
    this.at += 1;
  }

  /** @param {RegExp} pattern */
  #found(pattern) {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }

  /**
   * @param {RegExp} pattern
   * @param {string} expected
   */
  #taken(pattern, expected) {
    const found = this.#found(pattern);
    if (!found) throw this.wrong(expected);
    this.at += found[0].length;
    return found[1];
  }

  /** @param {string} expected */
  wrong(expected) {
    return new Error(`${this.where}, column ${this.at + 1}: ${expected} expected`);
  }
}
