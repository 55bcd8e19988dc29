/** One table on the screen: the link, the model and the views, and what a guest asks for. */

import { houseName } from "../game/house-name.js";
import { dollars, parse } from "../game/money.js";
import { count } from "../lib/count.js";
import { el, mark } from "../lib/elements.js";
import { ask, tablePath } from "../lib/http.js";
import { blank } from "../model/model.js";
import { canBet, canDeal } from "../model/permissions.js";
import { isWaiting, waitingLine } from "../model/ready.js";
import { money, own } from "../model/seats.js";
import { clearNotice, hold, notice, release } from "../shell/notice.js";
import { settings } from "../shell/settings.js";
import { TableLink } from "./link.js";
import { Presenter } from "./presenter.js";
import { listen } from "./shortcuts.js";
import { keep, recalled } from "./tab-memory.js";
import "./felt.js";
import "./log.js";
import "../panels/panels.js";
import "./rack.js";
import "../panels/roads-panel.js";
import "./seats.js";
import "./stage.js";

/** The answers that are about a word itself, not about its time. */
const REFUSED_WORDS = new Set(["fairness", "illegal", "malformed"]);
const SMALL = matchMedia("(max-width: 60rem), (pointer: coarse)");
const make = (name) => document.createElement(name);

export class TableScreen extends HTMLElement {
  connectedCallback() {
    const id = this.getAttribute("table");
    this.model = blank(id);
    this.#build();
    const kept = recalled(id);
    Object.assign(this.model, kept.model);
    this.log.restore(kept.lines);
    this.link = new TableLink(id, kept.seen);
    this.presenter = new Presenter(this.model, this.stage, this.log);
    this.#wire();
    this.link.open();
  }

  disconnectedCallback() {
    this.keep();
    this.head.remove();
    this.tools.remove();
    this.trouble.remove();
    this.link.close();
    this.presenter.close();
    this.unlisten();
    removeEventListener("online", this.hurry);
    document.removeEventListener("renamed", this.renamed);
    removeEventListener("pagehide", this.keep);
  }

