/** The show of a coup: two hands, the shoe, the call, and the squares that decide. */

import { playingCard } from "../drawings/cards.js";
import { fillShoe, shoePicture, slideCutCard } from "../drawings/shoe-picture.js";
import { tableauStrip } from "../drawings/tableau-strip.js";
import { reason, sideName } from "../game/coups.js";
import { button, el, setAttribute, setText } from "../lib/elements.js";
import { pause, untilFinished } from "../lib/waiting.js";
import { shoeDisplay } from "../model/displays.js";
import { canDealEver } from "../model/permissions.js";
import { idleCall, idlePrompt, resultCall } from "../model/status-lines.js";
import { settings } from "../shell/settings.js";
import { setShortcut } from "../shell/shortcuts.js";
import { catalogue, words } from "../words/words.js";

/** @import { OpenModel } from "../model/model.js" */
/** @import { Coming } from "../model/displays.js" */
/** @import { BetSettled, Coup, CoupDealt, Durations, Outcome, Side, Square, Step } from "../wire/frames.d.ts" */

/** @type {Side[]} */
const SIDES = ["player", "banker"];

/** What lies on the felt: the cards, totals and naturals of both hands. @typedef {{ player: string[], banker: string[], totals: Record<Side, number>, naturals: readonly Side[], lit: readonly Square[], outcome: Outcome | null }} Board */

/**
 * @typedef {object} StageActions
 * @property {() => void} skip
 * @property {(settled: readonly BetSettled[], time: { duration: number, signal: AbortSignal }) => void} settle
 *   moves the chips of bets
 */

export class Stage {
  #hands = { player: handView("player"), banker: handView("banker") };
  #said = el("span");
  #prompt = el("span.prompt");
  #why = el("div.why", { "aria-hidden": "true" });
  #picture = shoePicture();
  #left = el("p.left");
  #ribbon = el("p.ribbon", { hidden: true });
  #skip;
  #settle;
  #board = emptyBoard();
  /** @type {Coming | null} */
  #coming = null;
  /** @type {OpenModel | null} */
  #model = null;

