/** The table screen. It connects the link, the model and the components, and sends the guest's commands. */

import { parseMoney } from "../game/money.js";
import { button, el, elementOf, loadStylesheet, setAttribute } from "../lib/elements.js";
import { request } from "../lib/http.js";
import { afterFrames } from "../lib/waiting.js";
import { ModelWriter } from "../model/evolve.js";
import { isOpen, newModel } from "../model/model.js";
import {
  canBet,
  canDeal,
  canSkip,
  isWaiting,
  waitingMessage,
  whyNot,
} from "../model/permissions.js";
import { hasNamesake } from "../model/seats.js";
import { edgeOf, neededMessage } from "../model/squeeze.js";
import { saidOnRequest } from "../model/status-lines.js";
import { Panels } from "../panels/panels.js";
import { clearNotice, endTrouble, showNotice, showTrouble } from "../shell/notice.js";
import { rememberTable } from "../shell/past-tables.js";
import { settings } from "../shell/settings.js";
import { listen } from "../shell/shortcuts.js";
import { playSound } from "../shell/sounds.js";
import { countIn, errorMessage, words } from "../words/words.js";
import { Alerts } from "./alerts.js";
import { Felt } from "./felt.js";
import { SoundButton, TableTitle, TableTools } from "./head.js";
import { Leaving } from "./leaving.js";
import { TableLink } from "./link.js";
import { LiveLog } from "./log.js";
import { keepPromises, recall, recallPromises, remember } from "./memory.js";
import { Rack } from "./rack.js";
import { RoadStrip } from "./road-strip.js";
import { Seats } from "./seats.js";
import { Show } from "./show.js";
import { Stage } from "./stage.js";

/** @import { Me } from "../wire/answers.d.ts" */
/** @import { Model } from "../model/model.js" */
/** @import { CoachBox } from "./coach.js" */
/** @import { End } from "./leaving.js" */
/** @import { SeedCeremony } from "./seed-ceremony.js" */

/** Actions of the rack that a single key also does. */
const ACTIONS = ["undo", "take_back", "repeat", "double", "deal", "more_time"];

/** Codes of refusals after which a smaller stake may fit. */
const TOO_MUCH = ["outside_limits", "insufficient_funds"];

