/** Where a coup is seen: two hands, the shoe, the call, and the square that decides. */

import { PlayingCard } from "../drawings/playing-card.js";
import { cutCardOut, fillShoe, riffle, shoePicture } from "../drawings/shoe-picture.js";
import { strip } from "../drawings/tableau-strip.js";
import { hands, reason, SIDE_NAMES, total } from "../game/coups.js";
import { count } from "../lib/count.js";
import { el, mark, show } from "../lib/elements.js";
import { ended, pause } from "../lib/waiting.js";
import { canDealEver } from "../model/permissions.js";
import { settings } from "../shell/settings.js";
import { hint } from "./shortcuts.js";

const SLIDE = 300;
const TURN = 240;
const WINNERS = { player: "Player wins", banker: "Banker wins", tie: "Égalité – tie" };
const SIDES = ["player", "banker"];

export class Stage extends HTMLElement {
  #hands = {};
  /** What lies on the felt: the cards of each side, the squares that decided, and how it ended. */
  #board = cleared();
  /** Of the coup that is being dealt: its cards so far, whether the cut card is out, and whether it is known to be the last. */
  #coming = null;

  connectedCallback() {
    if (this.#hands.player) return;
    for (const side of SIDES) {
      const cards = el("div", { class: "hand-cards" });
      const points = el("span", { class: "total", "aria-hidden": "true" }, "");
      const words = el("span", { class: "hidden" });
      this.#hands[side] = { cards, points, words, box: el("section", { class: `hand ${side}`, "aria-label": `${SIDE_NAMES[side]}’s hand` },
        el("h2", {}, el("span", { class: "side-name" }, SIDE_NAMES[side]), words, points), cards) };
    }
    this.call = el("p", { class: "call", "aria-hidden": "true" });
    this.why = el("div", { class: "why", "aria-hidden": "true" });
    this.picture = shoePicture();
    this.left = el("p", { class: "left" });
    this.ribbon = el("p", { class: "ribbon", hidden: true });
    this.shoe = el("div", { class: "shoe" }, el("div", { class: "shoe-front" }, this.picture, this.ribbon), this.left);
    const skip = () => this.dispatchEvent(new Event("skip", { bubbles: true }));
    this.skipButton = el("button", { type: "button", class: "skip", hidden: true, onclick: skip }, "Skip");
    hint(this.skipButton, "S");
    this.append(
      this.#hands.player.box,
      el("div", { class: "middle" }, this.shoe, this.call, this.skipButton),
      this.#hands.banker.box, this.why);
  }

  render(model) {
    this.model = model;
    if (!model.isDealing) this.#coming = null;
    this.#drawShoe();
    mark(this, "data-winner", model.isDealing ? model.shown : model.last?.outcome);
    mark(this, "data-dealing", model.isDealing);
    this.#offerSkip(model.isMoving && !settings.isStill && !canDealEver(model)); // Else the rack's button skips.
    if (model.isMoving) return;
    show(this.call, idle(model));
    if (!model.last) this.lay(null);
  }

