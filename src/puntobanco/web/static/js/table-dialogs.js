/** What a guest asks at a table now and then: more chips, company, and an end. */

import { dialog } from "./dialogs.js";
import { el } from "./dom.js";
import { dollars, parse } from "./money.js";
import { settings } from "./settings.js";

/** Ask how many chips to buy. */
export function openBuying(buy) {
  const input = el("input", { id: "buy-more", inputmode: "decimal", autocomplete: "off", value: dollars(settings.get("buyIn")).slice(1) });
  const problem = el("p", { class: "problem", role: "alert" });
  const bought = (event) => {
    event.preventDefault();
    try {
      const chips = parse(input.value);
      box.close();
      buy(chips);
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const box = dialog("Buy chips",
    el("form", { onsubmit: bought },
      el("p", {}, "Play money, recorded in the table’s log."),
      el("p", { class: "field" }, el("label", { for: "buy-more" }, "Dollars"), input),
      el("button", { type: "submit", class: "primary" }, "Buy")),
    problem);
}

/** Ask whether a table shall really be closed; `close` does it, or says why not. */
export function openClosing(seat, close) {
  const problem = el("p", { class: "problem", role: "alert" });
  const closed = async (event) => {
    event.preventDefault();
    try {
      await close();
      box.close();
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const chips = seat?.bankroll ? ` Bets on the felt come back to you, and you leave with all your chips, ${dollars(seat.bankroll)}.` : "";
  const box = dialog("Close this table?",
    el("form", { onsubmit: closed },
      el("p", {}, `Nobody else sits here.${chips} Who watches is told. A closed table cannot be opened again; its records stay.`),
      el("p", { class: "answers" },
        el("button", { type: "submit", class: "primary" }, "Close the table"),
        el("button", { type: "button", onclick: () => box.close() }, "Keep it open"))),
    problem);
  box.querySelector(".dialog-head button").remove(); // “Close” would be understood both ways.
  return box;
}

/** Show the link that leads to a table. */
export function openInvitation(table) {
  const address = `${location.origin}/t/${table}`;
  const input = el("input", { id: "invite", readonly: true, value: address });
  const said = el("p", { role: "status" });
  const copy = async () => {
    input.select();
    try {
      await navigator.clipboard.writeText(address);
      said.textContent = "Copied.";
    } catch {
      said.textContent = "It is selected: copy it.";
    }
  };
  dialog("Invite",
    el("p", {}, "Whoever opens this link comes to this table."),
    el("p", { class: "field" }, el("label", { for: "invite" }, "Link"), input),
    el("button", { type: "button", class: "primary", onclick: copy }, "Copy the link"), said);
  input.select();
}
