/** The betting spots: buttons that show the stakes on them and how these did. */

import { stack } from "../drawings/chips.js";
import { brief, money } from "../game/money.js";
import { betName } from "../game/names.js";
import { fateText, spotLabel, stakeSum } from "../game/spot-text.js";
import { el, setAttribute, setText } from "../lib/elements.js";
import { makeRoving } from "../lib/roving.js";
import { stakesOn } from "../model/seats.js";
import { setShortcut } from "../shell/shortcuts.js";
import { catalogue, textOf, words } from "../words/words.js";
import { collectStake, moveStake } from "./chip-moves.js";

/** @import { OpenModel } from "../model/model.js" */
/** @import { Bet, BetSettled, House } from "../wire/frames.d.ts" */

/** How many letters an amount may have on a spot. */
const LETTERS = { main: 9, side: 7 };
const ORDER = ["player", "tie", "banker"];

/** @typedef {ReturnType<typeof spotView>} SpotView */

export class Felt {
  element = el("pb-felt");
  /** @type {Map<string, SpotView>} */
  #spots = new Map();
  /** Chips on their way to the guest. @type {Set<Element>} */
  #flying = new Set();
  /** How chips move since the last coup. @type {Animation[]} */
  #moves = [];
  #updateStop = makeRoving(this.element, ".spot");
  #bet;

  /** @param {(key: string) => void} bet */
  constructor(bet) {
    this.#bet = bet;
  }

  /**
   * @param {OpenModel} model
   * @param {OpenModel | null} before
   */
  render(model, before) {
    if (model.house !== before?.house) this.#build(model.house);
    const isNewCoup = model.last !== before?.last;
    if (isNewCoup) this.#stopMoves();
    for (const view of this.#spots.values()) drawSpot(view, model, isNewCoup ? null : before);
    const isBetting = model.shoe.phase === "betting" && model.showing !== "coup";
    setAttribute(this.element, "data-open", isBetting);
  }

  /** @param {House} house */
  #build(house) {
    this.#spots = new Map(house.felt.map((bet) => [bet.key, spotView(bet, this.#bet)]));
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
   * @param {readonly BetSettled[]} settled
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

  /** Stop all moves of chips, because their coup is over. */
  #stopMoves() {
    for (const flying of this.#flying) flying.remove();
    this.#flying.clear();
    for (const move of this.#moves) move.cancel();
    this.#moves = [];
  }
}

/**
 * @param {Bet} bet
 * @param {(key: string) => void} press
 */
function spotView(bet, press) {
  const chips = el("span", { class: "stakes" });
  const amount = el("span", { class: "amount" });
  const stake = el("span", { class: "stake" }, chips, amount);
  const note = el("span", { class: "spot-note" });
  const others = el("span", { class: "others" });
  const button = el(
    "button",
    {
      type: "button",
      class: "spot",
      "data-key": bet.key,
      "data-spot": bet.spot,
      title: bet.lines.map(({ when, pays }) => words("page.line", { said: when, pays })).join("\n"),
      onclick: () => press(bet.key),
    },
    el("span", { class: "spot-name" }, betName(bet)),
    el(
      "span",
      { class: "spot-line" },
      el(
        "span",
        { class: "spot-pays", "data-short": bet.best_pays && textOf(bet.best_pays) },
        el("span", catalogue().pays(bet.plain_pays)),
      ),
      bet.rule ? [" ", el("span", { class: "spot-rule" }, textOf(bet.rule))] : null,
    ),
    stake,
    others,
    note,
  );
  if (bet.main) setShortcut(button, bet.spot[0].toUpperCase());
  const letters = bet.main ? LETTERS.main : LETTERS.side;
  return { bet, button, chips, amount, stake, note, others, letters };
}

/**
 * @param {SpotView} view
 * @param {OpenModel} model
 * @param {OpenModel | null} before  of the same coup
 */
function drawSpot(view, model, before) {
  const { bet, button, letters } = view;
  const stakes = stakesOn(model, bet.key);
  const offer = model.offers[bet.key];
  const refusal = offer ? words("page.spot.offer", { stake: offer }) : model.refusals[bet.key];
  const whole = stakes.mine + stakes.pending;
  const known = before && stakesOn(before, bet.key);
  const how = stakes.pending
    ? words("page.plate.pending")
    : stakes.standing
      ? words("page.plate.stands")
      : "";
  const isDealing = model.showing === "coup";
  const paid = whole || isDealing ? null : model.paid[bet.key];
  // Chips that move must stay the same elements.
  if (!known || whole !== known.mine + known.pending)
    view.chips.replaceChildren(...(whole ? [stack(whole)] : []));
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
 * Show an amount and how it lies there. A shortened amount has the whole one as its tooltip.
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
    el("bdi", who),
    el("span", ` ${brief(sum, letters)}`),
  );
  place.replaceChildren(...(others.length ? [stack(sum, 1), line] : []));
}
