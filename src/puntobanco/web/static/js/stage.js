/** Where a coup is seen: two hands, the shoe, the call, and the square that decides. */

import { PlayingCard } from "./card.js";
import { hands, total, SIDE_NAMES } from "./coups.js";
import { count, el, mark, pause, show } from "./dom.js";
import { canDealEver } from "./model.js";
import { settings } from "./settings.js";
import { shoePicture, fillShoe } from "./shoe-picture.js";
import { strip } from "./tableau.js";

const SLIDE = 300;
const TURN = 240;
const WINNERS = { player: "Player wins", banker: "Banker wins", tie: "Égalité" };

export class Stage extends HTMLElement {
  #hands = {};

  connectedCallback() {
    if (this.#hands.player) return;
    for (const side of ["player", "banker"]) {
      const cards = el("div", { class: "hand-cards" });
      const points = el("span", { class: "total", "aria-hidden": "true" }, "");
      this.#hands[side] = { cards, points, box: el("section", { class: `hand ${side}`, "aria-label": `${SIDE_NAMES[side]}’s hand` },
        el("h2", {}, el("span", { class: "side-name" }, SIDE_NAMES[side]), points), cards) };
    }
    this.call = el("p", { class: "call", "aria-hidden": "true" });
    this.why = el("div", { class: "why", "aria-hidden": "true" });
    this.picture = shoePicture();
    this.left = el("p", { class: "left" });
    this.shoe = el("div", { class: "shoe" }, this.picture, this.left);
    const skip = () => this.dispatchEvent(new Event("skip", { bubbles: true }));
    this.skipButton = el("button", { type: "button", class: "skip", hidden: true, onclick: skip }, "Skip");
    this.append(
      this.#hands.player.box,
      el("div", { class: "middle" }, this.shoe, this.call, this.skipButton),
      this.#hands.banker.box, this.why);
  }

  render(model) {
    const { left, cards, cut_card_out: isCut } = model.shoe;
    fillShoe(this.picture, cards ? (model.shoe.phase === "betting" || model.isDealing ? left / cards : 0) : 0, Boolean(isCut));
    const isThere = model.shoe.phase === "betting" || model.isDealing;
    show(this.left, isThere ? `${count(left, "card")}${isCut ? ", cut card out" : ""}` : "");
    mark(this, "data-winner", model.isDealing ? model.shown : model.last?.outcome);
    mark(this, "data-dealing", model.isDealing);
    this.#offerSkip(model.isDealing && !settings.isStill && !canDealEver(model)); // Else the rack's button skips.
    if (model.isDealing) return;
    const { last } = model;
    this.isEveryCoup = Boolean(model.house?.every_coup);
    const shuffling = this.isEveryCoup && last ? {} : { "no shoe": "Shuffling", seeding: "Shuffling the shoe" };
    const waiting = { ...shuffling, closed: "This table is closed" }[model.shoe.phase];
    show(this.call, waiting ?? (last ? this.call.textContent || WINNERS[last.outcome] : "Place your bets"));
    if (!last) this.lay(null);
  }

