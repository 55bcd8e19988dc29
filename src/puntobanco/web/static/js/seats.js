/** Who sits here, who is away, and what each has on the felt. */

import { el, mark } from "./dom.js";
import { dollars } from "./money.js";

export class Seats extends HTMLElement {
  connectedCallback() {
    if (this.list) return;
    this.list = el("ul", { class: "guests", "aria-label": "Guests at this table" });
    this.watching = el("p", { class: "watching-count" });
    this.append(this.list, this.watching);
  }

  render(model) {
    const told = JSON.stringify([model.seats, model.seat, model.room, model.ready.seats]);
    if (told === this.told) return;
    this.told = told;
    this.list.replaceChildren(...Object.entries(model.seats).map(([number, seat]) => this.#guest(Number(number), seat, model)));
    // More guests than fit are reached by scrolling, so by keyboard too.
    mark(this.list, "tabindex", this.list.scrollWidth > this.list.clientWidth ? "0" : null);
    const others = model.room.watching - (model.seat === null ? 1 : 0);
    this.watching.textContent = others > 0 ? `${others} watching` : "";
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
