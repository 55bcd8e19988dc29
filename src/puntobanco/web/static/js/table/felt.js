/** The betting spots: buttons that show the stakes on them and how these did. */

import { stack } from "../drawings/chips.js";
import { brief, money } from "../game/money.js";
import { betName } from "../game/names.js";
import { fateText, spotLabel, stakeSum } from "../game/spot-text.js";
import { button, el, setAttribute, setText } from "../lib/elements.js";
import { makeRoving } from "../lib/roving.js";
import { stakesOn } from "../model/seats.js";
import { setShortcut } from "../shell/shortcuts.js";
import { catalogue, textOf, words } from "../words/words.js";
import { collectStake, moveStake, stopChips } from "./chip-moves.js";

/** @import { OpenModel } from "../model/model.js" */
/** @import { Bet, House } from "../wire/frames.d.ts" */

/** How many letters an amount may have on a spot. */
const LETTERS = { main: 9, side: 7 };
const ORDER = ["player", "tie", "banker"];

export class Felt {
  element = el("pb-felt");
  /** @type {Map<string, Spot>} */
  #spots = new Map();
  #updateStop = makeRoving(this.element, ".spot");
  #bet;

  /** @param {(key: string) => void} bet */
  constructor(bet) {
    this.#bet = bet;
  }

