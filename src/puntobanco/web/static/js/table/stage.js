/** The stage: two hands, the shoe, the call, and the squares that decide. It moves from one board to the next. */

import { playingCard, turnUp } from "../drawings/cards.js";
import { fillShoe, shoePicture, slideCutCard } from "../drawings/shoe-picture.js";
import { tableauStrip } from "../drawings/tableau-strip.js";
import { reason, sideName } from "../game/coups.js";
import { button, el, setAttribute, setText } from "../lib/elements.js";
import { EMPTY_BOARD } from "../model/board.js";
import { shoeDisplay } from "../model/displays.js";
import { canDealEver } from "../model/permissions.js";
import { idleCall, idlePrompt, skipWords } from "../model/status-lines.js";
import { settings } from "../shell/settings.js";
import { setShortcut } from "../shell/shortcuts.js";
import { catalogue, textOf, words } from "../words/words.js";
import { makePeelable } from "./peel.js";

/** @import { OpenModel } from "../model/model.js" */
/** @import { Board, Laid } from "../model/board.js" */
/** @import { Side, Tableau } from "../wire/frames.d.ts" */
/** @import { PeelActions } from "./peel.js" */

/** @type {Side[]} */
const SIDES = ["player", "banker"];
/**
 * The cards of a riffle, and the fractions of its time in which a card falls and the pack goes into
 * the shoe.
 */
const [CARDS, FALL, INTO_SHOE] = [14, 0.22, 0.22];

export class Stage {
  #hands = { player: handView("player"), banker: handView("banker") };
  #said = el("span");
  #prompt = el("span.prompt");
  #why = el("div.why", { "aria-hidden": "true" });
  #picture = shoePicture();
  #left = el("p.left");
  #ribbon = el("p.ribbon", { hidden: true });
  #skip;
  #do;
  #endPeel = () => {};

