/** The rack: chips and actions, money, and the deal. */

import { chip } from "../drawings/chips.js";
import { addedStake, rackFor } from "../game/chips.js";
import { money, signed } from "../game/money.js";
import { differ } from "../lib/changes.js";
import { button, el, setAttribute, setText } from "../lib/elements.js";
import { makeRoving } from "../lib/roving.js";
import { canBet, canDealEver } from "../model/permissions.js";
import { isOutOfChips, lastWin, ownMoney, ownSeat, stakesOn } from "../model/seats.js";
import { settings } from "../shell/settings.js";
import { setShortcut } from "../shell/shortcuts.js";
import { MAX_SEATS } from "../wire/protocol.js";
import { catalogue, words } from "../words/words.js";
import { BettingClock, DealButton } from "./dealing.js";

/** @import { OpenModel } from "../model/model.js" */
/** @import { Telling } from "../model/speech.js" */
/** @import { House } from "../wire/frames.d.ts" */

const ACTIONS = [
  { name: "undo", text: "page.do.undo", key: "U" },
  { name: "take_back", text: "page.do.take_back", key: "Z" },
  { name: "repeat", text: "page.do.repeat", key: "R" },
  { name: "double", text: "page.do.double", key: "W" },
];
const TICK = 200;

/**
 * The rack's requests and reports to the table.
 * @typedef {object} RackActions
 * @property {(name: string) => void} act
 * @property {(amount: string) => void} sit  with an amount as typed
 * @property {() => void} buy
 * @property {() => void} leave
 * @property {() => void} chosen  another chip was chosen
 * @property {(telling: Telling) => void} say
 */