  /** @type {(model: OpenModel, before: OpenModel | null) => void} */
  render(model, before) {
    const { board, house, time } = model;
    if (house !== before?.house) this.#build(house);
    if (before?.board.paying && !board.paying) stopChips();
    for (const spot of this.#spots.values()) spot.render(model);
    if (board.paying && board.paying !== before?.board.paying && time) this.#pay(model);
    const isBetting = model.shoe.phase === "betting" && model.showing !== "coup";
    setAttribute(this.element, "data-open", isBetting);
  }

  /** @param {House} house */
  #build(house) {
    this.#spots = new Map(house.felt.map((bet) => [bet.key, new Spot(bet, this.#bet)]));
    const main = house.felt.filter((bet) => bet.main);
    main.sort((one, other) => ORDER.indexOf(one.spot) - ORDER.indexOf(other.spot));
    const side = house.felt.filter((bet) => !bet.main);
    this.element.dataset.rows = String(Math.ceil(side.length / 4));
    setAttribute(this.element, "data-no-wagers", !house.limits);
    this.element.replaceChildren(
      this.#group("main", words("page.main_bets"), main),
      ...(side.length ? [this.#group("side", words("page.side_bets"), side)] : []),
    );
    this.#updateStop();
  }

  /** @type {(name: string, label: string, bets: Bet[]) => HTMLElement} */
  #group(name, label, bets) {
    const group = el(
      "div",
      { class: `spots ${name}`, role: "group", "aria-label": label, "data-count": bets.length },
      bets.map(({ key }) => this.#spots.get(key)?.element),
    );
    // A row that scrolls can be scrolled by keyboard too.
    new ResizeObserver(() =>
      setAttribute(group, "tabindex", group.scrollWidth > group.clientWidth ? "0" : null),
    ).observe(group);
    return group;
  }

  /** Move the chips of a coup's bets: collect losing stakes, pay winners, return the guest's chips. @param {OpenModel} model */
  #pay({ board: { paying }, seat, time }) {
    for (const bet of paying ?? []) {
      const spot = this.#spots.get(bet.key);
      if (spot && bet.seat === seat) moveStake(spot, bet, time);
      else if (spot && bet.fate === "lost") collectStake(spot.others, time);
    }
  }
}

/** A betting spot. `chip-moves.js` moves its chips, its stake (chips and amount) and those of others. */
class Spot {
  chips = el("span.stakes");
  #amount = el("span.amount");
  stake = el("span.stake", this.chips, this.#amount);
  others = el("span.others");
  #note = el("span.spot-note");
  #bet;
  #letters;

  /**
   * @param {Bet} bet
   * @param {(key: string) => void} press
   */
  constructor(bet, press) {
    this.#bet = bet;
    this.#letters = bet.main ? LETTERS.main : LETTERS.side;
    const lines = bet.lines.map(({ when, pays }) => words("page.line", { said: when, pays }));
    const short = { "data-short": bet.best_pays && textOf(bet.best_pays) };
    const pays = el("span.spot-pays", short, el("span", catalogue().pays(bet.plain_pays)));
    const rule = bet.rule && [" ", el("span.spot-rule", textOf(bet.rule))];
    this.element = button(el("span.spot-name", betName(bet)), () => press(bet.key), {
      class: "spot",
      "data-key": bet.key,
      "data-spot": bet.spot,
      title: lines.join("\n"),
    });
    this.element.append(el("span.spot-line", pays, rule), this.stake, this.others, this.#note);
    if (bet.main) setShortcut(this.element, bet.spot[0].toUpperCase());
  }

  /** @param {OpenModel} model */
  render(model) {
    const { key } = this.#bet;
    const stakes = stakesOn(model, key);
    const offer = model.offers[key];
    const refusal = offer ? words("page.spot.offer", { stake: offer }) : model.refusals[key];
    const whole = stakes.mine + stakes.pending;
    const { won, paying } = model.board;
    const isDealing = model.showing === "coup";
    const coming = paying?.find((each) => each.key === key && each.seat === model.seat);
    const isWon = coming?.fate === "won";
    const paid = isWon ? coming : whole || isDealing ? null : model.board.paid[key];
    // Chips that move must stay the same elements.
    if (!paying) this.chips.replaceChildren(...(whole ? [stack(whole)] : []));
    const [state, how] = lying(stakes);
    /** @param {number} letters */
    const text = (letters) => (whole && !isWon ? brief(whole, letters) : fateText(paid, letters));
    const [amount, exact] = [text(this.#letters), text(Infinity)];
    setAttribute(this.#amount, "title", amount !== exact && exact);
    this.#amount.replaceChildren(
      ...(amount ? [el("span", amount)] : []),
      ...(how && !isWon ? [el("span.how", how)] : []),
    );
    setAttribute(this.element, "data-fate", paid?.fate);
    setText(this.#note, refusal ?? "");
    this.#drawOthers(stakes.others);
    setAttribute(this.element, "data-state", state ?? (refusal ? "refused" : null));
    setAttribute(this.element, "data-refused", Boolean(refusal));
    setAttribute(this.element, "aria-disabled", model.house.limits ? null : "true");
    const wins = won?.includes(key) ?? false;
    const label = spotLabel(this.#bet, { ...stakes, refusal, paid, wins });
    setAttribute(this.element, "aria-label", label);
    const isMine = stakes.mine > 0 || model.board.paid[key]?.fate === "won";
    setAttribute(this.element, "data-won", wins && (isMine ? "mine" : ""));
  }

  /** @param {{ name: string, stake: number }[]} others */
  #drawOthers(others) {
    const title = others.map(({ name, stake }) => `${name} ${money(stake)}`).join(", ");
    setAttribute(this.others, "title", title || null);
    const count = others.length;
    const who = count === 1 ? others[0].name : words("page.others", { count });
    const sum = stakeSum(others);
    const amount = el("span", ` ${brief(sum, this.#letters)}`);
    const line = el("span.others-words", el("bdi", who), amount);
    this.others.replaceChildren(...(count ? [stack(sum, 1), line] : []));
  }
}

/**
 * Return the state of an own stake, and the word on its plate.
 * @type {(stakes: { mine: number, standing: boolean, pending: number }) => [string | null, string]}
 */
function lying({ mine, standing, pending }) {
  if (pending) return ["pending", words("page.plate.pending")];
  if (standing) return ["standing", words("page.plate.stands")];
  return [mine ? "accepted" : null, ""];
}
