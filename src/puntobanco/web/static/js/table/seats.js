/** Who sits here, who is away, and what each has on the felt. */

import { dollars } from "../game/money.js";
import { el, mark, show } from "../lib/elements.js";

/** Between the row, the count of those who watch, and the edges, in pixels. */
const GAP = 20;

export class Seats extends HTMLElement {
  connectedCallback() {
    if (this.list) return;
    this.list = el("ul", { class: "guests", "aria-label": "Guests at this table" });
    this.more = el("p", { class: "guests-more", "aria-hidden": "true" });
    this.watching = el("p", { class: "watching-count" });
    this.append(this.list, this.more, this.watching);
    this.list.addEventListener("scroll", () => this.#count(), { passive: true });
    new ResizeObserver(() => this.#count()).observe(this.list);
  }

  render(model) {
    const told = JSON.stringify([model.seats, model.seat, model.room, model.ready.seats]);
    if (told === this.told) return;
    this.told = told;
    const numbers = Object.keys(model.seats).map(Number).sort((one, other) => (other === model.seat) - (one === model.seat));
    this.list.replaceChildren(...numbers.map((number) => this.#guest(number, model.seats[number], model)));
    const others = model.room.watching - (model.seat === null ? 1 : 0);
    this.watching.textContent = others > 0 ? `${others} watching` : "";
    this.#count();
  }

  /** More guests than fit are reached by scrolling, so by keyboard too, and counted where the row ends. */
  #count() {
    const [first, last] = [this.list.firstElementChild, this.list.lastElementChild];
    const needed = last ? last.offsetLeft + last.offsetWidth - first.offsetLeft : 0;
    const isLong = needed > this.clientWidth - this.watching.offsetWidth - GAP;
    mark(this.list, "tabindex", isLong ? "0" : null);
    const { right } = this.list.getBoundingClientRect();
    const beyond = isLong ? [...this.list.children].filter((guest) => guest.getBoundingClientRect().right > right).length : 0;
    show(this.more, beyond ? `+${beyond}` : "");
  }

  #guest(number, seat, model) {
    const isMine = number === model.seat;
    const isHere = isMine || (model.room.here ?? []).includes(number);
    return el("li", { class: `guest ${isMine ? "mine" : ""} ${isHere ? "" : "away"}` },
      el("span", { class: "guest-seat" }, el("span", { class: "hidden" }, "Seat "), String(number)),
      el("bdi", { class: "guest-name" }, seat.name),
      isMine ? el("span", { class: "guest-you" }, "(you)") : null,
      isHere ? null : el("span", { class: "guest-away" }, "away"),
      model.ready.seats.includes(number) ? el("span", { class: "guest-ready" }, "ready") : null,
      el("span", { class: "guest-stake" }, seat.staked ? dollars(seat.staked) : el("span", { class: "hidden" }, "no bets")));
  }
}

customElements.define("pb-seats", Seats);