export class Rack {
  #do;
  /** @type {{ value: number, button: HTMLButtonElement }[]} */
  #chips = [];
  #chipRow = el("div.chips", { role: "toolbar", "aria-label": words("page.chips") });
  #updateChipStop = makeRoving(this.#chipRow, "button");
  #buyButton = button(words("page.broke.buy"), () => this.#do.buy(), { class: "primary" });
  #broke = el(
    "div.broke",
    { hidden: true },
    el("p", { role: "status" }, words("page.broke")),
    this.#buyButton,
  );
  #actions = ACTIONS.map(({ name, text, key }) => {
    const attributes = /** @type {const} */ ({ class: "action", "data-action": name });
    const element = button(words(text), () => this.#do.act(name), attributes);
    setShortcut(element, key);
    return { name, element };
  });
  #deal = new DealButton(() => this.#do.act("deal"));
  #clock = new BettingClock({
    lengthen: () => this.#do.act("more_time"),
    say: (telling) => this.#do.say(telling),
  });
  #figures = {
    balance: figure(words("page.money.balance")),
    staked: figure(words("page.money.staked")),
    win: figure(words("page.money.last")),
  };
  #amount = el("input", { id: "buy-in", inputmode: "decimal", autocomplete: "off", size: "9" });
  #amountLabel = el("label", { for: "buy-in" });
  #seatFields = [
    el("span.buy-in", this.#amountLabel, this.#amount),
    el("button.primary", { type: "submit" }, words("page.sit")),
  ];
  #full = el("span", words("page.sit.full", { most: MAX_SEATS }));
  #seatForm = el(
    "form.seat-form",
    {
      hidden: true,
      onsubmit: (event) => {
        event.preventDefault();
        this.#do.sit(this.#amount.value);
      },
    },
    el("p", words("page.sit.watching")),
    this.#seatFields,
    this.#full,
  );
  #lobbyButton = button(words("page.to_lobby"), () => this.#do.leave(), { class: "primary" });
  #closed = el(
    "div.seat-form.closed-form",
    { hidden: true },
    el("p", words("page.closed")),
    this.#lobbyButton,
  );
  #timer = setInterval(() => this.#tick(), TICK);
  /** @type {OpenModel | null} */
  #model = null;

  /** @param {RackActions} actions */
  constructor(actions) {
    this.#do = actions;
    const bets = el(
      "div.actions",
      { role: "toolbar", "aria-label": words("page.your_bets") },
      this.#actions.map(({ element }) => element),
    );
    makeRoving(bets, "button")();
    const figures = Object.values(this.#figures).map(({ box }) => box);
    const dealing = el("div.dealing", this.#deal.element);
    this.element = el(
      "pb-rack",
      this.#clock.element,
      el("dl.money", figures),
      el("div.rack", this.#chipRow, this.#broke, bets, dealing),
      this.#seatForm,
      this.#closed,
    );
  }

  close() {
    clearInterval(this.#timer);
  }

  /** Return what the chosen chip adds. @type {(model: OpenModel, key: string) => number} */
  stakeOn(model, key) {
    const { mine, pending } = stakesOn(model, key);
    return addedStake(settings.get("chip"), mine + pending, model.house.limits?.minimum ?? 0);
  }

  /** Choose the chip at this place of the rack, counted from 0. @param {number} at */
  choose(at) {
    const value = this.#chips[at]?.value;
    if (!value) return;
    this.#select(value);
    this.#do.chosen();
  }

  get amount() {
    return this.#amount.value;
  }

  focusLobbyButton() {
    this.#lobbyButton.focus();
  }

  /** @type {(model: OpenModel, before: OpenModel | null) => void} */
  render(model, before) {
    this.#model = model;
    if (differ(model, before, "house")) this.#stock(model.house);
    this.#drawForms(model);
    this.#drawMoney(model);
    this.#drawActions(model);
    this.#offerChips(isOutOfChips(model));
    this.#tick();
  }

  /** Offer chips to a guest without any. Keep the focus here. @param {boolean} isBroke */
  #offerChips(isBroke) {
    if (this.#broke.hidden !== isBroke) return;
    const old = isBroke ? this.#chipRow : this.#broke;
    const isFocused = old.contains(document.activeElement);
    this.#broke.hidden = !isBroke;
    this.#chipRow.hidden = isBroke;
    const now = isBroke ? this.#buyButton : this.#chips[0]?.button;
    if (isFocused) now?.focus({ preventScroll: true });
  }

  /** @param {OpenModel} model */
  #drawForms(model) {
    const isWatching = ownSeat(model) === null;
    const { classList } = this.element;
    classList.toggle("watching", isWatching);
    classList.toggle("clocked", model.dealing !== "button");
    classList.toggle("no-wagers", !model.house.limits);
    classList.toggle("no-deal", !canDealEver(model));
    this.#closed.hidden = model.shoe.phase !== "closed";
    this.#seatForm.hidden = !isWatching || !this.#closed.hidden;
    this.#full.hidden = Object.keys(model.seats).length < MAX_SEATS;
    for (const each of this.#seatFields) each.hidden = !this.#full.hidden;
  }

  /** @param {OpenModel} model */
  #drawMoney(model) {
    const { balance, staked, win } = this.#figures;
    const own = ownMoney(model);
    const isSeated = ownSeat(model) !== null && !model.isBuying;
    setText(balance.value, isSeated ? money(own.available) : "–");
    setText(staked.value, isSeated ? money(own.staked) : "–");
    const last = lastWin(model);
    setText(win.value, last === null ? "–" : signed(last));
    setAttribute(win.box, "data-sign", last ? (last > 0 ? "up" : "down") : null);
  }

  /** @param {OpenModel} model */
  #drawActions(model) {
    const seat = ownSeat(model);
    for (const { name, element } of this.#actions) {
      const bets = name === "repeat" ? seat?.last : seat?.wagers;
      setAttribute(element, "aria-disabled", canBet(model) && bets?.length ? null : "true");
    }
  }

  /** Fill the rack with the chips of a house. @param {House} house */
  #stock({ limits, currency }) {
    setText(this.#amountLabel, words("page.sit.amount", { sign: currency.sign }));
    this.#amount.value = catalogue().amount(settings.get("buyIn"));
    const values = limits ? rackFor(limits) : [];
    const minimum = limits?.minimum ?? 0;
    this.#chips = values.map((value, at) => ({
      value,
      button: this.#chipButton(value, minimum, at),
    }));
    this.#chipRow.replaceChildren(...this.#chips.map((each) => each.button));
    const chosen = settings.get("chip");
    const first = values.find((value) => value >= minimum) ?? values.at(-1);
    this.#select(values.includes(chosen) ? chosen : (first ?? chosen));
    this.#updateChipStop();
  }

  /** @type {(value: number, minimum: number, at: number) => HTMLButtonElement} */
  #chipButton(value, minimum, at) {
    // The label of a chip below the minimum includes what it puts on an empty spot.
    const id = value < minimum ? "page.chip.low" : "page.chip";
    const element = button(chip(value), () => this.choose(at), {
      class: "chip-button",
      "data-chip": value,
      "aria-label": words(id, { chips: value, low: minimum }),
    });
    setShortcut(element, String(at + 1));
    return element;
  }

  /** @param {number} value */
  #select(value) {
    settings.set("chip", value);
    for (const each of this.#chips)
      setAttribute(each.button, "aria-pressed", String(each.value === value));
  }

  #tick() {
    if (!this.#model) return;
    this.#deal.render(this.#model);
    this.#clock.render(this.#model);
  }
}

/** @param {string} name */
function figure(name) {
  const value = el("dd", "–");
  return { value, box: el("div", el("dt", name), value) };
}
