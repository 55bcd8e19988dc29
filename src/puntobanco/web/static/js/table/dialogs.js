/** Dialogs of the table: more chips, closing or leaving it, the guest's evening, and what bets pay. */

import { parseMoney } from "../game/money.js";
import { betName } from "../game/names.js";
import { payNotes } from "../game/spot-text.js";
import { dataTable, el, field } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { openDialog } from "../shell/dialog.js";
import { onSubmit } from "../shell/forms.js";
import { settings } from "../shell/settings.js";
import { catalogue, textOf, words } from "../words/words.js";

/** @import { Farewell } from "../wire/answers.d.ts" */
/** @import { House, Seat } from "../wire/frames.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

/** Ask how many chips to buy. @param {(chips: number) => unknown} buy */
export function openBuying(buy) {
  const input = el("input", {
    id: "buy-more",
    inputmode: "decimal",
    autocomplete: "off",
    value: catalogue().amount(settings.get("buyIn")),
  });
  const form = actingForm(words("page.buy.do"), () => {
    const chips = parseMoney(input.value);
    box.close();
    buy(chips);
  });
  const sign = catalogue().namedSign;
  const label = sign === null ? words("page.buy.dollars") : words("page.buy.amount", { sign });
  form.element.prepend(el("p", words("page.buy.note")), field(label, input));
  const box = openDialog(words("page.buy"), form.element, form.problem);
  input.select();
}

/**
 * Return a form whose button acts. It shows what the action throws.
 * @param {string} name
 * @param {() => unknown} act
 */
function actingForm(name, act) {
  const problem = el("p.problem", { role: "alert" });
  const button = el("button.primary", { type: "submit" }, name);
  const element = el("form", { onsubmit: onSubmit(act, problem) }, button);
  return { element, button, problem };
}

/**
 * Ask a question. One answer acts; the other has the focus and changes nothing.
 * @param {string} title
 * @param {string} text
 * @param {{ yes: string, no: string }} answers
 * @param {() => unknown} act
 */
function openQuestion(title, text, { yes, no }, act) {
  const form = actingForm(yes, async () => {
    await act();
    box.close();
  });
  const stay = el("button", { type: "button", autofocus: true, onclick: () => box.close() }, no);
  form.element.replaceChildren(el("p", text), el("p.answers", form.button, stay));
  const box = openDialog(title, form.element, form.problem);
  box.querySelector(".dialog-head button")?.remove(); // “Close” could mean either answer.
  return box;
}

/** @type {(seat: Seat | null, close: () => unknown) => HTMLDialogElement} */
export const openClosing = (seat, close) => {
  const text = seat?.bankroll
    ? words("page.ask.close.chips", { bankroll: seat.bankroll })
    : words("page.ask.close.words");
  const answers = { yes: words("page.ask.close.yes"), no: words("page.ask.close.no") };
  return openQuestion(words("page.ask.close"), text, answers, close);
};

/** @type {(seat: Pick<Seat, "bankroll" | "staked">, leave: () => unknown) => HTMLDialogElement} */
export const openLeaving = ({ bankroll, staked }, leave) => {
  /** @type {Message[]} */
  const messages = [
    ["page.ask.leave.bets", { stake: staked }],
    bankroll ? ["page.ask.leave.chips", { bankroll }] : ["page.ask.leave.nothing", {}],
  ];
  const text = catalogue().sentences(messages.slice(staked ? 0 : 1));
  const answers = { yes: words("page.ask.leave.yes"), no: words("page.ask.leave.no") };
  return openQuestion(words("page.ask.leave"), text, answers, leave);
};

/**
 * Ask for the evening while the guest has a seat. Return a function that shows it once the guest has
 * left, in the money of the table, or null if no coup was dealt. The function returns the dialog.
 * @param {string} table
 * @param {number | null} closing  the shoe that ends because the guest closes the table
 * @param {() => unknown} again  opens a table like this one
 */
export async function prepareFarewell(table, closing, again) {
  /** @type {Farewell | null} */
  const farewell = await request(tablePath(table, "farewell")).catch(() => null);
  if (!farewell?.coups) return null;
  const said = farewell.said.map((each) => el("li", textOf(each)));
  const lines = el("ul.farewell", { id: "farewell" }, said);
  const shoe = closing ?? farewell.finished;
  const link = shoe
    ? el("a", { href: `#replay=${table}/${shoe}/1` }, words("page.farewell.replay", { shoe }))
    : el("a", { href: `/t/${table}#history`, "data-link": true }, words("page.farewell.history"));
  return () => {
    const form = actingForm(words("page.farewell.again"), async () => {
      await again();
      box.close();
    });
    const title = words("page.farewell");
    const box = openDialog(title, lines, el("p", link), form.element, form.problem);
    box.setAttribute("aria-describedby", lines.id);
    link.addEventListener("click", () => box.close());
    return box;
  };
}

/** Show what every bet of a house pays, line by line as on the felt. @param {House} house */
export function openPays({ felt }) {
  /** @param {House["felt"][number]["lines"]} lines */
  const list = (lines) =>
    lines.map(({ when, pays }) => el("li", words("page.line", { said: when, pays })));
  openDialog(
    words("page.pays.title"),
    el("p.note", catalogue().sentences(payNotes(felt))),
    dataTable(
      { class: "data keys" },
      el("caption.hidden", words("page.pays.caption")),
      [words("page.bet"), words("page.pays")],
      felt.map((bet) => [betName(bet), el("ul", list(bet.lines))]),
    ),
  );
}
