/**
 * A catalogue: the templates of one language, and its wording of cards, money, names and lists.
 *
 * The twin of words/catalogue.py: a test renders the same messages with both. Facts have their wire
 * form.
 */

import { DOLLARS, FACT_KINDS, JOINED_ALIKE } from "./kinds.js";
import { filledTemplate, parsedTemplate } from "./template.js";

/** @import { Currency } from "../wire/frames.d.ts" */
/** @import { Facts, Part } from "./template.js" */

/** An id, and facts by name. @typedef {readonly [id: string, facts: Facts, ...rest: unknown[]]} Message */
/** A bet or a house: its key, or the name that it was given. @typedef {string | readonly [string]} Named */
/** A name, a seat, and whether two guests share the name. @typedef {readonly [name: string | null, seat: number, isShared?: boolean]} Guest */

const DIGITS = 6;
/** @type {Record<string, string>} */
const MARKS = { R: "red", B: "blue" };

export class Catalogue {
  /** @type {Map<string, Part[]>} */
  #templates = new Map();
  #plurals;

  /**
   * @param {string} language
   * @param {Record<string, string>} texts
   * @param {Currency} currency  the house's
   */
  constructor(language, texts, currency = DOLLARS) {
    this.language = language;
    this.texts = texts;
    this.currency = currency;
    this.#plurals = new Intl.PluralRules(language);
  }

  /** Return a copy with money in a currency; null is dollars. @param {Currency | null} currency */
  countingIn(currency) {
    return new Catalogue(this.language, this.texts, currency ?? DOLLARS);
  }

  /** @type {(message: Message) => string} */
  words([id, facts]) {
    return filledTemplate(this.#template(id), facts, this).join("");
  }

  /**
   * Return a message in words, with elements in place of some facts.
   * @template Element
   * @param {Message} message
   * @param {Record<string, Element>} elements
   */
  wordsAround([id, facts], elements) {
    return filledTemplate(
      this.#template(id),
      { ...facts, ...elements },
      {
        said: (name, fact) => (name in elements ? elements[name] : this.said(name, fact)),
        category: (number) => this.category(number),
      },
    );
  }

  /** Return messages as one text. @param {readonly Message[]} messages */
  sentences(messages) {
    return this.joined(
      messages.map((each) => this.words(each)),
      "list.sentences",
    );
  }

  /** @param {string} id */
  #template(id) {
    const found = this.#templates.get(id) ?? parsedTemplate(this.text(id), id);
    this.#templates.set(id, found);
    return found;
  }

  /** Return the text of an id without facts. @param {string} id */
  text(id) {
    const text = this.texts[id];
    if (text === undefined) throw new Error(`${id} is missing in ${this.language}`);
    return text;
  }

  /** Return the plural category of a number. @param {number} number */
  category(number) {
    return this.#plurals.select(number);
  }

  /** The name of a fact determines its kind. @type {(name: string, fact: unknown) => string} */
  said(name, fact) {
    const kind = FACT_KINDS[name];
    if (kind === undefined) throw new Error(`there is no fact ${name}`);
    if (typeof kind === "string") return this.#fact(kind, fact);
    const [each, joint] = kind;
    return this.joined(
      /** @type {unknown[]} */ (fact).map((one) => this.#fact(each, one)),
      joint,
    );
  }

  /** @type {(kind: string, fact: unknown) => string} */
  #fact(kind, fact) {
    switch (kind) {
      case "number":
        return this.number(Number(fact));
      case "percent":
        return Number(fact).toFixed(4).replace(".", this.text("number.decimal"));
      case "money":
        return this.money(Number(fact));
      case "currency":
        return fact === null ? this.text("currency.dollars") : String(fact);
      case "key":
        return this.#of(`key.${fact}`, { chips: 5 * this.unit });
      case "balance":
        return this.#balance(Number(fact));
      case "odds":
        return this.odds(String(fact));
      case "pays":
        return this.pays(/** @type {string[]} */ (fact));
      case "card":
        return this.card(String(fact));
      case "short_card":
        return fact === null
          ? this.text("card.none")
          : this.#card(String(fact), "card.short", ".short");
      case "bet":
      case "house":
        return typeof fact === "string" ? this.text(`${kind}.${fact}`) : Object(fact)[0];
      case "guest":
        return this.#guest(/** @type {Guest} */ (fact));
      case "message":
        return this.words(/** @type {Message} */ (fact));
      case "holdings":
        return this.#holdings(/** @type {number[]} */ (fact));
      case "mark":
        return this.text(`mark.${MARKS[String(fact)]}`);
      case "text":
      case "choice":
        return String(fact);
      default:
        return this.text(`${ENTRIES[kind]}.${fact}`);
    }
  }

  /** Return a whole number, with its digits grouped if there are enough. @param {number} number */
  number(number) {
    const digits = String(Math.abs(number));
    const sign = number < 0 ? "-" : "";
    if (digits.length < Number(this.text("number.least"))) return sign + digits;
    return sign + digits.replace(/\B(?=(\d{3})+$)/g, this.text("number.group"));
  }