  #build() {
    [this.stage, this.felt, this.rack, this.seats, this.log, this.panels] =
      ["pb-stage", "pb-felt", "pb-rack", "pb-seats", "pb-log", "pb-panels"].map(make);
    this.heading = el("h1", { tabindex: "-1" }, "The table");
    this.place = el("p", { class: "table-facts" }, "Coming to the table…");
    this.tools = el("div", { class: "table-tools" }, (this.facts = el("p", { class: "menu-facts" })),
      (this.invite = el("button", { type: "button", class: "quiet", onclick: () => this.#invite() }, "Invite")),
      (this.buy = el("button", { type: "button", class: "quiet", onclick: () => this.#buy() }, "Buy chips")),
      (this.close = el("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.#close() }, "Close table")),
      (this.leave = el("button", { type: "button", class: "quiet", onclick: () => this.#leave() }, "Leave")));
    this.head = el("div", { class: "table-head" }, this.heading, this.place);
    document.getElementById("bar-place").replaceChildren(this.head);
    document.getElementById("menu").prepend(this.tools);
    this.pays = el("button", { type: "button", class: "pays-button", "aria-label": "Pays and rules of the bets", onclick: () => this.#tellPays() }, "Pays");
    this.trouble = el("p", { class: "trouble", role: "alert", hidden: true });
    document.getElementById("lines").append(this.trouble);
    this.append(
      el("div", { class: "board" },
        el("div", { class: "rail" }, el("div", { class: "cloth" }, this.stage, el("div", { class: "between" }, this.seats, this.pays), this.felt)),
        this.rack),
      el("aside", { class: "beside", "aria-label": "Scoreboard and log" }, this.panels, this.log));
    this.panels.fill([
      { id: "roads", name: "Roads", element: make("pb-roads") },
      { id: "tableau", name: "Tableau", element: make("pb-tableau"), load: () => import("../panels/tableau-panel.js") },
      { id: "shoe", name: "Shoe", element: make("pb-shoe"), load: () => import("../panels/shoe-panel.js") },
      { id: "odds", name: "Odds", element: make("pb-odds"), load: () => import("../panels/odds-panel.js") },
      { id: "stats", name: "Statistics", element: make("pb-stats"), load: () => import("../panels/stats-panel.js") },
      { id: "history", name: "History", element: make("pb-history"), load: () => import("../panels/history-panel.js") },
    ]);
  }

  #wire() {
    this.link.addEventListener("frame", ({ detail }) => this.#frame(detail));
    this.link.addEventListener("status", ({ detail }) => this.#status(detail));
    this.link.addEventListener("over", ({ detail }) => this.#over(detail));
    this.presenter.addEventListener("change", () => this.#render());
    this.presenter.addEventListener("step", () => this.panels.render(this.model));
    this.presenter.addEventListener("event", ({ detail }) => this.#event(detail));
    this.presenter.addEventListener("welcome", () => this.felt.rest());
    this.addEventListener("bet", ({ detail }) => this.#bet(detail.key));
    this.addEventListener("act", ({ detail }) => this.#act(detail.name));
    this.addEventListener("sit", ({ detail }) => this.#sit(detail.amount));
    this.addEventListener("say", ({ detail }) => detail.forEach((line) => this.log.say(line, { kind: "clock" })));
    this.addEventListener("skip", () => this.presenter.skip());
    this.addEventListener("settle", ({ detail }) => this.felt.settle(detail.settled, this.model.seat, detail.signal));
    this.unlisten = listen((does, at) => this.#key(does, at));
    this.hurry = () => this.link.hurry();
    addEventListener("online", this.hurry);
    this.renamed = () => this.link.renew();
    document.addEventListener("renamed", this.renamed);
    this.keep = () => this.presenter.number === null || keep(this.model, this.log.kept(this.presenter.number), this.presenter.number);
    addEventListener("pagehide", this.keep);
  }

  #frame(frame) {
    if (frame.type === "closing" && !this.isClosed) notice(frame.reason);
    if (frame.type === "trouble" || frame.type === "welcome") this.#trouble(frame.reason ?? null);
    if (frame.type === "ceremony" || frame.type === "welcome") this.#ceremony(frame);
    if (frame.type === "events") {
      this.isClosed ||= frame.events.some(({ kind }) => kind === "table_closed");
      const sat = frame.events.some(({ kind, name }) => kind === "guest_sat" && name === this.model.name);
      if (sat && this.model.seat === null) this.#findSeat();
    }
    this.presenter.take(frame);
  }

  /** A guest of this name sat down: perhaps this one, here or in another tab. */
  async #findSeat() {
    const { tables } = await ask("/api/me").catch(() => ({ tables: [] }));
    const mine = tables.find(({ table }) => table === this.model.table);
    if (!mine || this.model.seat === mine.seat) return;
    this.model.seat = mine.seat;
    this.#ceremony({ type: "ceremony", ...this.model.ceremony });
    this.#render();
  }

  #event(event) {
    if (event.kind === "coup_dealt") this.felt.rest();
  }

  /** The line is gone for good; a table that was closed meanwhile stays in sight, with its last words. */
  #over(detail) {
    if (!this.isClosed) this.dispatchEvent(new CustomEvent("over", { bubbles: true, detail }));
  }

  /** The house cannot go on, and says so until it can. */
  #trouble(reason) {
    if (Boolean(reason) === !this.trouble.hidden) return;
    this.trouble.hidden = !reason;
    this.trouble.textContent = reason ? `${reason} What was accepted stands.` : "";
    if (reason) this.log.show(reason); // The alert is heard.
    else this.log.say("The house can write its log again: play goes on.");
  }

  #status(isUp) {
    this.model.isUp = isUp;
    if (isUp) release();
    else hold("The line is down; trying again. Bets on the felt stand.");
    mark(this, "data-down", !isUp);
    this.#render();
  }

  #render() {
    const { model } = this;
    if (!model.house) return;
    for (const view of [this.stage, this.felt, this.rack, this.seats, this.panels]) view.render(model);
    const { house } = model;
    const limits = house.limits ? `${dollars(house.limits.minimum)} to ${dollars(house.limits.maximum)}` : "no wagers";
    this.heading.textContent = `${houseName(house.name)} table`;
    const pace = model.dealing === "button" ? "dealt by button" : `${model.dealing} s to bet`;
    this.facts.textContent = this.place.textContent = [limits, count(house.decks, "deck"), pace, model.isPrivate ? "private" : "public"].join(" · ");
    document.title = `${this.heading.textContent} – Punto Banco`;
    this.pays.hidden = !house.limits;
    this.buy.hidden = !own(model) || !house.limits;
    this.leave.textContent = own(model) ? "Leave" : "Lobby";
    this.invite.hidden = model.shoe.phase === "closed";
    this.close.hidden = !this.hasAttribute("opener") || this.invite.hidden || this.#hasCompany();
    this.dataset.phase = model.shoe.phase;
    if (this.isOwnEnd && model.shoe.phase === "closed") this.#lead();
  }

  /** Who has closed the table is led to what can still be done, once. */
  #lead() {
    if (document.querySelector("dialog[open]")) return;
    this.isOwnEnd = false;
    this.rack.closed.querySelector("button").focus();
  }

  // --- what a guest asks for ---------------------------------------------------------------

  async #send(kind, members) {
    const answer = await this.link.send(kind, members, this.model.shoe.coups_dealt ?? null);
    const isDealt = kind === "deal" && answer.code === "not_now"; // By another guest, a moment before.
    const isKnown = answer.code === "log" && !this.trouble.hidden;
    if (!answer.ok && !isDealt && !isKnown) notice(answer.reason);
    else clearNotice();
    return answer;
  }

  async #bet(key) {
    const { model } = this;
    if (model.isMoving) return this.presenter.skip();
    if (!canBet(model)) return notice(whyNot(model, "The bet was not placed"));
    const bet = { key, stake: this.rack.stakeOn(key) };
    model.pending.push(bet);
    model.refusals = {};
    this.#render();
    const answer = await this.#send("place_bet", bet);
    model.pending = model.pending.filter((each) => each !== bet);
    if (!answer.ok) model.refusals[key] = answer.reason;
    this.#render();
  }

  async #act(name) {
    if (this.model.isMoving && name !== "more_time") return this.presenter.skip();
    if (name === "deal" && canDeal(this.model) && isWaiting(this.model)) return this.log.say(waitingLine(this.model));
    if (name === "deal" ? !canDeal(this.model) : !canBet(this.model)) return notice(whyNot(this.model));
    this.model.refusals = {};
    await this.#send(name);
    this.#render();
  }

  async #sit(amount) {
    if (!this.model.isUp) return notice(whyNot(this.model, "You have not sat down"));
    let chips;
    try {
      chips = parse(amount);
    } catch (error) {
      return notice(error.message);
    }
    settings.set("buyIn", chips);
    const sat = await this.#send("sit");
    if (sat.ok) await this.#findSeat();
    if (sat.ok && this.model.house.limits) await this.#send("buy_in", { chips });
    this.felt.querySelector("button")?.focus({ preventScroll: true });
    this.felt.scrollIntoView({ block: "nearest" });
  }

  async #buy() {
    const buy = (chips) => (this.model.isUp ? this.#send("buy_in", { chips }) : notice(whyNot(this.model, "No chips were bought")));
    (await import("./questions.js")).openBuying(buy);
  }

  #hasCompany() {
    return Object.keys(this.model.seats).some((seat) => Number(seat) !== this.model.seat);
  }

  async #close() {
    const { openClosing } = await import("./questions.js");
    const box = openClosing(own(this.model), async () => {
      await ask(tablePath(this.model.table), undefined, "DELETE");
      this.isOwnEnd = true;
    });
    box.addEventListener("close", () => this.#render());
  }

  /** With bets on the felt, or where a thumb may slip, a guest is asked first. */
  async #leave() {
    const seat = own(this.model);
    if (!seat || !this.model.isUp || !(seat.staked || SMALL.matches)) return this.#left();
    (await import("./questions.js")).openLeaving(seat, () => this.#left());
  }

  async #left() {
    const reason = own(this.model) && !this.model.isUp ? "The line is down: your seat and your bets stay where they are." : "";
    if (own(this.model) && !reason) await this.#send("leave");
    this.dispatchEvent(new CustomEvent("over", { bubbles: true, detail: { reason, need: "lobby" } }));
  }

  async #tellPays() {
    (await import("./pays-dialog.js")).openPays(this.model.house);
  }

  async #invite() {
    (await import("./questions.js")).openInvitation(this.model.table);
  }

  #key(does, at) {
    const { model } = this;
    const main = model.house?.felt.find(({ main: isMain, spot }) => isMain && spot === does);
    if (main) return this.#bet(main.key);
    if (["undo", "take_back", "repeat", "double", "deal", "more_time"].includes(does)) return this.#act(does);
    if (does === "skip") return this.presenter.skip();
    if (does === "help") return import("../shell/help.js").then(({ openHelp }) => openHelp());
    if (does === "log") return this.log.list.focus();
    if (does === "chip") return void this.rack.choose(at);
    if (does === "decisions") return this.#tellDecisions();
    if (does === "money") return this.#tellMoney();
  }

  #tellDecisions() {
    const letters = [...(this.model.roads?.decisions ?? "")].join(" ");
    this.log.say(letters ? `Decisions, oldest first: ${letters}.` : "Decisions: none since the shuffle.");
  }

  #tellMoney() {
    const seat = own(this.model);
    if (!seat) return this.log.say("You are watching, without chips.");
    const { available, staked } = money(this.model);
    const names = new Map(this.model.house.felt.map(({ key, name }) => [key, name]));
    const bets = seat.wagers.map(({ key, stake, standing }) => `${dollars(stake)} on ${names.get(key)}${standing ? ", standing" : ""}`);
    this.log.say(`Left to bet: ${dollars(available)}. Staked: ${dollars(staked)}${bets.length ? `: ${bets.join("; ")}` : ""}.`);
  }

  // --- the guest's part in the shuffle ------------------------------------------------------

  async #ceremony(frame) {
    const ceremony = frame.type === "welcome" ? frame.ceremony : frame;
    const seat = frame.type === "welcome" ? frame.seat : this.model.seat;
    if (!ceremony?.stage || seat === null || !settings.get("mixSeeds")) return;
    const [{ seedCommitment }, { wordFor }] = await Promise.all([import("../game/seeds.js"), import("./seed-word.js")]);
    const seed = wordFor(this.model.table, ceremony.shoe, settings);
    if (ceremony.stage === "commit" && this.committed !== ceremony.shoe) {
      this.committed = ceremony.shoe;
      const commitment = await seedCommitment(ceremony.commitment, seat, seed);
      const { ok } = await this.link.send("commit_seed", { commitment });
      if (ok) this.promised = ceremony.shoe;
    }
    if (ceremony.stage === "reveal") this.#reveal(seed, ceremony.shoe);
  }

  /** Show the word; one that is refused is not tried again, and the next shoe gets random ones. */
  async #reveal(seed, shoe) {
    if (this.shown === shoe) return;
    const { ok, code, reason } = await this.link.send("reveal_seed", { seed });
    if (ok) this.shown = shoe;
    if (ok || this.promised !== shoe || !settings.get("word") || !REFUSED_WORDS.has(code)) return;
    settings.set("word", "");
    notice(`Your word for the shuffle was refused: ${reason} From the next shoe on, random words take its place.`);
  }
}

function whyNot(model, undone = "Nothing was done") {
  if (!model.isUp) return `${undone}: the line is down.`;
  if (!own(model)) return "Take a seat first.";
  if (model.shoe.phase === "closed") return "This table is closed.";
  if (model.shoe.phase !== "betting") return "The shoe is being shuffled; a moment.";
  if (!model.house.limits) return "This house takes no bets; just deal.";
  return "At a table with a clock, the clock deals.";
}

customElements.define("pb-table", TableScreen);
