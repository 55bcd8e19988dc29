/** The guest's own edge of the table: chips, what can be done with them, money, and the deal. */

import { chip } from "../drawings/chips.js";
import { addedStake, rackFor } from "../game/chips.js";
import { amount, money, signed } from "../game/money.js";
import { el, setAttribute, setText } from "../lib/elements.js";
import { makeRoving } from "../lib/roving.js";
import { isOpen } from "../model/model.js";
import { canBet, canDeal, canDealEver } from "../model/permissions.js";
import { isOutOfChips, ownMoney, ownSeat, stakesOn } from "../model/seats.js";
import { settings } from "../shell/settings.js";
import { setShortcut } from "../shell/shortcuts.js";
import { MAX_SEATS } from "../wire/protocol.js";
import { words } from "../words/words.js";
import { BettingClock, DealButton } from "./dealing.js";

/** @import { Model, OpenModel } from "../model/model.js" */
/** @import { House } from "../wire/frames.d.ts" */

const ACTIONS = [
  { name: "undo", text: "page.do.undo", key: "U" },
  { name: "take_back", text: "page.do.take_back", key: "Z" },
  { name: "repeat", text: "page.do.repeat", key: "R" },
  { name: "double", text: "page.do.double", key: "W" },
];
const TICK = 200;