export class TableScreen {
  stage = new Stage({
    skip: () => this.#show.skip(),
    turn: () => this.#show.turn(),
    ask: () => this.#onKey("help", 0),
    peeled: (card) => this.log.say([edgeOf(card), {}]),
  });
  felt = new Felt((key) => this.#bet(key));
  #rack = new Rack({
    act: (name) => this.#act(name),
    sit: (amount) => this.#sit(amount),
    buy: () => this.#buy(),
    leave: () => this.#leaving.goToLobby(),
    chosen: () => this.#writer.change({ type: "asked" }), // The refusal was about another chip.
    say: (telling) => this.log.tell(telling),
  });
  #seats = new Seats();
  /** For a newcomer. @type {CoachBox | null} */
  #coach = null;
  #strip = new RoadStrip();
  log = new LiveLog();
  panels = new Panels();
  #title = new TableTitle();
  #sound = new SoundButton();
  #tools;
  #pays = button(words("page.pays"), () => this.#openPays(), {
    class: "pays-button",
    "aria-label": words("page.pays.label"),
  });
  #alerts = new Alerts(this.log);
  /** What had the focus before a reload, as a selector. @type {string | null} */
  #focus;
  #stop = new AbortController();
  #id;
  #sits;
  #over;
  #leaving;
  #writer;
  #show;
  /** @type {SeedCeremony | null} */
  #ceremony = null;
  /** The bet of a guest who pressed before bets were open. @type {string | null} */
  #early = null;

  /**
   * @param {string} table
   * @param {object} options
   * @param {boolean} options.isOpener  whether the guest has opened the table
   * @param {boolean} [options.sits]  whether the guest takes a seat at once
   * @param {(end: End) => void} options.leave
   */
  constructor(table, { isOpener, sits = false, leave }) {
    this.#id = table;
    this.#sits = sits;
    this.#over = leave;
    this.#leaving = new Leaving(table, {
      model: () => this.model,
      send: (kind) => this.#send(kind),
      over: leave,
      leadOn: () => this.#rack.focusLobbyButton(),
    });
    const { lines, seen, model, currency, focus } = recall(table);
    this.#focus = focus;
    countIn(currency);
    const start = newModel(table, { ...model, promises: recallPromises(table) });
    this.#writer = new ModelWriter(start, (next, before) => this.#render(next, before));
    this.link = new TableLink(table, seen);
    this.#show = new Show(this.link, this.#writer, this.log);
    this.log.restore(lines);
    this.#tools = new TableTools(
      {
        invite: async () => (await import("./invitation.js")).openInvitation(table),
        buy: () => this.#buy(),
        close: () => this.#leaving.closeTable(),
        leave: () => this.#leaving.ask(),
      },
      isOpener,
    );
    this.element = this.#build();
    if (settings.get("coach")) this.#bringCoach();
    this.#listen();
    this.link.open();
  }

  get model() {
    return this.#writer.model;
  }

  close() {
    this.#remember();
    for (const each of [this.#title, this.#sound, this.#tools]) each.element.remove();
    const parts = [this.link, this.#show, this.#sound, this.#alerts, this.#rack, this.panels];
    for (const each of [...parts, this.log]) each.close();
    this.#stop.abort();
    countIn(null);
  }

  #build() {
    elementOf("bar-place").replaceChildren(this.#title.element);
    elementOf("bar-place").after(this.#sound.element);
    elementOf("menu").prepend(this.#tools.element);
    this.#rack.element.prepend(this.#alerts.element); // There they cover no hand.
    const cloth = el(
      "div.cloth",
      this.stage.element,
      el("div.between", this.#seats.element, this.#strip.element, this.#pays),
      this.felt.element,
    );
    const board = el("div.board", el("div.rail", cloth), this.#rack.element);
    const label = { "aria-label": words("page.beside") };
    const beside = el("aside.beside", label, this.panels.element, this.log.element);
    return el("pb-table", board, beside);
  }

  async #bringCoach() {
    const [{ CoachBox }] = await Promise.all([import("./coach.js"), loadStylesheet("coach")]);
    this.#coach = new CoachBox({
      speak: (messages) => this.log.speak(messages, { kind: "coach" }),
      dismissed: () => this.#focusSpots(),
    });
    this.#strip.element.before(this.#coach.element);
    if (isOpen(this.model)) this.#coach.render(this.model);
  }

  #listen() {
    const { signal } = this.#stop;
    this.link.addEventListener("status", ({ detail }) => this.#onStatus(detail));
    this.link.addEventListener("over", ({ detail }) => {
      if (!this.model.isClosed) this.#over(detail); // A closed table stays on the screen.
    });
    this.stage.element.addEventListener("click", ({ target }) => this.#onTap(target));
    listen((does, at) => this.#onKey(does, at), signal);
    addEventListener("online", () => this.link.retryNow(), { signal });
    addEventListener("offline", () => this.link.drop(), { signal });
    document.addEventListener("renamed", () => this.link.reopen(), { signal });
    addEventListener("storage", () => this.#keepPromises(), { signal });
    addEventListener("pagehide", () => this.#remember(), { signal });
  }

  #remember() {
    const { number } = this.model;
    if (number !== null) remember(this.model, this.log.linesUpTo(number), number);
  }

  // --- what follows from a change of the model ---------------------------------------------

  /** @type {(model: Model, before: Model) => void} */
  #render(model, before) {
    if (model.house && model.house !== before.house) countIn(model.house.currency);
    this.#alerts.render(model, before);
    if (model.ceremony !== before.ceremony || model.seat !== before.seat) this.#takePart(model);
    if (hasNamesake(model, before)) this.#findSeat();
    if (isOpen(model)) {
      const known = isOpen(before) ? before : null;
      const views = [this.stage, this.felt, this.#rack, this.#seats, this.#strip, this.panels];
      for (const view of [...views, this.#title, this.#tools, this.#coach])
        view?.render(model, known);
      this.#pays.hidden = !model.house.limits;
      this.element.dataset.phase = model.shoe.phase;
      this.#leaving.leadOn();
      if (!known) afterFrames(2, () => this.#appear()); // Everything has its size.
    }
    if (model.promises !== before.promises) this.#keepPromises();
    if (canBet(model) && this.#early) this.#bet(this.#early);
  }

  /** Show the table. After a reload, restore the focus. */
  async #appear() {
    if (this.#sits) await this.#sit(this.#rack.amount); // The guest sees no empty seat.
    setAttribute(this.element, "data-shown", true);
    /** @type {HTMLElement | null} */
    const focused = this.#focus ? document.querySelector(this.#focus) : null;
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
    if (this.#sits) this.#focusSpots();
    if (location.hash === "#history") this.panels.openHistory();
  }

  /** Store the promises in this browser, and merge what its other tabs have seen. */
  #keepPromises() {
    const { table, promises } = this.model;
    const kept = keepPromises(table, promises);
    if (kept !== promises) this.#writer.change({ type: "promises", promises: kept });
  }

  /** Do a seated guest's part in the shuffle. @param {Model} model */
  async #takePart({ ceremony, seat }) {
    if (seat === null || !ceremony.stage) return;
    const { SeedCeremony } = await import("./seed-ceremony.js");
    this.#ceremony ??= new SeedCeremony(this.link, this.#id);
    this.#ceremony.take(ceremony, seat);
  }

  /** Find out whether the guest of this name who sat down is this one, in any tab. */
  async #findSeat() {
    /** @type {Pick<Me, "tables">} */
    const { tables } = await request("/api/me").catch(() => ({ tables: [] }));
    const mine = tables.find(({ table }) => table === this.#id);
    if (!mine || this.model.seat === mine.seat) return;
    this.#writer.change({ type: "seated", seat: mine.seat });
  }

  /** @param {boolean} isUp */
  #onStatus(isUp) {
    if (isUp) endTrouble();
    else showTrouble(words("page.line.down"));
    setAttribute(this.element, "data-down", !isUp);
    this.#writer.change({ type: "connection", isUp });
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
    this.#early = null;
    if (!isOpen(model) || !canBet(model)) return this.#betLater(key);
    const wanted = this.#rack.stakeOn(model, key);
    const bet = { key, stake: Math.min(wanted, model.offers[key] ?? wanted) };
    this.#writer.change({ type: "bet", bet });
    const answer = await this.#send("place_bet", bet);
    const refusal = answer.ok ? null : answer.reason;
    if (answer.ok) playSound("chip");
    const isTooMuch = !answer.ok && TOO_MUCH.includes(answer.code);
    this.#writer.write({ type: "answered", bet, refusal, isTooMuch });
    const offer = this.model.offers[key];
    if (refusal && offer) showNotice(words("page.offer", { text: refusal, stake: offer }));
    this.#writer.publish();
  }

  /** Say why the guest can't bet. A bet for a shoe that is being prepared follows. @param {string} key */
  #betLater(key) {
    const why = whyNot(this.model, "page.undone.bet");
    if (why !== "refused.shuffling") return showNotice(words(why));
    this.#early = key;
    showNotice(words("page.bets_early"));
  }

  /** @param {string} name */
  async #act(name) {
    const { model } = this;
    const isDeal = name === "deal";
    if (isDeal && model.showing)
      return canSkip(model, performance.now()) ? this.#show.skip() : undefined;
    if (isDeal && canDeal(model) && isWaiting(model))
      return this.log.say(waitingMessage(model.ready, performance.now()));
    if (isDeal ? !canDeal(model) : !canBet(model)) return showNotice(words(whyNot(model)));
    if (isDeal && isOpen(model) && this.#coach?.asksForBet(model)) return;
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
    const buys = Boolean(this.model.house?.limits);
    this.#writer.change({ type: "buying", isBuying: buys });
    const { ok } = await this.#send("sit");
    if (ok) rememberTable(this.#id);
    if (ok) await this.#findSeat();
    const isPaid = ok && buys && (await this.#send("buy_in", { chips })).ok;
    if (!isPaid) this.#writer.change({ type: "buying", isBuying: false });
    this.#focusSpots();
  }

  #focusSpots() {
    const { element } = this.felt;
    element.querySelector("button")?.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  }

  async #buy() {
    const { openBuying } = await import("./dialogs.js");
    openBuying((chips) =>
      this.model.isUp
        ? this.#send("buy_in", { chips })
        : showNotice(words(whyNot(this.model, "page.undone.chips"))),
    );
  }

  async #openPays() {
    if (this.model.house) (await import("./dialogs.js")).openPays(this.model.house);
  }

  /** Check the card that was tapped. By keyboard this is done in the shoe panel. @param {EventTarget | null} target */
  async #onTap(target) {
    /** @type {HTMLElement | null | false} */
    const card = target instanceof Element && target.closest(".hand-cards pb-card");
    if (card) (await import("../panels/card-check.js")).openTappedCard(this.model, card);
  }

  /**
   * @param {string} does
   * @param {number} at
   */
  async #onKey(does, at) {
    const main = this.model.house?.felt.find((bet) => bet.main && bet.spot === does);
    if (main) return this.#bet(main.key);
    if (ACTIONS.includes(does)) return this.#act(does);
    if (does === "skip") this.#show.skip();
    if (does === "help" && isOpen(this.model) && this.model.board.squeezed)
      return this.log.say(neededMessage(this.model));
    if (does === "help") (await import("../shell/help.js")).openHelp();
    if (does === "log") this.log.focusLines();
    if (does === "chip") this.#rack.choose(at);
    for (const message of saidOnRequest(does, this.model, performance.now())) this.log.say(message);
  }
}
