/** The guest's own edge of the table: chips, what can be done with them, money, and the deal. */

import { chip } from "../drawings/chips.js";
import { rackFor, stakeOf } from "../game/chips.js";
import { dollars, signed } from "../game/money.js";
import { el, mark, show } from "../lib/elements.js";
import { SEATS } from "../model/model.js";
import { canBet, canDeal, canDealEver } from "../model/permissions.js";
import { money, own, spot } from "../model/seats.js";
import { read } from "./speech.js";
import { settings } from "../shell/settings.js";
import { fillDeal } from "./deal-button.js";
import { hint } from "./shortcuts.js";

const ACTIONS = [
  { name: "undo", text: "Undo", key: "U" },
  { name: "take_back", text: "Clear", key: "Z" },
  { name: "repeat", text: "Repeat", key: "R" },
  { name: "double", text: "Double", key: "W" },
];

const SHORT = 5000;
/** As long as more of the period than this is left, nobody needs more time. */
const FRESH = 0.8;
const seconds = (milliseconds) => Math.ceil(milliseconds / 1000);

export class Rack extends HTMLElement {
  #chips = [];
  #limits = "";

  connectedCallback() {
    if (this.deal) return;
    this.chipRow = el("div", { class: "chips", role: "group", "aria-label": "Chips" });
    this.actions = ACTIONS.map(({ name, text }) =>
      el("button", { type: "button", class: "action", "data-action": name, onclick: () => this.#ask(name) }, text));
    ACTIONS.forEach(({ key }, at) => hint(this.actions[at], key));
    this.deal = el("button", { type: "button", class: "deal", "data-action": "deal", onclick: () => this.#ask("deal") });
    hint(this.deal, "X");
    this.seconds = el("span", { class: "seconds" });
    this.more = el("button", { type: "button", class: "more", onclick: () => this.#ask("more_time") }, "More time");
    hint(this.more, "E");
    this.clockBar = el("span", { class: "clock-bar", "aria-hidden": "true" }, el("span", {}));
    this.clock = el("div", { class: "clock", hidden: true, role: "group", "aria-label": "Betting clock" },
      this.seconds, this.clockBar, this.more);
    this.figures = { balance: figure("Balance"), staked: figure("Staked"), win: figure("Last coup") };
    this.append(this.clock,
      el("dl", { class: "money" }, Object.values(this.figures).map(({ box }) => box)),
      el("div", { class: "rack" }, this.chipRow, el("div", { class: "actions", role: "group", "aria-label": "Your bets" }, this.actions),
        el("div", { class: "dealing" }, this.deal)),
      (this.seatForm = this.#seatForm()), (this.closed = this.#closedForm()));
    this.timer = setInterval(() => this.#tick(), 200);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  get chip() {
    return settings.get("chip");
  }

  /** What the chosen chip puts on a spot. */
  stakeOn(key) {
    const { mine, pending } = spot(this.model, key);
    return stakeOf(this.chip, mine + pending, this.model.house.limits.minimum);
  }

  /** Take the chip with this place in the rack, counted from 0. */
  choose(at) {
    const value = this.#chips[at]?.value;
    if (value) this.#select(value);
    return value;
  }

  render(model) {
    this.model = model;
    if (!model.house) return;
    if (this.#limits !== JSON.stringify(model.house.limits)) this.#stock(model.house.limits);
    const seat = own(model);
    const { available, staked } = money(model);
    const isOpen = canBet(model);
    this.classList.toggle("watching", !seat);
    this.classList.toggle("clocked", model.dealing !== "button");
    this.classList.toggle("no-wagers", !model.house.limits);
    this.seatForm.hidden = Boolean(seat) || model.shoe.phase === "closed";
    this.full.hidden = Object.keys(model.seats).length < SEATS;
    for (const field of this.seatFields) field.hidden = !this.full.hidden;
    this.closed.hidden = model.shoe.phase !== "closed";
    show(this.figures.balance.value, seat ? dollars(available) : "–");
    show(this.figures.staked.value, seat ? dollars(staked) : "–");
    show(this.figures.win.value, model.lastWin === null ? "–" : signed(model.lastWin));
    mark(this.figures.win.box, "data-sign", model.lastWin > 0 ? "up" : model.lastWin < 0 ? "down" : null);
    const could = { undo: seat?.wagers.length, take_back: seat?.wagers.length, repeat: seat?.last.length, double: seat?.wagers.length };
    for (const button of this.actions) mark(button, "aria-disabled", isOpen && could[button.dataset.action] ? null : "true");
    mark(this.deal, "aria-disabled", canDeal(model) || model.isMoving ? null : "true");
    this.deal.hidden = !canDealEver(model);
    this.classList.toggle("no-deal", this.deal.hidden);
    this.#tick();
  }

  #stock(limits) {
    this.#limits = JSON.stringify(limits);
    const values = limits ? rackFor(limits) : [];
    this.#chips = values.map((value) => ({
      value,
      button: el("button", {
        type: "button", class: "chip-button", "data-chip": value, "aria-label": chipName(value, limits.minimum),
        onclick: () => this.#select(value),
      }, chip(value)),
    }));
    this.#chips.forEach(({ button }, at) => hint(button, String(at + 1)));
    this.chipRow.replaceChildren(...this.#chips.map(({ button }) => button));
    if (values.length && !values.includes(this.chip)) this.#select(values.find((value) => value >= limits.minimum) ?? values.at(-1));
    this.#select(this.chip);
  }

  #select(value) {
    settings.set("chip", value);
    for (const each of this.#chips) mark(each.button, "aria-pressed", String(each.value === value));
  }

  #ask(name) {
    this.dispatchEvent(new CustomEvent("act", { bubbles: true, detail: { name } }));
  }

  #tick() {
    if (this.model?.house) fillDeal(this.deal, this.model);
    const clock = this.model?.clock;
    this.clock.hidden = !this.model || this.model.dealing === "button";
    const isIdle = !clock || clock.closesAt === null || !this.model.isUp;
    mark(this.clock, "data-idle", isIdle);
    if (isIdle) return;
    const now = performance.now();
    const left = Math.max(0, clock.closesAt - now);
    const isWaiting = clock.opensAt > now; // For who still sees the last cards.
    this.#showTime(isWaiting ? this.#waiting(clock.period) : `${seconds(left)} s to bet`);
    this.clockBar.firstElementChild.style.transform = `scaleX(${Math.min(1, left / (clock.period || left || 1))})`;
    this.clock.classList.toggle("short", left < SHORT);
    this.more.hidden = !(own(this.model) && clock.more > (clock.used[this.model.seat] ?? 0));
    mark(this.more, "aria-disabled", left > FRESH * clock.period ? "true" : null);
    this.#tellTime(clock, left);
  }

  /** The number is large, its words are small. */
  #showTime(text) {
    if (text === this.seconds.textContent) return;
    const [number] = text.match(/^\d*/);
    this.seconds.replaceChildren(...(number ? [el("b", {}, number)] : []), text.slice(number.length));
  }

  #waiting(period) {
    return this.model.isMoving ? `Then ${seconds(period)} s to bet` : "Bets are open";
  }

  /** Say what is due, or the last of it, to who may bet. That no more bets are taken is said with the cards. */
  #tellTime(clock, left) {
    if (this.model.isMoving) return;
    const due = clock.said.filter((said) => said.left > 0 && said.left >= left);
    clock.said = clock.said.filter((said) => !due.includes(said));
    if (!due.length || !own(this.model)) return;
    const detail = read(due.at(-1), this.model.seat);
    this.dispatchEvent(new CustomEvent("say", { bubbles: true, detail }));
  }

  #seatForm() {
    const value = dollars(settings.get("buyIn")).slice(1);
    const amount = el("input", { id: "buy-in", inputmode: "decimal", autocomplete: "off", size: "9", value });
    return el("form", {
      class: "seat-form", hidden: true,
      onsubmit: (event) => {
        event.preventDefault();
        this.dispatchEvent(new CustomEvent("sit", { bubbles: true, detail: { amount: amount.value } }));
      },
    },
      el("p", {}, "You are watching."),
      ...(this.seatFields = [
        el("span", { class: "buy-in" }, el("label", { for: "buy-in" }, "Buy in with play money, $ "), amount),
        el("button", { type: "submit", class: "primary" }, "Take a seat")]),
      (this.full = el("span", {}, `All ${SEATS} seats are taken.`)));
  }

  /** What is left of a table that is closed. */
  #closedForm() {
    const go = () => this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: "/" }));
    return el("div", { class: "seat-form closed-form", hidden: true },
      el("p", {}, "This table is closed. Its records stay under History."),
      el("button", { type: "button", class: "primary", onclick: go }, "To the lobby"));
  }
}

/** "$25 chip"; one below the minimum says what it comes to where nothing lies. */
function chipName(value, minimum) {
  return `${dollars(value)} chip${value < minimum ? `, ${dollars(minimum)} on an empty spot` : ""}`;
}

function figure(name) {
  const value = el("dd", {}, "–");
  return { value, box: el("div", {}, el("dt", {}, name), value) };
}

customElements.define("pb-rack", Rack);
