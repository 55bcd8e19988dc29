/** The betting spots: buttons that show what lies on them and what became of it. */

import { stack } from "../drawings/chips.js";
import { brief, money } from "../game/money.js";
import { betName } from "../game/names.js";
import { fateText, spotLabel, stakeSum } from "../game/spot-text.js";
import { el, setAttribute, setText } from "../lib/elements.js";
import { makeRoving } from "../lib/roving.js";
import { isOpen } from "../model/model.js";
import { stakesOn } from "../model/seats.js";
import { setShortcut } from "../shell/shortcuts.js";
import { catalogue, textOf, words } from "../words/words.js";
import { collectStake, moveStake } from "./chip-moves.js";

/** @import { Model, OpenModel } from "../model/model.js" */
/** @import { Bet, BetSettled, Coup, House } from "../wire/frames.d.ts" */

/** How many letters an amount may have on a spot. */
const LETTERS = { main: 9, side: 7 };
const ORDER = ["player", "tie", "banker"];

/** @typedef {ReturnType<typeof spotView>} SpotView */

export class Felt extends HTMLElement {
  /** @type {Map<string, SpotView>} */
  #spots = new Map();
  #house = "";
  /** The coup whose chips were moved. @type {Coup | null} */
  #last = null;
  /** Chips on their way to the guest. @type {Set<Element>} */
  #flying = new Set();
  /** How chips move since the last coup. @type {Animation[]} */
  #moves = [];
  #updateStop = makeRoving(this, ".spot");