export class Rack extends HTMLElement {
  /** @type {{ value: number, button: HTMLButtonElement }[]} */
  #chips = [];
  #limits = "";
  #chipRow = el("div", { class: "chips", role: "toolbar", "aria-label": words("page.chips") });
  #updateChipStop = makeRoving(this.#chipRow, "button");
  #buyButton = el(
    "button",
    {
      type: "button",
      class: "primary",
      onclick: () => this.dispatchEvent(new Event("buy", { bubbles: true })),
    },
    words("page.broke.buy"),
  );
  #broke = el(
    "div",
    { class: "broke", hidden: true },
    el("p", { role: "status" }, words("page.broke")),
    this.#buyButton,
  );
  #actions = ACTIONS.map(({ name, text, key }) => {
    const button = el(
      "button",
      {
        type: "button",
        class: "action",
        "data-action": name,
        onclick: () => this.#dispatchAction(name),
      },
      words(text),
    );
    setShortcut(button, key);
    return { name, button };
  });
  #deal = new DealButton(() => this.#dispatchAction("deal"));
  #clock = new BettingClock(() => this.#dispatchAction("more_time"));
  #figures = {
    balance: figure(words("page.money.balance")),
    staked: figure(words("page.money.staked")),
    win: figure(words("page.money.last")),
  };
  #amount = el("input", {
    id: "buy-in",
    inputmode: "decimal",
    autocomplete: "off",
    size: "9",
  });
  #amountLabel = el("label", { for: "buy-in" });
  #seatFields = [
    el("span", { class: "buy-in" }, this.#amountLabel, this.#amount),
    el("button", { type: "submit", class: "primary" }, words("page.sit")),
  ];
  #full = el("span", {}, words("page.sit.full", { most: MAX_SEATS }));
  #seatForm = el(
    "form",
    { class: "seat-form", hidden: true, onsubmit: (event) => this.#onSit(event) },
    el("p", {}, words("page.sit.watching")),
    this.#seatFields,
    this.#full,
  );
  #lobbyButton = el(
    "button",
    { type: "button", class: "primary", onclick: () => this.#goToLobby() },
    words("page.to_lobby"),
  );
  #closed = el(
    "div",
    { class: "seat-form closed-form", hidden: true },
    el("p", {}, words("page.closed")),
    this.#lobbyButton,
  );
  /** @type {OpenModel | null} */
  #model = null;
  /** @type {number | undefined} */
  #timer;

  connectedCallback() {
    this.#timer = setInterval(() => this.#tick(), TICK);
    if (this.#chipRow.isConnected) return;
    const actions = el(
      "div",
      { class: "actions", role: "toolbar", "aria-label": words("page.your_bets") },
      this.#actions.map(({ button }) => button),
    );
    this.append(
      this.#clock.element,
      el(
        "dl",
        { class: "money" },
        Object.values(this.#figures).map(({ box }) => box),
      ),
      el(
        "div",
        { class: "rack" },
        this.#chipRow,
        this.#broke,
        actions,
        el("div", { class: "dealing" }, this.#deal.element),
      ),
      this.#seatForm,
      this.#closed,
    );
    makeRoving(actions, "button")();
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  /**
   * The stake that the chosen chip adds to a spot.
   * @param {OpenModel} model
   * @param {string} key
   */
  stakeOn(model, key) {
    const { mine, pending } = stakesOn(model, key);
    return addedStake(settings.get("chip"), mine + pending, model.house.limits?.minimum ?? 0);
  }

  /**
   * Choose the chip at this place of the rack, counted from 0.
   * @param {number} at
   */
  choose(at) {
    const value = this.#chips[at]?.value;
    if (!value) return;
    this.#select(value);
    this.dispatchEvent(new Event("chosen", { bubbles: true }));
  }

  /** Move the focus to the one thing that can be done at a closed table. */
  focusLobbyButton() {
    this.#lobbyButton.focus();
  }

  /** @param {Model} model */
  render(model) {
    if (!isOpen(model)) return;
    this.#model = model;
    const { limits, currency } = model.house;
    if (this.#limits !== JSON.stringify({ limits, currency })) this.#stock(model.house);
    this.#drawForms(model);
    this.#drawMoney(model);
    this.#drawActions(model);
    this.#offerChips(isOutOfChips(model));
    this.#tick();
  }

  /**
   * Where no stake can be made, chips can be bought in their place; the focus stays there.
   * @param {boolean} isBroke
   */
  #offerChips(isBroke) {
    if (this.#broke.hidden !== isBroke) return;
    const before = isBroke ? this.#chipRow : this.#broke;
    const isFocused = before.contains(document.activeElement);
    this.#broke.hidden = !isBroke;
    this.#chipRow.hidden = isBroke;
    const now = isBroke ? this.#buyButton : this.#chips[0]?.button;
    if (isFocused) now?.focus({ preventScroll: true });
  }

  /** @param {OpenModel} model */
  #drawForms(model) {
    const isWatching = ownSeat(model) === null;
    this.classList.toggle("watching", isWatching);
    this.classList.toggle("clocked", model.dealing !== "button");
    this.classList.toggle("no-wagers", !model.house.limits);
    this.#closed.hidden = model.shoe.phase !== "closed";
    this.#seatForm.hidden = !isWatching || !this.#closed.hidden;
    this.#full.hidden = Object.keys(model.seats).length < MAX_SEATS;
    for (const field of this.#seatFields) field.hidden = !this.#full.hidden;
  }

  /** @param {OpenModel} model */
  #drawMoney(model) {
    const { balance, staked, win } = this.#figures;
    const own = ownMoney(model);
    const isSeated = ownSeat(model) !== null;
    setText(balance.value, isSeated ? money(own.available) : "–");
    setText(staked.value, isSeated ? money(own.staked) : "–");
    const last = model.lastWin;
    setText(win.value, last === null ? "–" : signed(last));
    setAttribute(win.box, "data-sign", last ? (last > 0 ? "up" : "down") : null);
  }

  /** @param {OpenModel} model */
  #drawActions(model) {
    const seat = ownSeat(model);
    for (const { name, button } of this.#actions) {
      const bets = name === "repeat" ? seat?.last : seat?.wagers;
      setAttribute(button, "aria-disabled", canBet(model) && bets?.length ? null : "true");
    }
    setAttribute(
      this.#deal.element,
      "aria-disabled",
      canDeal(model) || model.showing ? null : "true",
    );
    this.#deal.element.hidden = !canDealEver(model);
    this.classList.toggle("no-deal", this.#deal.element.hidden);
  }

  /**
   * Fill the rack with the chips of a house.
   * @param {House} house
   */
  #stock({ limits, currency }) {
    this.#limits = JSON.stringify({ limits, currency });
    this.#amountLabel.textContent = words("page.sit.amount", { sign: currency.sign });
    this.#amount.value = amount(settings.get("buyIn"));
    this.#chips = limits
      ? rackFor(limits).map((value, at) => ({
          value,
          button: this.#chipButton(value, limits.minimum, at),
        }))
      : [];
    for (const [at, { button }] of this.#chips.entries()) setShortcut(button, String(at + 1));
    this.#chipRow.replaceChildren(...this.#chips.map(({ button }) => button));
    const values = this.#chips.map(({ value }) => value);
    const chosen = settings.get("chip");
    const first = values.find((value) => value >= (limits?.minimum ?? 0)) ?? values.at(-1);
    this.#select(values.includes(chosen) ? chosen : (first ?? chosen));
    this.#updateChipStop();
  }

  /**
   * @param {number} value
   * @param {number} minimum
   * @param {number} at
   */
  #chipButton(value, minimum, at) {
    const attributes = {
      type: "button",
      class: "chip-button",
      "data-chip": value,
      "aria-label": chipName(value, minimum),
    };
    return el("button", { ...attributes, onclick: () => this.choose(at) }, chip(value));
  }

  /** @param {number} value */
  #select(value) {
    settings.set("chip", value);
    for (const each of this.#chips)
      setAttribute(each.button, "aria-pressed", String(each.value === value));
  }

  /** @param {string} name */
  #dispatchAction(name) {
    this.dispatchEvent(new CustomEvent("act", { bubbles: true, detail: { name } }));
  }

  #goToLobby() {
    this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: "/" }));
  }

  /** @param {SubmitEvent} event */
  #onSit(event) {
    event.preventDefault();
    this.dispatchEvent(
      new CustomEvent("sit", { bubbles: true, detail: { amount: this.#amount.value } }),
    );
  }

  #tick() {
    if (!this.#model) return;
    const now = performance.now();
    this.#deal.render(this.#model, now);
    this.#clock.render(this.#model, now);
  }
}

/**
 * "$25 chip"; one below the minimum also says what it puts on an empty spot.
 * @param {number} value
 * @param {number} minimum
 */
function chipName(value, minimum) {
  if (value >= minimum) return words("page.chip", { chips: value });
  return words("page.chip.low", { chips: value, low: minimum });
}

/** @param {string} name */
function figure(name) {
  const value = el("dd", {}, "–");
  return { value, box: el("div", {}, el("dt", {}, name), value) };
}

customElements.define("pb-rack", Rack);
