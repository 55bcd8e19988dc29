/** The table screen: it connects the link, the model and the views, and does what a guest asks for. */

import { parseMoney } from "../game/money.js";
import { el, elementOf, setAttribute } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { afterFrames } from "../lib/waiting.js";
import { isOpen, newModel } from "../model/model.js";
import { ModelWriter } from "../model/model-writer.js";
import { canBet, canDeal, isWaiting, waitingMessage, whyNot } from "../model/permissions.js";
import { hasCompany, hasNamesake, ownSeat } from "../model/seats.js";
import { saidOnRequest } from "../model/status-lines.js";
import { Panels } from "../panels/panels.js";
import { openedDialog } from "../shell/dialog.js";
import { clearNotice, endTrouble, showNotice, showTrouble } from "../shell/notice.js";
import { settings } from "../shell/settings.js";
import { listen } from "../shell/shortcuts.js";
import { countIn, errorMessage, textOf, words } from "../words/words.js";
import { checkTappedCards } from "./card-taps.js";
import { Felt } from "./felt.js";
import { TableLink } from "./link.js";
import { LiveLog } from "./log.js";
import { recall, recallPromises, remember } from "./memory.js";
import { paysButton } from "./pays-button.js";
import { Presenter } from "./presenter.js";
import { PromiseKeeper } from "./promise-keeper.js";
import { Rack } from "./rack.js";
import { Seats } from "./seats.js";
import { Stage } from "./stage.js";
import { TableHead } from "./table-head.js";

/** @import { Me } from "../wire/answers.d.ts" */
/** @import { Model } from "../model/model.js" */
/** @import { Said } from "../wire/frames.d.ts" */
/** @import { SeedCeremony } from "./seed-ceremony.js" */

const SMALL = matchMedia("(max-width: 60rem), (pointer: coarse)");
/** Actions of the rack that a single key also does. */
const ACTIONS = ["undo", "take_back", "repeat", "double", "deal", "more_time"];

/** The codes of stakes that are refused because a smaller one would fit. */
const TOO_MUCH = ["outside_limits", "insufficient_funds"];