  /** Chips in one unit of the currency. */
  get unit() {
    return 10 ** this.currency.digits;
  }

  /** The sign of a currency that a house has named; null for dollars. */
  get namedSign() {
    const { sign, place, digits } = this.currency;
    const isDollars = sign === DOLLARS.sign && place === DOLLARS.place && digits === DOLLARS.digits;
    return isDollars ? null : sign;
  }

  /** Return an amount without the currency, with cents only if there are any. @param {number} chips */
  amount(chips) {
    const coins = Math.abs(chips) % this.unit;
    const whole = this.number(Math.floor(Math.abs(chips) / this.unit));
    return coins ? whole + this.text("number.decimal") + String(coins).padStart(2, "0") : whole;
  }

  /** Return an amount of money. @param {number} chips */
  money(chips) {
    const text = this.signed(this.amount(chips));
    return chips < 0 ? this.#of("money.minus", { amount: text }) : text;
  }

  /** Add the currency's sign to an amount. @param {string} amount */
  signed(amount) {
    const sign = this.namedSign;
    if (sign === null) return this.#of("money", { amount });
    return this.#of(`money.${this.currency.place}`, { amount, sign });
  }

  /** Return what was won or lost, in words. @param {number} earned */
  #balance(earned) {
    if (!earned) return this.text("balance.even");
    return this.#of(earned > 0 ? "balance.won" : "balance.lost", { chips: Math.abs(earned) });
  }

  /** Return odds such as "19/20" as a croupier says them. Odds of 0 are a push. @param {string} odds */
  odds(odds) {
    const [above, below] = parts(odds);
    if (!above) return this.text("odds.push");
    const fractions = this.text("odds.fractions").split(" ");
    if (below === 1 || fractions.includes(String(below))) return this.#of("odds", { above, below });
    const rounded = String(Number((above / below).toPrecision(DIGITS)));
    return this.#of("odds", {
      above: rounded.replace(".", this.text("number.decimal")),
      below: 1,
    });
  }

  /** Return different odds in one phrase, best first. @param {readonly string[]} pays */
  pays(pays) {
    const sorted = [...new Set(pays)].sort((one, other) => value(other) - value(one));
    if (sorted.some((each) => parts(each)[1] > 1))
      return this.joined(
        sorted.map((each) => this.odds(each)),
        "list.or",
        "list.or",
      );
    return this.#of("odds", { above: this.joined(sorted, "list.or"), below: 1 });
  }

  /** Return a card such as "9h" in words. @param {string} card */
  card(card) {
    return this.#card(card, "card", "");
  }

  /** @type {(card: string, template: string, form: string) => string} */
  #card(card, template, form) {
    return this.#of(template, {
      rank: this.text(`rank${form}.${card[0]}`),
      suit: this.text(`suit${form}.${card[1]}`),
    });
  }

  /** Return a guest's name, with the seat if the name is ambiguous. @param {Guest} guest */
  #guest([name, seat, isShared]) {
    if (name === null) return this.#of("guest.seat", { seat });
    const reserved = this.text("guest.reserved").split(" ");
    if (!isShared && !reserved.includes(name.toLowerCase())) return name;
    return this.#of("guest.in_seat", { new_guest: name, seat });
  }

  /** Return totals as "0 to 5" or "6 and 7". @param {readonly number[]} totals */
  #holdings(totals) {
    const [head, last] = [totals[0], totals[totals.length - 1]];
    if (totals.length > 2 && last - head === totals.length - 1)
      return this.#of("list.range", { head, last });
    return this.joined(totals.map(String), "list.and");
  }

  /**
   * Join texts to a list. `joint` is the id of the template before the last.
   * @param {readonly string[]} texts
   * @param {string} joint
   * @returns {string}
   */
  joined(
    [head = "", ...rest],
    joint,
    between = JOINED_ALIKE.includes(joint) ? joint : "list.comma",
  ) {
    return rest.reduce(
      (all, last, at) => this.#of(at + 1 === rest.length ? joint : between, { head: all, last }),
      head,
    );
  }

  /** @type {(id: string, facts: Facts) => string} */
  #of(id, facts) {
    return this.words([id, facts]);
  }
}

/** The entries that name the values of a kind. @type {Record<string, string>} */
const ENTRIES = {
  side: "side",
  subject: "subject",
  total: "total",
  first_total: "total.first",
  outcome: "letter",
  road: "road",
  first_road: "road.first",
  good_road: "good_road",
  level: "level",
  setting: "setting",
};

/** @param {string} odds */
function parts(odds) {
  const [above, below = 1] = odds.split("/").map(Number);
  return [above, below];
}

/** @param {string} odds */
function value(odds) {
  const [above, below] = parts(odds);
  return above / below;
}