  /** @param {PeelActions & { skip: () => void }} actions */
  constructor({ skip, ...actions }) {
    this.#do = actions;
    this.#skip = button("", skip, { class: "skip", hidden: true });
    setShortcut(this.#skip, "S");
    const front = el("div.shoe-front", this.#picture, this.#ribbon);
    const shoe = el("div.shoe", front, this.#left);
    const call = el("p.call", { "aria-hidden": "true" }, this.#said, this.#prompt);
    this.element = el(
      "pb-stage",
      this.#hands.player.box,
      el("div.middle", shoe, call, this.#skip),
      this.#hands.banker.box,
      this.#why,
    );
  }

  /** @type {(model: OpenModel, before: OpenModel | null) => void} */
  render(model, before) {
    const { board, showing, time } = model;
    const old = before?.board ?? EMPTY_BOARD;
    if (!before || board !== old) this.#drawBoard(model, old);
    this.#drawShoe(model);
    if (time && board.coming?.isCut && old.coming && !old.coming.isCut)
      slideCutCard(this.#picture, time * (2 / 3));
    setText(this.#said, board.call ? textOf(board.call) : idleCall(model));
    setText(this.#prompt, board.call ? "" : idlePrompt(model));
    setAttribute(this.element, "data-winner", board.outcome);
    setAttribute(this.element, "data-dealing", showing === "coup");
    if (showing) setText(this.#skip, skipWords(model));
    this.#offerSkip(showing !== null && !settings.isStill && !canDealEver(model)); // Otherwise the rack's button skips.
  }

  /** @type {(model: OpenModel, old: Board) => void} */
  #drawBoard({ board, house, time }, old) {
    for (const each of this.element.querySelectorAll(".leaving")) each.remove();
    this.#endPeel();
    for (const side of SIDES) {
      this.#drawCards(side, board[side], old[side], time);
      this.#drawTotal(side, board, house.tableau);
    }
    if (board.squeezed) this.#offerPeel(board.squeezed, board);
    if (board.preparing !== old.preparing && board.preparing)
      return this.#prepare(board.preparing, time);
    const isNatural = board.naturals.length > 0;
    this.#why.replaceChildren(
      ...(isNatural
        ? [el("p.strip", words("rule.natural"))]
        : board.lit.map((square) => tableauStrip(square, house.tableau))),
    );
  }

  /**
   * Take away the cards of another coup, and put, slide or turn those of this one.
   * @type {(side: Side, cards: readonly Laid[], old: readonly Laid[], time: number) => void}
   */
  #drawCards(side, cards, old, time) {
    const place = this.#hands[side].cards;
    const isMore = old.every(({ card }, at) => cards[at]?.card === card);
    if (!isMore) takeAway(place, time);
    const known = isMore ? old : [];
    known.forEach(({ card, isUp }, at) => {
      const element = /** @type {HTMLElement} */ (place.children[at]);
      if (isUp !== cards[at].isUp) turnUp(element, card, time);
    });
    cards.slice(known.length).forEach(({ card, isUp }, more) => {
      const at = known.length + more;
      const element = playingCard(card, { isSideways: at === 2, isUp });
      element.dataset.at = String(at);
      place.append(element);
      if (time) this.#slide(element, time);
    });
  }

  /** @type {(side: Side, board: Board) => void} */
  #offerPeel(side, board) {
    const at = board[side].findIndex(({ isUp }) => !isUp);
    const element = /** @type {HTMLElement} */ (this.#hands[side].cards.children[at]);
    const end = makePeelable(element, { card: board[side][at].card, side }, this.#do);
    this.#endPeel = () => {
      this.#endPeel = () => {};
      end();
    };
  }

  /** Slide a card out of the shoe. @type {(element: HTMLElement, duration: number) => void} */
  #slide(element, duration) {
    const from = this.#picture.getBoundingClientRect();
    const to = element.getBoundingClientRect();
    const [x, y] = [
      from.left + from.width * 0.12 - (to.left + to.width / 2),
      from.top + from.height * 0.8 - (to.top + to.height / 2),
    ];
    const rest = element.classList.contains("sideways") ? "rotate(90deg)" : "rotate(0deg)";
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px) rotate(14deg) scale(.72)`, opacity: 0.6 },
        { opacity: 1, offset: 0.2 },
        { transform: `translate(0, 0) ${rest}` },
      ],
      { duration, easing: "cubic-bezier(.2, .75, .3, 1)" },
    );
  }

  /** Show the total of a hand. The heading also explains it and names the winner. @type {(side: Side, board: Board, tableau: Tableau) => void} */
  #drawTotal(side, board, tableau) {
    const { points, words: heading } = this.#hands[side];
    const total = board.totals[side];
    const result =
      board.outcome === side
        ? words("page.hand.wins")
        : board.outcome === "tie"
          ? words("page.hand.tie")
          : "";
    const parts = [` ${total}`, result, reason(side, board, tableau)].filter(Boolean);
    setText(points, total === null ? "" : String(total));
    setText(heading, total === null ? "" : catalogue().joined(parts, "list.comma"));
  }

  /**
   * Shuffle a new shoe, or show its first card, unless it is burned face down, and how many follow it.
   * @type {(what: NonNullable<Board["preparing"]>, time: number) => void}
   */
  #prepare(what, time) {
    if (what === "shuffle") return riffle(this.#why, this.#picture, time);
    const { burned, hidden } = what;
    const more = hidden
      ? el("p", words(burned ? "page.burn.more" : "page.burn.hidden", { hidden }))
      : null;
    /** @type {HTMLElement | null} */
    const known = this.#why.querySelector(".burn pb-card");
    if (!known || !burned) {
      const card = burned && playingCard(burned.card, { isUp: burned.isUp });
      this.#why.replaceChildren(el("div.burn", card, more));
      if (card) this.#slide(card, time);
    } else if (more) known.after(more);
    else turnUp(known, burned.card, time);
  }

  /** @param {OpenModel} model */
  #drawShoe(model) {
    const { fullness, cardsLeft, isCut, ribbon } = shoeDisplay(model);
    fillShoe(this.#picture, fullness, isCut);
    setText(this.#left, cardsLeft === null ? "" : words("page.cards", { cards: cardsLeft }));
    this.#ribbon.hidden = ribbon === null;
    if (ribbon) setText(this.#ribbon, words(ribbon));
  }

  /** Show or hide the skip button, and move its focus to a spot. @param {boolean} isOffered */
  #offerSkip(isOffered) {
    const isFocused = document.activeElement === this.#skip;
    this.#skip.hidden = !isOffered;
    /** @type {HTMLElement | null} */
    const spot = document.querySelector(".spot");
    if (!isOffered && isFocused) spot?.focus({ preventScroll: true });
  }
}

/** @type {(place: HTMLElement, duration: number) => void} */
const takeAway = (place, duration) => {
  if (!duration) return place.replaceChildren();
  for (const card of place.children) {
    card.classList.add("leaving");
    card.animate([{}, { transform: "translate(0, -5rem) scale(.9)", opacity: 0 }], {
      duration,
      easing: "ease-in",
      fill: "forwards",
    });
  }
};

/** @param {Side} side */
function handView(side) {
  const cards = el("div.hand-cards");
  const points = el("span.total", { "aria-hidden": "true" }, "");
  const explained = el("span.hidden");
  const box = el(
    "section",
    { class: `hand ${side}`, "aria-label": words("page.hand", { side }) },
    el("h2", el("span.side-name", sideName(side)), explained, points),
    cards,
  );
  return { cards, points, words: explained, box };
}

/** @type {(place: HTMLElement, shoe: SVGElement, duration: number) => void} */
function riffle(place, shoe, duration) {
  const cards = Array.from({ length: CARDS }, () => el("span"));
  const pack = el("div.riffle", cards);
  place.replaceChildren(pack);
  const fall = FALL * duration;
  const stagger = (duration * (1 - INTO_SHOE) - fall) / (CARDS - 1);
  cards.forEach((card, at) => {
    const [x, turn] = at % 2 ? [3.6, 9] : [-3.6, -9];
    card.animate(
      [
        { transform: `translate(${x}rem, ${-0.12 * at}rem) rotate(${turn}deg)` },
        { transform: `translate(0, ${-0.04 * at}rem)` },
      ],
      { duration: fall, delay: stagger * at, easing: "ease-in", fill: "both" },
    );
  });
  const [from, to] = [pack, shoe].map((each) => each.getBoundingClientRect());
  const way = `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top + to.height / 2 - from.top - from.height / 2}px) scale(.6)`;
  pack.animate([{}, { transform: way, opacity: 0 }], {
    duration: INTO_SHOE * duration,
    delay: (1 - INTO_SHOE) * duration,
    easing: "ease-in",
    fill: "forwards",
  });
}