export class TableScreen extends HTMLElement {
  stage = new Stage();
  felt = new Felt();
  #rack = new Rack();
  #seats = new Seats();
  #log = new LiveLog();
  #panels = new Panels();
  #head = new TableHead({
    invite: async () => (await import("./invitation.js")).openInvitation(this.#id),
    buy: () => this.#buy(),
    close: () => this.#closeTable(),
    leave: () => this.#askToLeave(),
  });
  #pays = paysButton(() => this.model);
  #trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  #promises = new PromiseKeeper((promises) => {
    this.#writer.change({ type: "promises", promises });
  });
  /** The clear lines of the page, which have their place at the rack as long as the table is shown. */
  #lines = elementOf("lines");
  /** Whether the guest has closed the table, and was not led on yet. */
  #isClosedByMe = false;
  #stop = new AbortController();
  #id;
  #isOpener;
  #writer;
  #presenter;
  /** @type {SeedCeremony | null} */
  #ceremony = null;

  /**
   * @param {string} table
   * @param {{ isOpener: boolean }} guest  whether the guest has opened the table
   */
  constructor(table, { isOpener }) {
    super();
    this.#id = table;
    this.#isOpener = isOpener;
    const { lines, seen, model, currency } = recall(table);
    countIn(currency);
    this.#writer = new ModelWriter(newModel(table, { ...model, promises: recallPromises(table) }), {
      clock: () => performance.now(),
      render: (next, before) => this.#onChange(next, before),
    });
    this.link = new TableLink(table, seen);
    this.#presenter = new Presenter(this.#writer, this.stage, this.#log);
    this.#log.restore(lines);
  }

  /** What is known of the table. */
  get model() {
    return this.#writer.model;
  }

  connectedCallback() {
    this.#build();
    this.#listen();
    this.link.open();
  }

  disconnectedCallback() {
    this.#remember();
    this.#head.remove();
    this.#trouble.remove();
    this.#promises.alarm.remove();
    elementOf("screen").before(this.#lines);
    this.link.close();
    this.#presenter.close();
    this.#stop.abort();
    countIn(null);
  }

  #build() {
    elementOf("bar-place").replaceChildren(this.#head.title);
    elementOf("menu").prepend(this.#head.tools);
    this.#lines.append(this.#trouble, this.#promises.alarm);
    this.#rack.append(this.#lines); // Above the rack they cover no hand.
    this.append(
      el(
        "div",
        { class: "board" },
        el(
          "div",
          { class: "rail" },
          el(
            "div",
            { class: "cloth" },
            this.stage,
            el("div", { class: "between" }, this.#seats, this.#pays),
            this.felt,
          ),
        ),
        this.#rack,
      ),
      el("aside", { class: "beside", "aria-label": words("page.beside") }, this.#panels, this.#log),
    );
  }

  #listen() {
    const { signal } = this.#stop;
    this.link.addEventListener("frame", ({ detail }) => this.#presenter.receive(detail));
    this.link.addEventListener("status", ({ detail }) => this.#onStatus(detail));
    this.link.addEventListener("over", ({ detail }) => this.#onOver(detail));
    this.addEventListener("bet", ({ detail }) => this.#bet(detail.key));
    this.addEventListener("act", ({ detail }) => this.#act(detail.name));
    this.addEventListener("sit", ({ detail }) => this.#sit(detail.amount));
    this.addEventListener("say", ({ detail }) => this.#sayClock(detail));
    this.addEventListener("buy", () => this.#buy());
    this.addEventListener("chosen", () => {
      this.#writer.write({ type: "asked" }); // What was refused was another chip.
      this.#writer.publish();
    });
    this.addEventListener("skip", () => this.#presenter.skip());
    this.addEventListener("settle", ({ detail }) =>
      this.felt.settle(detail.settled, this.model.seat, detail),
    );
    checkTappedCards(this.stage, () => this.model);
    signal.addEventListener(
      "abort",
      listen((does, at) => this.#onKey(does, at)),
    );
    addEventListener("online", () => this.link.retryNow(), { signal });
    document.addEventListener("renamed", () => this.link.reopen(), { signal });
    addEventListener("storage", () => this.#promises.keep(this.model), { signal });
    addEventListener("pagehide", () => this.#remember(), { signal });
  }

  #remember() {
    const { number } = this.model;
    if (number !== null) remember(this.model, this.#log.linesUpTo(number), number);
  }

  // --- what follows from a change of the model ---------------------------------------------

  /**
   * @param {Model} model
   * @param {Model} before
   */
  #onChange(model, before) {
    if (model.house && model.house !== before.house) countIn(model.house.currency);
    if (model.trouble !== before.trouble) this.#showTrouble(model.trouble);
    if (model.closing && model.closing !== before.closing && !model.isClosed)
      showNotice(textOf(model.closing));
    if (model.ceremony !== before.ceremony || model.seat !== before.seat) this.#takePart(model);
    if (hasNamesake(model, before)) this.#findSeat();
    this.#render();
    if (model.promises !== before.promises) this.#promises.keep(model);
  }

  /**
   * Do a seated guest's part in the shuffle.
   * @param {Model} model
   */
  async #takePart({ ceremony, seat }) {
    if (seat === null || !ceremony.stage) return;
    const { SeedCeremony } = await import("./seed-ceremony.js");
    this.#ceremony ??= new SeedCeremony(this.link, this.#id);
    this.#ceremony.take(ceremony, seat);
  }

  /** A guest of this name sat down: perhaps this one, here or in another tab. */
  async #findSeat() {
    /** @type {Pick<Me, "tables">} */
    const { tables } = await request("/api/me").catch(() => ({ tables: [] }));
    const mine = tables.find(({ table }) => table === this.#id);
    if (!mine || this.model.seat === mine.seat) return;
    this.#writer.change({ type: "seated", seat: mine.seat });
  }

  /**
   * The link is closed for good; a table that was closed meanwhile stays in sight.
   * @param {{ reason: string, need: string }} detail
   */
  #onOver(detail) {
    if (!this.model.isClosed)
      this.dispatchEvent(new CustomEvent("over", { bubbles: true, detail }));
  }

  /**
   * Show that the house cannot go on, until it can.
   * @param {Model["trouble"]} trouble
   */
  #showTrouble(trouble) {
    this.#trouble.hidden = !trouble;
    this.#trouble.textContent = trouble ? words("page.trouble", { text: textOf(trouble) }) : "";
    if (trouble)
      this.#log.show(trouble); // The alert is heard.
    else this.#log.say(["page.trouble.over", {}]);
  }

  /** @param {boolean} isUp */
  #onStatus(isUp) {
    if (isUp) endTrouble();
    else showTrouble(words("page.line.down"));
    setAttribute(this, "data-down", !isUp);
    this.#writer.change({ type: "line", isUp });
  }

  /** @param {readonly Said[]} messages */
  #sayClock(messages) {
    for (const message of messages) this.#log.say(message, { kind: "clock" });
  }

  #render() {
    const { model } = this;
    if (!isOpen(model)) return;
    for (const view of [this.stage, this.felt, this.#rack, this.#seats, this.#panels])
      view.render(model);
    this.#promises.render(model);
    const isOver = model.shoe.phase === "closed";
    this.#head.render(model, { canClose: this.#isOpener && !isOver && !hasCompany(model) });
    this.#pays.hidden = !model.house.limits;
    if (!this.dataset.phase) afterFrames(2, () => setAttribute(this, "data-shown", true)); // Everything has found its size.
    this.dataset.phase = model.shoe.phase;
    if (this.#isClosedByMe && isOver) this.#leadOn();
  }

  /** Lead the guest who has closed the table to what can still be done, once. */
  #leadOn() {
    if (openedDialog()) return;
    this.#isClosedByMe = false;
    this.#rack.focusLobbyButton();
  }

  // --- what a guest asks for ---------------------------------------------------------------

  /**
   * Send a command, and show why it was refused.
   * @param {string} kind
   * @param {object} [members]
   */
  async #send(kind, members) {
    const answer = await this.link.send(kind, members, this.model.shoe.coups_dealt ?? null);
    const isKnown = !answer.ok && answer.code === "log" && this.model.trouble !== null;
    // Another guest may have dealt a moment before.
    const isDealt = !answer.ok && answer.code === "not_now" && kind === "deal";
    if (answer.ok || isKnown || isDealt) clearNotice();
    else showNotice(answer.reason);
    return answer;
  }

  /** @param {string} key */
  async #bet(key) {
    const { model } = this;
    if (!isOpen(model) || !canBet(model))
      return showNotice(words(whyNot(model, "page.undone.bet")));
    const wanted = this.#rack.stakeOn(model, key);
    const bet = { key, stake: Math.min(wanted, model.offers[key] ?? wanted) };
    this.#writer.write({ type: "bet", bet });
    this.#writer.publish();
    const answer = await this.#send("place_bet", bet);
    const refusal = answer.ok ? null : answer.reason;
    const isTooMuch = !answer.ok && TOO_MUCH.includes(answer.code);
    this.#writer.write({ type: "answered", bet, refusal, isTooMuch });
    const offer = this.model.offers[key];
    if (refusal && offer) showNotice(words("page.offer", { text: refusal, stake: offer }));
    this.#writer.publish();
  }

  /** @param {string} name */
  async #act(name) {
    const { model } = this;
    const isDeal = name === "deal";
    if (isDeal && model.showing) return this.#presenter.skip();
    if (isDeal && canDeal(model) && isWaiting(model))
      return this.#log.say(waitingMessage(model.ready, performance.now()));
    if (isDeal ? !canDeal(model) : !canBet(model)) return showNotice(words(whyNot(model)));
    this.#writer.write({ type: "asked" });
    await this.#send(name);
    this.#writer.publish();
  }

  /** @param {string} amount */
  async #sit(amount) {
    if (!this.model.isUp) return showNotice(words(whyNot(this.model, "page.undone.seat")));
    let chips;
    try {
      chips = parseMoney(amount);
    } catch (error) {
      return showNotice(errorMessage(error));
    }
    settings.set("buyIn", chips);
    const { ok } = await this.#send("sit");
    if (ok) await this.#findSeat();
    if (ok && this.model.house?.limits) await this.#send("buy_in", { chips });
    this.felt.querySelector("button")?.focus({ preventScroll: true });
    this.felt.scrollIntoView({ block: "nearest" });
  }

  async #buy() {
    const { openBuying } = await import("./dialogs.js");
    openBuying((chips) =>
      this.model.isUp
        ? this.#send("buy_in", { chips })
        : showNotice(words(whyNot(this.model, "page.undone.chips"))),
    );
  }

  async #closeTable() {
    const { openClosing } = await import("./dialogs.js");
    const box = openClosing(ownSeat(this.model), async () => {
      await request(tablePath(this.#id), undefined, "DELETE");
      this.#isClosedByMe = true;
    });
    box.addEventListener("close", () => this.#render());
  }

  /** Ask first where bets are on the felt, or where a thumb may slip. */
  async #askToLeave() {
    const seat = ownSeat(this.model);
    if (!seat || !this.model.isUp || !(seat.staked || SMALL.matches)) return this.#leave();
    (await import("./dialogs.js")).openLeaving(seat, () => this.#leave());
  }

  async #leave() {
    const isSeated = ownSeat(this.model) !== null;
    const reason = isSeated && !this.model.isUp ? words("page.line.down.seat") : "";
    if (isSeated && !reason) await this.#send("leave");
    this.dispatchEvent(
      new CustomEvent("over", { bubbles: true, detail: { reason, need: "lobby" } }),
    );
  }

  /**
   * @param {string} does
   * @param {number} at
   */
  async #onKey(does, at) {
    const main = this.model.house?.felt.find((bet) => bet.main && bet.spot === does);
    if (main) return this.#bet(main.key);
    if (ACTIONS.includes(does)) return this.#act(does);
    if (does === "skip") this.#presenter.skip();
    if (does === "help") (await import("../shell/help.js")).openHelp();
    if (does === "log") this.#log.focusLines();
    if (does === "chip") this.#rack.choose(at);
    for (const message of saidOnRequest(does, this.model, performance.now()))
      this.#log.say(message);
  }
}

customElements.define("pb-table", TableScreen);
