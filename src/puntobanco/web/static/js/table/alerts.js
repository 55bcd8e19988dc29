/** Lines at the rack: the page's notices, a house that can't go on, and a shoe that breaks a promise. */

import { el, elementOf, setText } from "../lib/elements.js";
import { canBet } from "../model/permissions.js";
import { brokenShoe } from "../model/promises.js";
import { clearNotice, showHouseNotice, showNotice } from "../shell/notice.js";
import { textOf, words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */
/** @import { LiveLog } from "./log.js" */

export class Alerts {
  /** The page's banner and notices. They are at the rack as long as the table is shown. */
  element = elementOf("lines");
  #trouble = el("p.trouble", { role: "alert", hidden: true });
  #alarm = el("p.alarm", { role: "alert", hidden: true });
  #log;

  /** @param {LiveLog} log */
  constructor(log) {
    this.#log = log;
    this.element.append(this.#trouble, this.#alarm);
  }

  close() {
    for (const line of [this.#trouble, this.#alarm]) line.remove();
    elementOf("screen").before(this.element);
  }

  /** @type {(model: Model, before: Model) => void} */
  render(model, before) {
    const { trouble, notice, closing, isClosed } = model;
    if (trouble !== before.trouble) this.#showTrouble(trouble);
    if (notice && notice !== before.notice) {
      showHouseNotice(textOf(notice.said));
      this.#log.show(notice.said); // The line is heard.
    }
    if (closing && closing !== before.closing && !isClosed) showNotice(textOf(closing));
    if (canBet(model) && !canBet(before)) clearNotice(); // It said that bets are closed.
    const shoe = brokenShoe(model);
    this.#alarm.hidden = shoe === null;
    setText(this.#alarm, shoe === null ? "" : words("page.shoe.alarm", { shoe }));
  }

  /** Show that the house can't go on, until it can. @param {Model["trouble"]} trouble */
  #showTrouble(trouble) {
    this.#trouble.hidden = !trouble;
    setText(this.#trouble, trouble ? words("page.trouble", { text: textOf(trouble) }) : "");
    if (trouble)
      this.#log.show(trouble); // The alert is heard.
    else this.#log.say(["page.trouble.over", {}]);
  }
}
