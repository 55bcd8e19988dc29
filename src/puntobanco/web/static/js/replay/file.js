/** The script of one shoe in one file: replays it, and checks its record with the second verifier. */

import { el, elementOf } from "../lib/elements.js";
import { Catalogue } from "../words/catalogue.js";
import { countIn, errorMessage, speak, words } from "../words/words.js";
import { parseReplayAddress, replayAddress } from "./address.js";
import { ReplayPlayer } from "./player.js";

/** @import { ShoeReplay } from "../wire/answers.d.ts" */

/**
 * @typedef {object} ShoeFile
 * @property {string} language
 * @property {Record<string, string>} words
 * @property {ShoeReplay} replay
 * @property {string} record  as .bgn
 */
/** @typedef {{ holds: boolean, promised: boolean, faults: { line: number, text: string }[], checked: string[], unchecked: string[] }} Verdict */

const HEADS = {
  holds: "page.replay.holds",
  consistent: "page.replay.consistent",
  fails: "page.replay.fails",
};

/** @type {ShoeFile} */
const file = JSON.parse(elementOf("shoe").textContent ?? "");
const { replay } = file;
const { table, shoe } = replay;

speak(new Catalogue(file.language, file.words));
countIn(replay.house.currency);

/** @type {(coup: number) => string} */
const addressOf = (coup) => replayAddress({ table, shoe, coup });
const player = new ReplayPlayer(replay, {
  coup: parseReplayAddress(location.hash)?.coup ?? 1,
  moved: (coup) => history.replaceState(null, "", addressOf(coup)),
  linkTo: (coup) => new URL(addressOf(coup), location.href).href,
});
const verdict = el("section.verdict", { role: "status" }, el("p", words("page.replay.checking")));
const record = el("details", el("summary", words("page.replay.record")), el("pre", file.record));
elementOf("screen").append(player.element, verdict, record);
addEventListener("hashchange", () => {
  const address = parseReplayAddress(location.hash);
  if (address) player.show(address.coup - 1);
});
verify();

async function verify() {
  /** @type {{ verifyText: (text: string) => Promise<Verdict> }} */
  const verifier = Object(globalThis).PuntoBancoVerifier;
  try {
    const { holds, promised, faults, checked, unchecked } = await verifier.verifyText(file.record);
    const id = !holds ? "fails" : promised ? "holds" : "consistent";
    verdict.dataset.verdict = id;
    verdict.replaceChildren(
      el("h2", words(HEADS[id])),
      ...listOf(faults.map(({ line, text }) => `${line}: ${text}`)),
      el(
        "details",
        el("summary", words("page.replay.checked")),
        ...listOf(checked),
        ...listOf(unchecked),
      ),
    );
  } catch (error) {
    verdict.dataset.verdict = "fails";
    verdict.replaceChildren(el("p", words("page.replay.unchecked", { text: errorMessage(error) })));
  }
}

/** The verifier speaks English only. @type {(lines: string[]) => HTMLElement[]} */
function listOf(lines) {
  const items = lines.map((each) => el("li", each));
  return items.length ? [el("ul", { lang: "en" }, items)] : [];
}
