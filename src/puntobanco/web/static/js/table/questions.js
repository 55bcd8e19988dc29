/** What a guest asks at a table now and then: more chips, company, and an end. */

import { dollars, parse } from "../game/money.js";
import { el } from "../lib/elements.js";
import { dialog } from "../shell/dialog.js";
import { settings } from "../shell/settings.js";

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
  input.select();
}

/** A question: one answer acts, by a function that may throw why not; the other, which has the focus, changes nothing. */
function question(title, words, { yes, no }, act) {
  const problem = el("p", { class: "problem", role: "alert" });
  const acted = async (event) => {
    event.preventDefault();
    try {
      await act();
      box.close();
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const box = dialog(title,
    el("form", { onsubmit: acted },
      el("p", {}, words),
      el("p", { class: "answers" },
        el("button", { type: "submit", class: "primary" }, yes),
        el("button", { type: "button", autofocus: true, onclick: () => box.close() }, no))),
    problem);
  box.querySelector(".dialog-head button").remove(); // “Close” would be understood both ways.
  return box;
}

/** Ask whether a table shall really be closed. */
export function openClosing(seat, close) {
  const chips = seat?.bankroll ? ` Bets on the felt come back to you, and you leave with all your chips, ${dollars(seat.bankroll)}.` : "";
  const words = `Nobody else sits here.${chips} Who watches is told. A closed table cannot be opened again; its records stay.`;
  return question("Close this table?", words, { yes: "Close the table", no: "Keep it open" }, close);
}

/** Ask whether a guest shall really leave. */
export function openLeaving({ bankroll, staked }, leave) {
  const bets = staked ? `Your bets, ${dollars(staked)}, come back to you. ` : "";
  const words = `${bets}You leave with ${bankroll ? `all your chips, ${dollars(bankroll)}` : "no chips"}.`;
  return question("Leave this table?", words, { yes: "Leave the table", no: "Stay" }, leave);
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
    el("button", { type: "button", class: "primary", autofocus: true, onclick: copy }, "Copy the link"), said);
}