  /** The shoe, as full as it is, and what is known of its end; it stays until its last board is cleared. */
  #drawShoe() {
    const { shoe: { phase, left, cards, burned, cut_card_out: isOut }, house, last } = this.model;
    const isOver = phase === "no shoe" && Boolean(last) && !house.every_coup;
    const isThere = phase === "betting" || isOver;
    const { dealt, isCut, isLast } = this.#coming ?? { dealt: 0, isCut: isThere && Boolean(isOut), isLast: isThere && Boolean(isOver || isOut) };
    const isFull = isThere || (phase === "seeding" && burned);
    fillShoe(this.picture, isFull ? (left - dealt) / cards : 0, isCut);
    show(this.left, isThere ? count(left - dealt, "card") : "");
    this.ribbon.hidden = !(isLast || isCut);
    show(this.ribbon, isOver ? "End of the shoe" : isLast ? "Last coup" : "One more coup");
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
    for (const side of SIDES) this.#hands[side].cards.replaceChildren();
    this.#board = cleared();
    if (coup) {
      const both = hands(coup.coup);
      for (const side of SIDES) both[side].forEach((card) => this.#put(side, card));
      Object.assign(this.#board, { lit, outcome: coup.outcome });
      show(this.call, WINNERS[coup.outcome]);
    }
    this.#tell();
  }

  /** A new shoe is mixed. */
  async shuffle(signal) {
    if (signal.aborted) return;
    this.lay(null);
    show(this.call, "Shuffling the shoe");
    await riffle(this.why, this.picture, (moves) => ended(moves, signal));
  }

  /** The first card of a shoe, face up, and then how many follow it. */
  async burn({ card, hidden }, signal) {
    if (signal.aborted) return;
    const shown = PlayingCard.of(card);
    const box = el("div", { class: "burn" }, shown);
    show(this.call, "Burn card");
    this.why.replaceChildren(box);
    await this.#slide(shown, signal);
    box.append(el("p", {}, `${hidden} more, face down`));
    await pause(1500 * settings.tempo, signal);
    this.why.replaceChildren();
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
    const isLast = event.last && event.cut_after === null && !this.model.house.every_coup;
    this.#coming = { dealt: 0, isLast, isCut: Boolean(this.model.shoe.cut_card_out) };
    this.#drawShoe();
    show(this.call, `Coup ${event.coup_number}${isLast ? ", the last" : ""}`);
  }

  /** One step of the story. */
  async step(step, { lit, isLast }, signal) {
    const tempo = settings.tempo;
    if (step.did === "dealt") {
      await this.#deal(step, signal);
    } else if (step.did === "called") {
      show(this.call, `${step.player} Player, ${step.banker} Banker`);
      await pause(550 * tempo, signal);
    } else if (step.did === "cut_card") {
      show(this.call, isLast ? "The cut card: last coup" : "The cut card: one more coup");
      Object.assign(this.#coming, { isLast, isCut: true });
      this.#drawShoe();
      if (!signal.aborted) cutCardOut(this.picture, 600 * tempo);
      await pause(900 * tempo, signal);
    } else if (step.did === "stood" || step.did === "drew") {
      await this.#decide(step, lit, signal);
    } else if (step.did === "ended") {
      this.#board.outcome = step.outcome;
      this.#tell();
      show(this.call, WINNERS[step.outcome]);
      await pause(350 * tempo, signal);
    }
  }

  async #decide(step, lit, signal) {
    if (step.square) {
      show(this.call, `${SIDE_NAMES[step.side]} ${step.did === "drew" ? "draws" : "stands"} on ${step.square.holding}`);
      this.#board.lit = lit;
      this.#tell();
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
    const element = this.#put(side, card);
    this.#coming.dealt += 1;
    this.#drawShoe();
    if (!signal.aborted) await this.#slide(element, signal);
    this.#tell();
  }

  #put(side, card) {
    const at = this.#board[side].push(card) - 1;
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

  /** The total of each hand, and in its heading also how it came about and who won. */
  #tell() {
    const { outcome } = this.#board;
    for (const side of SIDES) {
      const cards = this.#board[side];
      const wins = { [side]: "wins", tie: "tie" }[outcome];
      show(this.#hands[side].points, cards.length ? String(total(cards)) : "");
      show(this.#hands[side].words, cards.length ? [` ${total(cards)}`, wins, reason(side, this.#board)].filter(Boolean).join(", ") : "");
    }
  }
}

/** What is called while nothing is dealt. */
function idle({ shoe: { phase }, house, last, room }) {
  if (phase === "closed") return "This table is closed";
  if (last) return WINNERS[last.outcome];
  if (phase === "seeding") return "Shuffling the shoe";
  if (phase === "no shoe") return room.here.length ? "Shuffling" : "Waiting for guests";
  return house.limits ? "Place your bets" : "Ready to deal";
}

/** An empty felt. */
function cleared() {
  return { player: [], banker: [], lit: [], outcome: null };
}

customElements.define("pb-stage", Stage);