  /** The skip button comes and goes; a focus on it moves on to where the next bet is made. */
  #offerSkip(isOffered) {
    const isFocused = document.activeElement === this.skipButton;
    this.skipButton.hidden = !isOffered;
    if (!isOffered && isFocused) document.querySelector(".spot")?.focus({ preventScroll: true });
  }

  /** Lay a finished coup, or clear the felt. */
  lay(coup, lit = []) {
    this.#explain(lit, Boolean(coup?.natural));
    for (const side of ["player", "banker"]) this.#hands[side].cards.replaceChildren();
    if (!coup) {
      this.#totals(null, null);
      return;
    }
    const both = hands(coup.coup);
    for (const side of ["player", "banker"]) {
      both[side].forEach((card, at) => this.#put(side, card, at));
    }
    this.#totals(coup.player_total, coup.banker_total);
    show(this.call, WINNERS[coup.outcome]);
  }

  /** The first card of a shoe, face up, and how many follow it. */
  async burn({ card, hidden }, signal) {
    if (signal.aborted) return;
    const shown = PlayingCard.of(card);
    show(this.call, "Burn card");
    this.why.replaceChildren(el("div", { class: "burn" }, shown, el("p", {}, `${hidden} more, face down`)));
    await this.#slide(shown, signal);
    await pause(1500 * settings.tempo, signal);
    this.why.replaceChildren();
    show(this.call, "Place your bets");
  }

  /** The felt is cleared for a coup. */
  async begin(event, signal) {
    this.scrollIntoView({ block: "nearest", behavior: signal.aborted ? "instant" : "smooth" });
    const old = [...this.querySelectorAll("pb-card")];
    if (!signal.aborted && old.length) {
      const away = old.map((card) => card.animate(
        [{}, { transform: "translate(0, -5rem) scale(.9)", opacity: 0 }],
        { duration: 260 * settings.tempo, easing: "ease-in", fill: "forwards" }));
      await ended(away, signal);
    }
    this.lay(null);
    this.#dealt = { player: [], banker: [] };
    show(this.call, event.last && event.cut_after === null && !this.isEveryCoup ? `Coup ${event.coup_number}, the last` : `Coup ${event.coup_number}`);
  }

  #dealt = { player: [], banker: [] };

  /** One step of the story. */
  async step(step, lit, signal) {
    const tempo = settings.tempo;
    if (step.did === "dealt") {
      await this.#deal(step, signal);
    } else if (step.did === "called") {
      show(this.call, `${step.player} Player, ${step.banker} Banker`);
      await pause(550 * tempo, signal);
    } else if (step.did === "cut_card") {
      show(this.call, "The cut card");
      fillShoe(this.picture, null, true);
      await pause(900 * tempo, signal);
    } else if (step.did === "stood" || step.did === "drew") {
      await this.#decide(step, lit, signal);
    } else if (step.did === "ended") {
      this.#totals(step.player, step.banker);
      show(this.call, WINNERS[step.outcome]);
      await pause(350 * tempo, signal);
    }
  }

  async #decide(step, lit, signal) {
    if (step.square) {
      show(this.call, `${SIDE_NAMES[step.side]} ${step.did === "drew" ? "draws" : "stands"} on ${step.square.holding}`);
      this.#explain(lit);
      await pause(1050 * settings.tempo, signal);
    } else if (step.total >= 8) {
      show(this.call, `Natural ${step.total}`);
      this.#explain([], true);
      await pause(600 * settings.tempo, signal);
    }
    if (step.did === "drew") await this.#deal(step, signal);
  }

  /** The squares that decided, or that there was nothing to decide. */
  #explain(lit, isNatural = false) {
    const strips = lit.map((square) => strip(square.side, square));
    this.why.replaceChildren(...(isNatural ? [el("p", { class: "strip" }, "8 or 9 in two cards ends the coup")] : strips));
  }

  async #deal({ side, card }, signal) {
    const hand = this.#dealt[side];
    hand.push(card);
    const element = this.#put(side, card, hand.length - 1);
    if (!signal.aborted) await this.#slide(element, signal);
    const points = { player: this.#dealt.player, banker: this.#dealt.banker };
    this.#totals(points.player.length ? total(points.player) : null, points.banker.length ? total(points.banker) : null);
  }

  #put(side, card, at) {
    const element = PlayingCard.of(card, { isSideways: at === 2 });
    element.dataset.at = at;
    this.#hands[side].cards.append(element);
    return element;
  }

  /** From the mouth of the shoe to its place, and over. */
  async #slide(element, signal) {
    const from = this.picture.getBoundingClientRect();
    const to = element.getBoundingClientRect();
    const [x, y] = [from.left + from.width * 0.12 - (to.left + to.width / 2), from.top + from.height * 0.8 - (to.top + to.height / 2)];
    const rest = element.classList.contains("sideways") ? "rotate(90deg)" : "rotate(0deg)";
    const tempo = settings.tempo;
    element.sides.style.transform = "rotateY(180deg)";
    const slide = element.animate(
      [{ transform: `translate(${x}px, ${y}px) rotate(14deg) scale(.72)`, opacity: 0.6 },
        { opacity: 1, offset: 0.2 }, { transform: `translate(0, 0) ${rest}` }],
      { duration: SLIDE * tempo, easing: "cubic-bezier(.2, .75, .3, 1)" });
    await ended([slide], signal);
    element.sides.style.transform = "";
    const turn = element.sides.animate(
      [{ transform: "rotateY(180deg)" }, { transform: "rotateY(0)" }],
      { duration: TURN * tempo, easing: "ease-in-out" });
    await ended([turn], signal);
  }

  /** Losing stakes are collected, then winners are paid. */
  async settle(settled, model, signal) {
    if (signal.aborted) return;
    this.dispatchEvent(new CustomEvent("settle", { bubbles: true, detail: { settled, signal } }));
    await pause((settled.length ? 1500 : 700) * settings.tempo, signal);
  }

  #totals(player, banker) {
    for (const [side, points] of [["player", player], ["banker", banker]]) {
      show(this.#hands[side].points, points === null || points === undefined ? "" : String(points));
    }
  }
}

/** Wait for animations, or finish them at once. */
export function ended(animations, signal) {
  const finish = () => animations.forEach((animation) => animation.finish());
  if (signal.aborted) finish();
  else signal.addEventListener("abort", finish, { once: true });
  return Promise.allSettled(animations.map((animation) => animation.finished));
}

customElements.define("pb-stage", Stage);
