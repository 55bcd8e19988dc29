/** The betting spots: real buttons that show what lies on them and what became of it. */

import { stack } from "../drawings/chips.js";
import { plainOdds, rule } from "../game/bet-rules.js";
import { brief, dollars } from "../game/money.js";
import { count } from "../lib/count.js";
import { el, mark, show } from "../lib/elements.js";
import { spot } from "../model/seats.js";
import { settings } from "../shell/settings.js";
import { hint } from "./shortcuts.js";

/** How long an amount may be on a spot. */
const LETTERS = { main: 9, side: 7 };

export class Felt extends HTMLElement {
  #spots = new Map();
  #house = "";
  #flying = new Set();

  render(model) {
    if (!model.house) return;
    if (this.#house !== model.house.rules) this.#build(model.house);
    for (const [key, view] of this.#spots) this.#draw(view, spot(model, key), model);
    mark(this, "data-open", model.shoe.phase === "betting" && !model.isDealing);
  }

  #build(house) {
    this.#house = house.rules;
    this.#spots.clear();
    const main = house.felt.filter((bet) => bet.main);
    const order = ["player", "tie", "banker"];
    main.sort((one, other) => order.indexOf(one.spot) - order.indexOf(other.spot));
    const side = house.felt.filter((bet) => !bet.main);
    const group = (name, label, bets) =>
      el("div", { class: `spots ${name}`, role: "group", "aria-label": label, "data-count": bets.length },
        bets.map((bet) => this.#spot(bet)));
    this.dataset.rows = Math.ceil(side.length / 4);
    mark(this, "data-no-wagers", !house.limits);
    this.replaceChildren(group("main", "Main bets", main), ...(side.length ? [group("side", "Side bets", side)] : []));
  }

  #spot(bet) {
    const view = {
      bet,
      stack: el("span", { class: "stakes" }),
      amount: el("span", { class: "amount" }),
      note: el("span", { class: "spot-note" }),
      others: el("span", { class: "others" }),
      letters: bet.main ? LETTERS.main : LETTERS.side,
      shown: null,
    };
    view.button = el("button", {
      type: "button", class: "spot", "data-key": bet.key, "data-spot": bet.spot, title: bet.lines.join("\n"),
      onclick: () => this.dispatchEvent(new CustomEvent("bet", { bubbles: true, detail: { key: bet.key } })),
    },
      el("span", { class: "spot-name" }, bet.name),
      el("span", { class: "spot-line" }, el("span", { class: "spot-pays", "data-short": shortly(bet.pays) }, el("span", {}, plainOdds(bet))),
        rule(bet) ? [" ", el("span", { class: "spot-rule" }, rule(bet))] : null),
      el("span", { class: "stake" }, view.stack, view.amount), view.others, view.note);
    if (bet.main) hint(view.button, bet.spot[0].toUpperCase());
    this.#spots.set(bet.key, view);
    return view.button;
  }

  #draw(view, { mine, standing, pending, others }, model) {
    const refusal = model.refusals[view.bet.key];
    const whole = mine + pending;
    if (view.shown !== whole) {
      view.stack.replaceChildren(...(whole ? [stack(whole)] : []));
      view.shown = whole;
    }
    const paid = whole || model.isDealing ? null : model.paid[view.bet.key];
    if (!model.isDealing) {
      const how = pending ? "pending" : standing ? "stands" : "";
      this.#fill(view, whole ? [brief(whole, view.letters), how] : [fate(paid, view.letters)], dollars(whole));
      mark(view.button, "data-fate", paid?.fate);
    }
    show(view.note, refusal ?? "");
    const state = pending ? "pending" : standing ? "standing" : mine ? "accepted" : null;
    mark(view.button, "data-state", state ?? (refusal ? "refused" : null));
    mark(view.button, "data-refused", Boolean(refusal));
    const sum = others.reduce((all, { stake }) => all + stake, 0);
    this.#drawOthers(view, others, sum);
    mark(view.button, "aria-disabled", model.house.limits ? null : "true");
    mark(view.button, "aria-label", this.#label(view.bet, { mine, standing, pending, others, refusal, sum, paid }));
    mark(view.button, "data-won", !model.isDealing || model.shown ? isWinning(view.bet, model) : null);
  }

  /** The plate: an amount and how it lies there. */
  #fill({ amount }, [text, how], whole) {
    const parts = [text, how].filter(Boolean);
    if (amount.textContent === parts.join("")) return;
    amount.title = whole === text ? "" : whole;
    amount.replaceChildren(...parts.map((part, at) => el("span", { class: at ? "how" : null }, part)));
  }

  #drawOthers({ others: place, letters }, others, sum) {
    const who = others.length === 1 ? others[0].name : `${others.length} guests`;
    const told = others.map(({ name, stake }) => `${name} ${dollars(stake)}`).join(", ");
    if (place.title === told) return;
    place.title = told;
    place.replaceChildren(...(others.length ? [stack(sum, 1), el("span", { class: "others-words" }, el("bdi", {}, who), el("span", {}, ` ${brief(sum, letters)}`))] : []));
  }

