/** The guests at the table, present or away, and their stakes. */

import { money } from "../game/money.js";
import { changeCheck } from "../lib/changes.js";
import { el, setAttribute, setText } from "../lib/elements.js";
import { oncePerFrame } from "../lib/waiting.js";
import { words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */

/** Pixels between the row, the number of spectators, and the edges. */
const GAP = 20;

export class Seats {
  #list = el("ul.guests", { "aria-label": words("page.guests") });
  #more = el("p.guests-more", { "aria-hidden": "true" });
  #watching = el("p.watching-count");
  #countSoon = oncePerFrame(() => this.#countHidden());
  #hasChanged = changeCheck();
  element = el("pb-seats", this.#list, this.#more, this.#watching);

  constructor() {
    this.#list.addEventListener("scroll", () => this.#countHidden(), { passive: true });
    new ResizeObserver(() => this.#countHidden()).observe(this.#list);
  }

  /** @param {Model} model */
  render(model) {
    if (!this.#hasChanged(model.seats, model.seat, model.room, model.ready)) return;
    const numbers = Object.keys(model.seats).map(Number);
    numbers.sort((one, other) => Number(other === model.seat) - Number(one === model.seat));
    this.#list.replaceChildren(...numbers.map((number) => guest(number, model)));
    const others = model.room.watching - (model.seat === null ? 1 : 0);
    setText(this.#watching, others > 0 ? words("page.watching", { count: others }) : "");
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

/** @type {(number: number, model: Model) => HTMLLIElement} */
const guest = (number, model) => {
  const seat = model.seats[number];
  const isMine = number === model.seat;
  const isHere = isMine || (model.room.here ?? []).includes(number);
  return el(
    "li",
    { class: `guest ${isMine ? "mine" : ""} ${isHere ? "" : "away"}` },
    el("span.guest-seat", el("span.hidden", `${words("page.guest.seat")} `), String(number)),
    el("bdi.guest-name", seat.name),
    isMine ? el("span.guest-you", words("page.guest.you")) : null,
    isHere ? null : el("span.guest-away", words("page.guest.away")),
    model.ready.seats.includes(number) ? el("span.guest-ready", words("page.guest.ready")) : null,
    el(
      "span.guest-stake",
      seat.staked ? money(seat.staked) : el("span.hidden", words("page.guest.no_bets")),
    ),
  );
};
