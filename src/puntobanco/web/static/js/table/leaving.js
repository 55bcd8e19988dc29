/** How a guest leaves a table or closes it, and the evening that the lobby shows then. */

import { request, tablePath } from "../lib/http.js";
import { ownSeat } from "../model/seats.js";
import { openedDialog } from "../shell/dialog.js";
import { settings } from "../shell/settings.js";
import { words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */
/** @import { LobbyEntry } from "../wire/answers.d.ts" */

/** Why the screen ends, what is needed next, the path of the table to sit at, and what is shown then. @typedef {{ reason: string, need: string, path?: string, afterwards?: (() => void) | null }} End */
/**
 * @typedef {object} LeavingActions
 * @property {() => Model} model
 * @property {(kind: string) => Promise<{ ok: boolean }>} send
 * @property {(end: End) => void} over
 * @property {() => void} leadOn  focuses the way out of a closed table
 */

const SMALL = matchMedia("(max-width: 60rem), (pointer: coarse)");

export class Leaving {
  /** Whether the guest has closed the table and has not been redirected yet. */
  #isClosedByMe = false;
  /** Whether the guest had a seat when the table was last open. */
  #wasSeated = false;
  /** Shows the evening of a guest who has left or closed the table. @type {(() => HTMLDialogElement) | null} */
  #farewell = null;
  #table;
  #do;

  /**
   * @param {string} table
   * @param {LeavingActions} actions
   */
  constructor(table, actions) {
    this.#table = table;
    this.#do = actions;
  }

  /** Leave. Confirm first if bets are on the felt, or if a thumb may slip on a small screen. */
  async ask() {
    const { isUp } = this.#do.model();
    const seat = ownSeat(this.#do.model());
    if (!seat || !isUp || !(seat.staked || SMALL.matches)) return this.#leave();
    (await import("./dialogs.js")).openLeaving(seat, () => this.#leave());
  }

  async #leave() {
    const model = this.#do.model();
    const isSeated = ownSeat(model) !== null;
    const reason = isSeated && !model.isUp ? words("page.line.down.seat") : "";
    if (isSeated && !reason) {
      this.#farewell = await this.#evening(null);
      const { ok } = await this.#do.send("leave");
      if (!ok) this.#farewell = null;
    }
    this.goToLobby(reason);
  }

  /** Go to the lobby, which shows the evening of a guest who had a seat. */
  goToLobby(reason = "") {
    this.#do.over({ reason, need: "lobby", afterwards: this.#farewell });
  }

  async closeTable() {
    const { openClosing } = await import("./dialogs.js");
    const box = openClosing(ownSeat(this.#do.model()), async () => {
      const model = this.#do.model();
      const shoe = model.coups.length ? (model.shoe.shoe ?? null) : null;
      settings.set("coach", null);
      this.#farewell = ownSeat(model) && (await this.#evening(shoe));
      await request(tablePath(this.#table), undefined, "DELETE");
      this.#isClosedByMe = true;
    });
    box.addEventListener("close", () => this.leadOn());
  }

  /** Show the evening, and focus the way out for a guest who has closed the table, once. */
  leadOn() {
    const model = this.#do.model();
    const isOver = model.shoe.phase === "closed";
    if (!isOver) this.#wasSeated = ownSeat(model) !== null;
    else if (this.#wasSeated && !this.#farewell) this.#showEvening();
    if (!this.#isClosedByMe || !isOver || openedDialog()) return;
    this.#isClosedByMe = this.#wasSeated = false;
    const box = this.#farewell?.();
    this.#farewell = null;
    box?.addEventListener("close", () => this.#do.leadOn());
    if (!box) this.#do.leadOn();
  }

  async #playAgain() {
    const { house, isPrivate, dealing } = this.#do.model();
    const wish = { house_text: house?.rules, private: isPrivate, dealing };
    /** @type {LobbyEntry} */
    const { table } = await request("/api/tables", wish);
    this.#do.over({ reason: "", need: "seat", path: `/t/${table}` });
  }

  /** Show the evening of a guest whose table somebody else has closed. */
  async #showEvening() {
    this.#wasSeated = false;
    (await this.#evening(null))?.();
  }

  /**
   * Ask for the guest's evening, which is known while the guest has a seat.
   * @param {number | null} closing  the shoe that ends because the guest closes the table
   */
  async #evening(closing) {
    const { prepareFarewell } = await import("./dialogs.js");
    settings.set("coach", null);
    return prepareFarewell(this.#table, closing, () => this.#playAgain());
  }
}