  /** @param {StageActions} actions */
  constructor({ skip, settle }) {
    this.#settle = settle;
    this.#skip = button(words("page.do.skip"), skip, { class: "skip", hidden: true });
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

  /** @param {OpenModel} model */
  render(model) {
    this.#model = model;
    const { showing, shown, last } = model;
    if (showing !== "coup") this.#coming = null;
    this.#drawShoe();
    setAttribute(this.element, "data-winner", showing === "coup" ? shown : last?.outcome);
    setAttribute(this.element, "data-dealing", showing === "coup");
    this.#offerSkip(showing !== null && !settings.isStill && !canDealEver(model)); // Otherwise the rack's button skips.
    if (showing) return;
    if (!last) this.lay(null);
    this.#drawCall();
  }

  /** Return how long a part of the show takes at the guest's pace. @param {keyof Durations} part */
  #time(part) {
    return (this.#model?.durations[part] ?? 0) * settings.tempo;
  }

  #drawShoe() {
    if (!this.#model) return;
    const { fullness, cardsLeft, isCut, ribbon } = shoeDisplay(this.#model, this.#coming);
    fillShoe(this.#picture, fullness, isCut);
    setText(this.#left, cardsLeft === null ? "" : words("page.cards", { cards: cardsLeft }));
    this.#ribbon.hidden = ribbon === null;
    if (ribbon) setText(this.#ribbon, words(ribbon));
  }

  /**
   * Show or hide the skip button. When it hides, its focus moves to the first spot.
   * @param {boolean} isOffered
   */
  #offerSkip(isOffered) {
    const isFocused = document.activeElement === this.#skip;
    this.#skip.hidden = !isOffered;
    /** @type {HTMLElement | null} */
    const spot = document.querySelector(".spot");
    if (!isOffered && isFocused) spot?.focus({ preventScroll: true });
  }

  /**
   * Lay a finished coup, or clear the felt.
   * @param {Coup | null} coup
   * @param {readonly Square[]} lit
   */
  lay(coup, lit = []) {
    this.#explain(lit, { isNatural: Boolean(coup?.natural) });
    for (const side of SIDES) this.#hands[side].cards.replaceChildren();
    this.#board = emptyBoard();
    if (coup) {
      for (const side of SIDES) for (const card of coup[side]) this.#put(side, card);
      const totals = { player: coup.player_total, banker: coup.banker_total };
      Object.assign(this.#board, { lit, totals, naturals: coup.naturals, outcome: coup.outcome });
    }
    this.#drawTotals();
    this.#drawCall();
  }

  /** While nothing is shown, the call follows from the model. */
  #drawCall() {
    if (this.#model && !this.#model.showing)
      this.#say(idleCall(this.#model), idlePrompt(this.#model));
  }

  /** @param {string} call */
  #say(call, prompt = "") {
    setText(this.#said, call);
    setText(this.#prompt, prompt);
  }

  /** Shuffle a new shoe. @param {AbortSignal} signal */
  async shuffle(signal) {
    if (signal.aborted) return;
    this.lay(null);
    this.#say(words("page.call.shuffling_shoe"));
    const { riffle } = await import("./riffle.js");
    await riffle(this.#why, this.#picture, { duration: this.#time("shuffling"), signal });
  }

  /**
   * Show the first card of a shoe, unless it is burned face down, and how many follow it.
   * @param {{ card: string | null, hidden: number }} burned
   * @param {AbortSignal} signal
   */
  async burn({ card, hidden }, signal) {
    if (signal.aborted) return;
    const box = el("div.burn");
    this.#say(words(card ? "page.call.burn_card" : "page.call.burn"));
    this.#why.replaceChildren(box);
    if (card) {
      const shown = playingCard(card);
      box.append(shown);
      await this.#slide(shown, signal);
    }
    const more = card ? "page.burn.more" : "page.burn.hidden";
    if (hidden) box.append(el("p", words(more, { hidden })));
    await pause(this.#time("burn_card"), signal);
    this.#why.replaceChildren();
  }

  /**
   * Clear the felt for a coup.
   * @param {CoupDealt} coup
   * @param {AbortSignal} signal
   */
  async begin(coup, signal) {
    this.element.scrollIntoView({
      block: "nearest",
      behavior: signal.aborted ? "instant" : "smooth",
    });
    const old = [...this.element.querySelectorAll("pb-card")];
    if (!signal.aborted && old.length) {
      const away = old.map((card) =>
        card.animate([{}, { transform: "translate(0, -5rem) scale(.9)", opacity: 0 }], {
          duration: this.#time("clearing"),
          easing: "ease-in",
          fill: "forwards",
        }),
      );
      await untilFinished(away, signal);
    }
    this.lay(null);
    const { cut_card_out: isCut, last_coup: isLast } = this.#model?.shoe ?? {};
    this.#coming = { dealt: 0, isLast: Boolean(isLast), isCut: Boolean(isCut) };
    this.#drawShoe();
    const id = isLast ? "page.call.last_coup" : "page.call.coup";
    this.#say(words(id, { coup: coup.data.number }));
  }

  /**
   * @param {Step} step
   * @param {{ lit: readonly Square[], isLast: boolean }} coup
   * @param {AbortSignal} signal
   */
  async step(step, { lit, isLast }, signal) {
    switch (step.did) {
      case "dealt":
        return this.#deal(step, signal);
      case "called":
        this.#say(words("page.call.called", { player: step.player, banker: step.banker }));
        return pause(this.#time("call"), signal);
      case "cut_card":
        this.#say(words(isLast ? "page.call.cut_last" : "page.call.cut_more"));
        if (this.#coming) Object.assign(this.#coming, { isLast, isCut: true });
        this.#drawShoe();
        if (!signal.aborted) slideCutCard(this.#picture, this.#time("cut_card") * (2 / 3));
        return pause(this.#time("cut_card"), signal);
      case "stood":
      case "drew":
        return this.#decide(step, lit, signal);
      case "ended":
        this.#board.outcome = step.outcome;
        this.#drawTotals();
        this.#say(resultCall(step));
        return pause(this.#time("result"), signal);
    }
  }

  /**
   * @param {Extract<Step, { did: "stood" | "drew" }>} step
   * @param {readonly Square[]} lit
   * @param {AbortSignal} signal
   */
  async #decide(step, lit, signal) {
    if (step.square) {
      const { side, holding } = step.square;
      const id = step.did === "drew" ? "page.call.draws" : "page.call.stands";
      this.#say(words(id, { side, holding }));
      this.#board.lit = lit;
      this.#drawTotals();
      this.#explain(lit);
      await pause(this.#time("decision"), signal);
    } else if (step.did === "stood" && step.natural) {
      this.#say(words("page.call.natural", { hand: step.total }));
      this.#board.naturals = [...this.#board.naturals, step.side];
      this.#drawTotals();
      this.#explain([], { isNatural: true });
      await pause(this.#time("natural"), signal);
    }
    if (step.did === "drew") await this.#deal(step, signal);
  }

  /**
   * Show the squares that decided, or that a natural did.
   * @param {readonly Square[]} lit
   * @param {{ isNatural?: boolean }} options
   */
  #explain(lit, { isNatural = false } = {}) {
    const tableau = this.#model?.house.tableau;
    if (!tableau) return;
    const strips = isNatural
      ? [el("p.strip", words("rule.natural"))]
      : lit.map((square) => tableauStrip(square, tableau));
    this.#why.replaceChildren(...strips);
  }

  /**
   * @param {{ side: Side, card: string, total: number }} step
   * @param {AbortSignal} signal
   */
  async #deal({ side, card, total }, signal) {
    const element = this.#put(side, card);
    this.#board.totals[side] = total;
    if (this.#coming) this.#coming.dealt += 1;
    this.#drawShoe();
    if (!signal.aborted) await this.#slide(element, signal);
    this.#drawTotals();
  }

  /**
   * @param {Side} side
   * @param {string} card
   */
  #put(side, card) {
    const at = this.#board[side].push(card) - 1;
    const element = playingCard(card, { isSideways: at === 2 });
    element.dataset.at = String(at);
    this.#hands[side].cards.append(element);
    return element;
  }

  /**
   * Slide a card from the mouth of the shoe to its place, and turn it.
   * @param {HTMLElement} element
   * @param {AbortSignal} signal
   */
  async #slide(element, signal) {
    const from = this.#picture.getBoundingClientRect();
    const to = element.getBoundingClientRect();
    const [x, y] = [
      from.left + from.width * 0.12 - (to.left + to.width / 2),
      from.top + from.height * 0.8 - (to.top + to.height / 2),
    ];
    const sides = /** @type {HTMLElement} */ (element.querySelector(".sides"));
    const rest = element.classList.contains("sideways") ? "rotate(90deg)" : "rotate(0deg)";
    sides.style.transform = "rotateY(180deg)";
    const slide = element.animate(
      [
        { transform: `translate(${x}px, ${y}px) rotate(14deg) scale(.72)`, opacity: 0.6 },
        { opacity: 1, offset: 0.2 },
        { transform: `translate(0, 0) ${rest}` },
      ],
      { duration: this.#time("slide"), easing: "cubic-bezier(.2, .75, .3, 1)" },
    );
    await untilFinished([slide], signal);
    sides.style.transform = "";
    const turn = sides.animate([{ transform: "rotateY(180deg)" }, { transform: "rotateY(0)" }], {
      duration: this.#time("turn"),
      easing: "ease-in-out",
    });
    await untilFinished([turn], signal);
  }

  /**
   * Collect losing stakes and pay winners.
   * @param {readonly BetSettled[]} settled
   * @param {AbortSignal} signal
   */
  async settle(settled, signal) {
    if (signal.aborted) return;
    const duration = this.#time(settled.length ? "paying" : "no_bets");
    this.#settle(settled, { duration, signal });
    await pause(duration, signal);
  }

  /** Show the total of each hand. The heading also explains it and names the winner. */
  #drawTotals() {
    const { outcome, totals } = this.#board;
    for (const side of SIDES) {
      const cards = this.#board[side];
      const result =
        outcome === side
          ? words("page.hand.wins")
          : outcome === "tie"
            ? words("page.hand.tie")
            : "";
      const parts = [` ${totals[side]}`, result, reason(side, this.#board)].filter(Boolean);
      setText(this.#hands[side].points, cards.length ? String(totals[side]) : "");
      setText(this.#hands[side].words, cards.length ? catalogue().joined(parts, "list.comma") : "");
    }
  }
}

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

/** @returns {Board} */
function emptyBoard() {
  return {
    player: [],
    banker: [],
    totals: { player: 0, banker: 0 },
    naturals: [],
    lit: [],
    outcome: null,
  };
}