  /** @param {Model} model */
  render(model) {
    if (!isOpen(model)) return;
    if (this.#house !== model.house.rules) this.#build(model.house);
    if (this.#last !== model.last) this.#reset();
    this.#last = model.last;
    for (const view of this.#spots.values()) drawSpot(view, model);
    setAttribute(this, "data-open", model.shoe.phase === "betting" && model.showing !== "coup");
  }

  /** @param {House} house */
  #build(house) {
    this.#house = house.rules;
    this.#spots = new Map(house.felt.map((bet) => [bet.key, spotView(bet)]));
    const main = house.felt.filter((bet) => bet.main);
    main.sort((one, other) => ORDER.indexOf(one.spot) - ORDER.indexOf(other.spot));
    const side = house.felt.filter((bet) => !bet.main);
    this.dataset.rows = String(Math.ceil(side.length / 4));
    setAttribute(this, "data-no-wagers", !house.limits);
    this.replaceChildren(
      this.#group("main", words("page.main_bets"), main),
      ...(side.length ? [this.#group("side", words("page.side_bets"), side)] : []),
    );
    this.#updateStop();
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {Bet[]} bets
   */
  #group(name, label, bets) {
    return el(
      "div",
      { class: `spots ${name}`, role: "group", "aria-label": label, "data-count": bets.length },
      bets.map(({ key }) => this.#spots.get(key)?.button),
    );
  }

  /**
   * Move the chips of a coup's bets: losing stakes leave, winners are paid, and the guest's own chips come home.
   * @param {BetSettled[]} settled
   * @param {number | null} seat
   * @param {{ duration: number, signal: AbortSignal }} time
   */
  settle(settled, seat, { duration, signal }) {
    const moves = settled.flatMap((bet) => this.#move(bet, seat, duration));
    this.#moves.push(...moves);
    const finish = () => {
      for (const move of moves) if (move.playState !== "idle") move.finish(); // A stopped one would show its end again.
    };
    signal.addEventListener("abort", finish, { once: true });
  }

  /**
   * @param {BetSettled} bet
   * @param {number | null} seat
   * @param {number} duration
   */
  #move({ data: bet }, seat, duration) {
    const view = this.#spots.get(bet.key);
    if (!view) return [];
    if (bet.seat !== seat) return bet.fate === "lost" ? [collectStake(view.others, duration)] : [];
    if (bet.fate === "won") {
      setAttribute(view.button, "data-fate", bet.fate);
      fillAmount(view, [fateText(bet, view.letters)], money(bet.earned));
    }
    const { moves, flying } = moveStake(view, bet, duration);
    if (flying) this.#flying.add(flying);
    return moves;
  }

  /** Stop all moves of chips: the coup that they belong to is over. */
  #reset() {
    for (const flying of this.#flying) flying.remove();
    this.#flying.clear();
    for (const move of this.#moves) move.cancel();
    this.#moves = [];
    for (const view of this.#spots.values()) view.shown = null;
  }
}

/** @param {Bet} bet */
function spotView(bet) {
  const chips = el("span", { class: "stakes" });
  const amount = el("span", { class: "amount" });
  const stake = el("span", { class: "stake" }, chips, amount);
  const note = el("span", { class: "spot-note" });
  const others = el("span", { class: "others" });
  /** @type {HTMLButtonElement} */
  const button = el(
    "button",
    {
      type: "button",
      class: "spot",
      "data-key": bet.key,
      "data-spot": bet.spot,
      title: bet.lines.map(({ when, pays }) => words("page.line", { said: when, pays })).join("\n"),
      onclick: () =>
        button.dispatchEvent(new CustomEvent("bet", { bubbles: true, detail: { key: bet.key } })),
    },
    el("span", { class: "spot-name" }, betName(bet)),
    el(
      "span",
      { class: "spot-line" },
      el(
        "span",
        { class: "spot-pays", "data-short": bet.best_pays && textOf(bet.best_pays) },
        el("span", {}, catalogue().pays(bet.plain_pays)),
      ),
      bet.rule ? [" ", el("span", { class: "spot-rule" }, textOf(bet.rule))] : null,
    ),
    stake,
    others,
    note,
  );
  if (bet.main) setShortcut(button, bet.spot[0].toUpperCase());
  const letters = bet.main ? LETTERS.main : LETTERS.side;
  const shown = /** @type {number | null} The stake that the chips show. */ (null);
  return { bet, button, chips, amount, stake, note, others, letters, shown };
}

/**
 * @param {SpotView} view
 * @param {OpenModel} model
 */
function drawSpot(view, model) {
  const { bet, button, letters } = view;
  const stakes = stakesOn(model, bet.key);
  const offer = model.offers[bet.key];
  const refusal = offer ? words("page.spot.offer", { stake: offer }) : model.refusals[bet.key];
  const whole = stakes.mine + stakes.pending;
  const how = stakes.pending
    ? words("page.plate.pending")
    : stakes.standing
      ? words("page.plate.stands")
      : "";
  const isDealing = model.showing === "coup";
  const paid = whole || isDealing ? null : model.paid[bet.key];
  drawChips(view, whole);
  if (!isDealing) {
    fillAmount(
      view,
      whole ? [brief(whole, letters), how] : [fateText(paid, letters)],
      money(whole),
    );
    setAttribute(button, "data-fate", paid?.fate);
  }
  setText(view.note, refusal ?? "");
  drawOthers(view, stakes.others);
  const state = stakes.pending
    ? "pending"
    : stakes.standing
      ? "standing"
      : stakes.mine
        ? "accepted"
        : null;
  setAttribute(button, "data-state", state ?? (refusal ? "refused" : null));
  setAttribute(button, "data-refused", Boolean(refusal));
  setAttribute(button, "aria-disabled", model.house.limits ? null : "true");
  const wins = model.won?.includes(bet.key) ?? false;
  setAttribute(button, "aria-label", spotLabel(bet, { ...stakes, refusal, paid, wins }));
  setAttribute(button, "data-won", wins);
}

/**
 * @param {SpotView} view
 * @param {number} stake
 */
function drawChips(view, stake) {
  if (view.shown === stake) return;
  view.chips.replaceChildren(...(stake ? [stack(stake)] : []));
  view.shown = stake;
}

/**
 * The plate: an amount and how it lies there; its whole amount is a tooltip where it is shortened.
 * @param {SpotView} view
 * @param {string[]} texts
 * @param {string} whole
 */
function fillAmount({ amount }, texts, whole) {
  const parts = texts.filter(Boolean);
  if (amount.textContent === parts.join("")) return;
  amount.title = whole === texts[0] ? "" : whole;
  amount.replaceChildren(
    ...parts.map((part, at) => el("span", { class: at ? "how" : null }, part)),
  );
}

/**
 * @param {SpotView} view
 * @param {{ name: string, stake: number }[]} others
 */
function drawOthers({ others: place, letters }, others) {
  const title = others.map(({ name, stake }) => `${name} ${money(stake)}`).join(", ");
  if (place.title === title) return;
  place.title = title;
  const who = others.length === 1 ? others[0].name : words("page.others", { count: others.length });
  const sum = stakeSum(others);
  const line = el(
    "span",
    { class: "others-words" },
    el("bdi", {}, who),
    el("span", {}, ` ${brief(sum, letters)}`),
  );
  place.replaceChildren(...(others.length ? [stack(sum, 1), line] : []));
}

customElements.define("pb-felt", Felt);
