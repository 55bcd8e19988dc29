/** The invitation: the link as text, as a QR code, and for the device's own sharing. */

import { button, el, field, svg } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { openDialog } from "../shell/dialog.js";
import { showNotice } from "../shell/notice.js";
import { errorMessage, words, wordsAround } from "../words/words.js";

/** @import { Invitation } from "../wire/answers.d.ts" */

/** The command that starts a server for the local network. */
const COMMAND = "puntobanco serve --lan";

/** Show the link that leads to a table, or why there is none. @param {string} table */
export async function openInvitation(table) {
  try {
    showInvitation(await request(tablePath(table, "invitation")));
  } catch (error) {
    showNotice(errorMessage(error));
  }
}

/** Show a link and its reach. @param {Invitation} invitation */
function showInvitation({ link, reach, qr }) {
  const input = el("input", { id: "invite", readonly: true, value: link });
  const answer = el("p", { role: "status" });
  const copy = async () => {
    input.select();
    // Over plain HTTP only the old command can copy.
    const isCopied = document.execCommand("copy") || (await hasCopied(link));
    answer.textContent = words(isCopied ? "page.invite.copied" : "page.invite.selected");
  };
  const share = () => navigator.share({ url: link }).catch(() => null); // The guest cancelled.
  const text = words(reach === "network" ? "page.invite.network" : "page.invite.words");
  const isLocal = reach === "machine";
  openDialog(
    words("page.invite"),
    el("p", isLocal ? wordsAround("page.invite.machine", el("code", COMMAND)) : text),
    isLocal ? null : qrPicture(qr, words("page.invite.code")),
    field(words("page.invite.link"), input),
    el(
      "p.answers",
      button(words("page.invite.copy"), copy, { class: "primary", autofocus: true }),
      "share" in navigator && button(words("page.invite.share"), share),
    ),
    answer,
  );
}

/** @param {string} text */
async function hasCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Light modules that must surround a code. */
const QUIET = 4;

/**
 * Draw a QR code, always dark on light.
 * @param {readonly string[]} rows  1 for a dark module
 * @param {string} label
 */
function qrPicture(rows, label) {
  const size = rows.length + 2 * QUIET;
  return svg(
    "svg.qr",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    svg("path.qr-light", { d: `M0 0h${size}v${size}h-${size}z` }),
    svg("path.qr-dark", { d: rows.map(runs).join("") }),
  );
}

/** @type {(row: string, down: number) => string} */
const runs = (row, down) =>
  [...row.matchAll(/1+/g)]
    .map(({ 0: run, index }) => `M${index + QUIET} ${down + QUIET}h${run.length}v1h-${run.length}z`)
    .join("");