  #label(bet, { mine, standing, pending, others, refusal, sum, paid }) {
    return [
      bet.minimum === null ? bet.name : [`${bet.name}, pays ${bet.pays}`, rule(bet)].filter(Boolean).join(", "),
      mine ? `your stake ${dollars(mine)} ${standing ? "stands" : "accepted"}` : null,
      pending ? `${dollars(pending)} pending` : null,
      refusal ? `refused: ${refusal}` : null,
      paid ? { won: `won ${dollars(paid.earned)}`, lost: `lost ${dollars(-paid.earned)}`, returned: "returned" }[paid.fate] : null,
      others.length ? `${count(others.length, "other guest")} ${dollars(sum)}` : null,
    ].filter(Boolean).join(", ");
  }

  /** Losing stakes leave first, then winners are paid, then what is the guest's comes home. */
  settle(settled, seat, signal) {
    const home = document.querySelector(".money dd");
    const moves = settled.flatMap((bet) => {
      const view = this.#spots.get(bet.key);
      if (!view) return [];
      if (bet.seat !== seat) return bet.fate === "lost" ? [leaving(view.others)] : [];
      if (bet.fate === "won") {
        mark(view.button, "data-fate", bet.fate);
        this.#fill(view, [fate(bet, view.letters)], dollars(bet.earned));
      }
      return this.#moves(view, bet, home);
    });
    signal.addEventListener("abort", () => moves.forEach((move) => move.finish()), { once: true });
  }

  #moves({ stack: chips, amount: { parentElement: stake } }, bet, home) {
    const tempo = settings.tempo;
    if (bet.fate === "lost") return [leaving(stake)];
    if (bet.fate === "stands") {
      return [chips.animate(
        [{ transform: "none" }, { transform: "translateY(-.4rem)" }, { transform: "none" }],
        { duration: 500 * tempo, delay: 500 * tempo })];
    }
    const paid = bet.fate === "won" ? [this.#pay(chips, bet.earned)] : [];
    return [...paid, ...this.#bring(stake, home)];
  }

  /** What was won comes from the house's side and is put beside the stake. */
  #pay(chips, earned) {
    const pay = stack(earned);
    pay.classList.add("pay");
    chips.append(pay);
    const tempo = settings.tempo;
    return pay.animate(
      [{ transform: "translateY(-9rem)", opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: "none" }],
      { duration: 450 * tempo, delay: 300 * tempo, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards" });
  }

  /** A stake slides to the guest's balance: above the cloth, which would hide it at its edge. */
  #bring(stake, home) {
    const tempo = settings.tempo;
    const [from, to] = [stake, home].map((each) => each.getBoundingClientRect());
    const flying = el("span", { class: "flying", "aria-hidden": "true" }, ...[...stake.querySelectorAll(".stack")].map((each) => each.cloneNode(true)));
    Object.assign(flying.style, { left: `${from.left}px`, top: `${from.top}px` });
    this.#flying.add(flying);
    this.closest("pb-table").append(flying);
    const way = `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top - from.top}px) scale(.7)`;
    const when = { delay: 950 * tempo, fill: "both" };
    return [
      stake.animate([{ opacity: 1 }, { opacity: 0 }], { ...when, duration: 1 }),
      flying.animate(
        [{ opacity: 0 }, { opacity: 1, offset: 0.01 }, { opacity: 1, offset: 0.8 }, { transform: way, opacity: 0 }],
        { ...when, duration: 500 * tempo, easing: "cubic-bezier(.5, 0, .7, 1)" }),
    ];
  }

  /** Every stake is where the model says. */
  rest() {
    for (const flying of this.#flying) flying.remove();
    this.#flying.clear();
    for (const { button } of this.#spots.values()) button.getAnimations({ subtree: true }).forEach((move) => move.cancel());
    for (const view of this.#spots.values()) view.shown = null;
  }
}

/** Chips that the house takes, with the amount on them. */
function leaving(stake) {
  return stake.animate([{}, { transform: "translateY(-9rem) scale(.8)", opacity: 0 }], { duration: 600 * settings.tempo, easing: "ease-in", fill: "forwards" });
}

/** The odds of a narrow spot: the best of several. */
function shortly(pays) {
  const [best, ...others] = pays.split(",");
  return others.length ? `up to ${best}` : null;
}

/** What became of a stake, shortly. */
function fate(bet, letters) {
  if (!bet) return "";
  return { won: `+${brief(bet.earned, letters)}`, lost: brief(bet.earned, letters), returned: "returned", stands: "" }[bet.fate];
}

/** Whether a main spot's side won the coup that lies on the felt. */
function isWinning(bet, model) {
  const last = model.shown ?? (model.isDealing ? null : model.last?.outcome);
  return bet.main && last === bet.spot;
}

customElements.define("pb-felt", Felt);
