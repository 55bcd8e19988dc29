/** The table screen: it connects the link, the model and the views, and does what a guest asks for. */

import { parseDollars } from "../game/money.js";
import { el, elementOf, setAttribute } from "../lib/elements.js";
import { errorMessage } from "../lib/error-message.js";
import { request, tablePath } from "../lib/http.js";
import { isOpen, newModel } from "../model/model.js";
import { canBet, canDeal, whyNot } from "../model/permissions.js";
import { isWaiting, waitingLine } from "../model/ready.js";
import { ownSeat } from "../model/seats.js";
import { decisionsLine, moneyLine } from "../model/status-lines.js";
import { Panels } from "../panels/panels.js";
import { RoadsPanel } from "../panels/roads-panel.js";
import { openedDialog } from "../shell/dialog.js";
import { clearNotice, endTrouble, showNotice, showTrouble } from "../shell/notice.js";
import { settings } from "../shell/settings.js";
import { Felt } from "./felt.js";
import { TableLink } from "./link.js";
import { LiveLog } from "./log.js";
import { Presenter } from "./presenter.js";
import { Rack } from "./rack.js";
import { Seats } from "./seats.js";
import { SeedCeremony } from "./seed-ceremony.js";
import { listen } from "./shortcuts.js";
import { Stage } from "./stage.js";
import { recall, remember } from "./tab-memory.js";
import { TableHead } from "./table-head.js";

/** @import { Me } from "../wire/answers.d.ts" */
/** @import { Events, Frame, TableEvent } from "../wire/frames.d.ts" */

const SMALL = matchMedia("(max-width: 60rem), (pointer: coarse)");
/** Actions of the rack that a single key also does. */
const ACTIONS = ["undo", "take_back", "repeat", "double", "deal", "more_time"];

