/** The guests at the table: their money, their last result, and whether they are away. Then the spectators. */

import { money, signed } from "../game/money.js";
import { differ } from "../lib/changes.js";
import { el, setAttribute, setText } from "../lib/elements.js";
import { oncePerFrame } from "../lib/waiting.js";
import { words } from "../words/words.js";

/** @import { OpenModel } from "../model/model.js" */

/** Pixels between the row, the number of spectators, and the edges. */
const GAP = 20;

export class Seats {
  #list = el("ul.guests", { "aria-label": words("page.guests") });
  #more = el("p.guests-more", { "aria-hidden": "true" });
  #watching = el("p.watching-count");
  #countSoon = oncePerFrame(() => this.#countHidden());
  element = el("pb-seats", this.#list, this.#more, this.#watching);

  constructor() {
    this.#list.addEventListener("scroll", () => this.#countHidden(), { passive: true });
    new ResizeObserver(() => this.#countHidden()).observe(this.#list);
  }

  /** @type {(model: OpenModel, before: OpenModel | null) => void} */
  render(model, before) {
    if (!differ(model, before, "seats", "seat", "room", "ready", "results", "showing", "isBuying"))
      return;
    const { seat, room, results } = model;
    const numbers = Object.keys(model.seats).map(Number);
    numbers.sort((one, other) => Number(other === model.seat) - Number(one === model.seat));
    const isPaid = before !== null && before.results !== results;
    const names = spectators(model);
    this.#list.replaceChildren(
      ...numbers.map((number) => guest(number, model, isPaid)),
      ...names.map((name) => {
        const watching = el("span", words("page.guest.watching"));
        return el("li.guest.spectator", el("bdi.guest-name", name), watching);
      }),
    );
    const others = room.watching - (seat === null ? 1 : 0);
    setText(this.#watching, others > names.length ? words("page.watching", { count: others }) : "");
    this.#countSoon();
  }

  /** Count the guests that do not fit. They are reached by scrolling, and so by keyboard too. */
  #countHidden() {
    const guests = /** @type {HTMLElement[]} */ ([...this.#list.children]);
    const [first, last] = [guests.at(0), guests.at(-1)];
    const needed = first && last ? last.offsetLeft + last.offsetWidth - first.offsetLeft : 0;
    const isLong = needed > this.element.clientWidth - this.#watching.offsetWidth - GAP;
    setAttribute(this.#list, "tabindex", isLong ? "0" : null);
    const { right } = this.#list.getBoundingClientRect();
    const beyond = isLong
      ? guests.filter((each) => each.getBoundingClientRect().right > right).length
      : 0;
    setText(this.#more, beyond ? `+${beyond}` : "");
  }
}

/** Return the names of the other spectators. @type {(model: OpenModel) => readonly string[]} */
const spectators = ({ room: { spectators: all }, seat, name }) =>
  seat === null && all.includes(name) ? all.toSpliced(all.indexOf(name), 1) : all;

/** Return a guest in a seat. A winner flashes when the coup is paid. @type {(number: number, model: OpenModel, isPaid: boolean) => HTMLLIElement} */
const guest = (number, model, isPaid) => {
  const seat = model.seats[number];
  const isMine = number === model.seat;
  const earned = model.showing === "coup" ? 0 : (model.results[number] ?? 0);
  const isHere = isMine || (model.room.here ?? []).includes(number);
  const hasMoney = model.house.limits && !(isMine && model.isBuying);
  const result = earned > 0 ? "span.guest-result.won" : "span.guest-result.lost";
  return el(
    "li",
    {
      class: `guest ${isMine ? "mine" : ""} ${isHere ? "" : "away"}`,
      "data-wins": earned > 0 && (isPaid ? "now" : ""),
    },
    el("span.guest-seat", label("page.guest.seat"), String(number)),
    el("bdi.guest-name", seat.name),
    isMine && el("span.guest-you", words("page.guest.you")),
    !isHere && el("span.guest-away", words("page.guest.away")),
    model.ready.seats.includes(number) && el("span.guest-ready", words("page.guest.ready")),
    hasMoney && [
      el("span.guest-balance", label("page.money.balance"), money(seat.available)),
      seat.staked
        ? el("span.guest-stake", label("page.money.staked"), money(seat.staked))
        : el("span.hidden", words("page.guest.no_bets")),
      earned !== 0 && el(result, label("page.money.last"), signed(earned)),
    ],
  );
};

/** @type {(id: string) => HTMLSpanElement} */
const label = (id) => el("span.hidden", `${words(id)} `);
