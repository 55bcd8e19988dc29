/** Dialogs of the table: more chips, closing the table, leaving it, and the link that invites. */

import { amount, dollars, parseDollars } from "../game/money.js";
import { el } from "../lib/elements.js";
import { errorMessage } from "../lib/error-message.js";
import { openDialog } from "../shell/dialog.js";
import { settings } from "../shell/settings.js";

/** @import { Seat } from "../wire/frames.d.ts" */

/**
 * Ask how many chips to buy.
 * @param {(chips: number) => unknown} buy
 */
export function openBuying(buy) {
  const input = el("input", {
    id: "buy-more",
    inputmode: "decimal",
    autocomplete: "off",
    value: amount(settings.get("buyIn")),
  });
  const form = actingForm("Buy", () => {
    const chips = parseDollars(input.value);
    box.close();
    buy(chips);
  });
  form.element.prepend(
    el("p", {}, "Play money, recorded in the table’s log."),
    el("p", { class: "field" }, el("label", { for: "buy-more" }, "Dollars"), input),
  );
  const box = openDialog("Buy chips", form.element, form.problem);
  input.select();
}

/**
 * A form whose button acts; what the action throws is shown.
 * @param {string} words
 * @param {() => unknown} act
 */
function actingForm(words, act) {
  const problem = el("p", { class: "problem", role: "alert" });
  const button = el("button", { type: "submit", class: "primary" }, words);
  /** @param {SubmitEvent} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    try {
      await act();
    } catch (error) {
      problem.textContent = errorMessage(error);
    }
  };
  return { element: el("form", { onsubmit }, button), button, problem };
}

/**
 * A question: one answer acts, the other, which has the focus, changes nothing.
 * @param {string} title
 * @param {string} words
 * @param {{ yes: string, no: string }} answers
 * @param {() => unknown} act
 */
function openQuestion(title, words, { yes, no }, act) {
  const form = actingForm(yes, async () => {
    await act();
    box.close();
  });
  const stay = el("button", { type: "button", autofocus: true, onclick: () => box.close() }, no);
  form.element.replaceChildren(
    el("p", {}, words),
    el("p", { class: "answers" }, form.button, stay),
  );
  const box = openDialog(title, form.element, form.problem);
  box.querySelector(".dialog-head button")?.remove(); // “Close” would be understood both ways.
  return box;
}

/**
 * Ask whether the table shall really be closed.
 * @param {Seat | null} seat
 * @param {() => unknown} close
 */
export function openClosing(seat, close) {
  const chips = seat?.bankroll
    ? ` Bets on the felt come back to you, and you leave with all your chips, ${dollars(seat.bankroll)}.`
    : "";
  const words = `Nobody else sits here.${chips} Who watches is told. A closed table cannot be opened again; its records stay.`;
  return openQuestion(
    "Close this table?",
    words,
    { yes: "Close the table", no: "Keep it open" },
    close,
  );
}

/**
 * Ask whether the guest shall really leave.
 * @param {Pick<Seat, "bankroll" | "staked">} seat
 * @param {() => unknown} leave
 */
export function openLeaving({ bankroll, staked }, leave) {
  const bets = staked ? `Your bets, ${dollars(staked)}, come back to you. ` : "";
  const words = `${bets}You leave with ${bankroll ? `all your chips, ${dollars(bankroll)}` : "no chips"}.`;
  return openQuestion("Leave this table?", words, { yes: "Leave the table", no: "Stay" }, leave);
}

/**
 * Show the link that leads to a table.
 * @param {string} table
 */
export function openInvitation(table) {
  const address = `${location.origin}/t/${table}`;
  const input = el("input", { id: "invite", readonly: true, value: address });
  const answer = el("p", { role: "status" });
  const copy = async () => {
    input.select();
    try {
      await navigator.clipboard.writeText(address);
      answer.textContent = "Copied.";
    } catch {
      answer.textContent = "It is selected: copy it.";
    }
  };
  openDialog(
    "Invite",
    el("p", {}, "Whoever opens this link comes to this table."),
    el("p", { class: "field" }, el("label", { for: "invite" }, "Link"), input),
    el(
      "button",
      { type: "button", class: "primary", autofocus: true, onclick: copy },
      "Copy the link",
    ),
    answer,
  );
}