export class TableScreen extends HTMLElement {
  stage = new Stage();
  felt = new Felt();
  #rack = new Rack();
  #seats = new Seats();
  #log = new LiveLog();
  #panels = new Panels();
  #head = new TableHead({
    invite: async () => (await import("./questions.js")).openInvitation(this.#id),
    buy: () => this.#buy(),
    close: () => this.#closeTable(),
    leave: () => this.#askToLeave(),
  });
  #pays = el(
    "button",
    {
      type: "button",
      class: "pays-button",
      "aria-label": "Pays and rules of the bets",
      onclick: () => this.#showPays(),
    },
    "Pays",
  );
  #trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  /** Whether the table was closed while the guest looked on, and whether by the guest. */
  #isClosed = false;
  #isClosedByMe = false;
  #stop = new AbortController();
  #id;
  #isOpener;
  #presenter;
  #ceremony;

  /**
   * @param {string} table
   * @param {{ isOpener: boolean }} guest  whether the guest has opened the table
   */
  constructor(table, { isOpener }) {
    super();
    this.#id = table;
    this.#isOpener = isOpener;
    const { lines, seen, model } = recall(table);
    this.model = Object.assign(newModel(table), model);
    this.link = new TableLink(table, seen);
    this.#presenter = new Presenter(this.model, this.stage, this.#log);
    this.#ceremony = new SeedCeremony(this.link, table);
    this.#log.restore(lines);
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
    this.link.close();
    this.#presenter.close();
    this.#stop.abort();
  }

  #build() {
    elementOf("bar-place").replaceChildren(this.#head.title);
    elementOf("menu").prepend(this.#head.tools);
    elementOf("lines").append(this.#trouble);
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
      el("aside", { class: "beside", "aria-label": "Scoreboard and log" }, this.#panels, this.#log),
    );
    this.#panels.fill([
      { id: "roads", name: "Roads", element: new RoadsPanel() },
      {
        id: "tableau",
        name: "Tableau",
        element: document.createElement("pb-tableau"),
        load: () => import("../panels/tableau-panel.js"),
      },
      {
        id: "shoe",
        name: "Shoe",
        element: document.createElement("pb-shoe"),
        load: () => import("../panels/shoe-panel.js"),
      },
      {
        id: "odds",
        name: "Odds",
        element: document.createElement("pb-odds"),
        load: () => import("../panels/odds-panel.js"),
      },
      {
        id: "stats",
        name: "Statistics",
        element: document.createElement("pb-stats"),
        load: () => import("../panels/stats-panel.js"),
      },
      {
        id: "history",
        name: "History",
        element: document.createElement("pb-history"),
        load: () => import("../panels/history-panel.js"),
      },
    ]);
  }

  #listen() {
    const { signal } = this.#stop;
    this.link.addEventListener("frame", ({ detail }) => this.#onFrame(detail));
    this.link.addEventListener("status", ({ detail }) => this.#onStatus(detail));
    this.link.addEventListener("over", ({ detail }) => this.#onOver(detail));
    this.#presenter.addEventListener("change", () => this.#render());
    this.#presenter.addEventListener("step", () => this.#panels.render(this.model));
    this.#presenter.addEventListener("event", ({ detail }) => this.#onEvent(detail));
    this.#presenter.addEventListener("welcome", () => this.felt.reset());
    this.addEventListener("bet", ({ detail }) => this.#bet(detail.key));
    this.addEventListener("act", ({ detail }) => this.#act(detail.name));
    this.addEventListener("sit", ({ detail }) => this.#sit(detail.amount));
    this.addEventListener("say", ({ detail }) => this.#sayClock(detail));
    this.addEventListener("skip", () => this.#presenter.skip());
    this.addEventListener("settle", ({ detail }) =>
      this.felt.settle(detail.settled, this.model.seat, detail),
    );
    signal.addEventListener(
      "abort",
      listen((does, at) => this.#onKey(does, at)),
    );
    addEventListener("online", () => this.link.retryNow(), { signal });
    document.addEventListener("renamed", () => this.link.reopen(), { signal });
    addEventListener("pagehide", () => this.#remember(), { signal });
  }

  #remember() {
    const { number } = this.#presenter;
    if (number !== null) remember(this.model, this.#log.linesUpTo(number), number);
  }

  // --- what the server sends ---------------------------------------------------------------

  /** @param {Frame} frame */
  #onFrame(frame) {
    if (frame.type === "closing" && !this.#isClosed) showNotice(frame.reason);
    if (frame.type === "trouble") this.#showTrouble(frame.reason);
    if (frame.type === "welcome") this.#showTrouble(null);
    if (frame.type === "ceremony") this.#ceremony.take(frame, this.model.seat);
    if (frame.type === "welcome") this.#ceremony.take(frame.ceremony, frame.seat);
    if (frame.type === "events") this.#onEvents(frame);
    this.#presenter.take(frame);
  }

  /** @param {Events} frame */
  #onEvents({ events }) {
    this.#isClosed ||= events.some(({ kind }) => kind === "table_closed");
    const hasNamesake = events.some(
      (event) => event.kind === "guest_sat" && event.data.name === this.model.name,
    );
    if (hasNamesake && this.model.seat === null) this.#findSeat();
  }

  /** A guest of this name sat down: perhaps this one, here or in another tab. */
  async #findSeat() {
    /** @type {Pick<Me, "tables">} */
    const { tables } = await request("/api/me").catch(() => ({ tables: [] }));
    const mine = tables.find(({ table }) => table === this.#id);
    if (!mine || this.model.seat === mine.seat) return;
    this.model.seat = mine.seat;
    this.#ceremony.take(this.model.ceremony, mine.seat);
    this.#render();
  }

  /** @param {TableEvent} event */
  #onEvent(event) {
    if (event.kind === "coup_dealt") this.felt.reset();
  }

  /**
   * The link is closed for good; a table that was closed meanwhile stays in sight.
   * @param {{ reason: string, need: string }} detail
   */
  #onOver(detail) {
    if (!this.#isClosed) this.dispatchEvent(new CustomEvent("over", { bubbles: true, detail }));
  }

  /**
   * Show that the house cannot go on, until it can.
   * @param {string | null} reason
   */
  #showTrouble(reason) {
    if (Boolean(reason) === !this.#trouble.hidden) return;
    this.#trouble.hidden = !reason;
    this.#trouble.textContent = reason ? `${reason} What was accepted stands.` : "";
    if (reason)
      this.#log.show(reason); // The alert is heard.
    else this.#log.say("The house can write its log again: play goes on.");
  }

  /** @param {boolean} isUp */
  #onStatus(isUp) {
    this.model.isUp = isUp;
    if (isUp) endTrouble();
    else showTrouble("The line is down; trying again. Bets on the felt stand.");
    setAttribute(this, "data-down", !isUp);
    this.#render();
  }

  /** @param {string[]} lines */
  #sayClock(lines) {
    for (const line of lines) this.#log.say(line, { kind: "clock" });
  }

  #render() {
    const { model } = this;
    if (!isOpen(model)) return;
    for (const view of [this.stage, this.felt, this.#rack, this.#seats, this.#panels])
      view.render(model);
    const isOver = model.shoe.phase === "closed";
    this.#head.render(model, {
      canClose: this.#isOpener && !isOver && !this.#hasCompany(),
    });
    this.#pays.hidden = !model.house.limits;
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
    const isKnown = !answer.ok && answer.code === "log" && !this.#trouble.hidden;
    // Another guest may have dealt a moment before.
    const isDealt = !answer.ok && answer.code === "not_now" && kind === "deal";
    if (answer.ok || isKnown || isDealt) clearNotice();
    else showNotice(answer.reason);
    return answer;
  }

  /** @param {string} key */
  async #bet(key) {
    const { model } = this;
    if (model.isMoving) return this.#presenter.skip();
    if (!isOpen(model) || !canBet(model))
      return showNotice(whyNot(model, "The bet was not placed"));
    const bet = { key, stake: this.#rack.stakeOn(model, key) };
    model.pending.push(bet);
    model.refusals = {};
    this.#render();
    const answer = await this.#send("place_bet", bet);
    model.pending = model.pending.filter((each) => each !== bet);
    if (!answer.ok) model.refusals[key] = answer.reason;
    this.#render();
  }

  /** @param {string} name */
  async #act(name) {
    const { model } = this;
    if (model.isMoving && name !== "more_time") return this.#presenter.skip();
    const isDeal = name === "deal";
    if (isDeal && canDeal(model) && isWaiting(model))
      return this.#log.say(waitingLine(model.ready, performance.now()));
    if (isDeal ? !canDeal(model) : !canBet(model)) return showNotice(whyNot(model));
    model.refusals = {};
    await this.#send(name);
    this.#render();
  }

  /** @param {string} amount */
  async #sit(amount) {
    if (!this.model.isUp) return showNotice(whyNot(this.model, "You have not sat down"));
    let chips;
    try {
      chips = parseDollars(amount);
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
    const { openBuying } = await import("./questions.js");
    openBuying((chips) =>
      this.model.isUp
        ? this.#send("buy_in", { chips })
        : showNotice(whyNot(this.model, "No chips were bought")),
    );
  }

  #hasCompany() {
    return Object.keys(this.model.seats).some((seat) => Number(seat) !== this.model.seat);
  }

  async #closeTable() {
    const { openClosing } = await import("./questions.js");
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
    (await import("./questions.js")).openLeaving(seat, () => this.#leave());
  }

  async #leave() {
    const isSeated = ownSeat(this.model) !== null;
    const reason =
      isSeated && !this.model.isUp
        ? "The line is down: your seat and your bets stay where they are."
        : "";
    if (isSeated && !reason) await this.#send("leave");
    this.dispatchEvent(
      new CustomEvent("over", { bubbles: true, detail: { reason, need: "lobby" } }),
    );
  }

  async #showPays() {
    const { openPays } = await import("./pays-dialog.js");
    if (isOpen(this.model)) openPays(this.model.house);
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
    if (does === "decisions") this.#log.say(decisionsLine(this.model));
    if (does === "money") this.#log.say(moneyLine(this.model));
  }
}

customElements.define("pb-table", TableScreen);
