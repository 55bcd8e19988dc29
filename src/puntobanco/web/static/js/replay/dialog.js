/** The player of past shoes as a dialog of the page. Its address, #replay=TABLE/SHOE/COUP, is a link to a coup. */

import { loadStylesheet } from "../lib/elements.js";
import { request, tablePath } from "../lib/http.js";
import { openDialog } from "../shell/dialog.js";
import { showNotice } from "../shell/notice.js";
import { catalogue, countIn, errorMessage, words } from "../words/words.js";
import { replayAddress } from "./address.js";
import { ReplayPlayer } from "./player.js";

/** @import { ShoeReplay } from "../wire/answers.d.ts" */
/** @import { CoupAddress } from "./address.js" */

/** Load a shoe and open its player. @param {CoupAddress} address */
export async function openReplay({ table, shoe, coup }) {
  const before = catalogue().currency;
  /** @type {ShoeReplay} */
  let replay;
  try {
    [replay] = await Promise.all([
      request(tablePath(table, "shoes", shoe, "replay")),
      ...["cards", "stage", "replay"].map(loadStylesheet),
    ]);
  } catch (error) {
    leaveAddress();
    return showNotice(errorMessage(error));
  }
  countIn(replay.house.currency);
  const addressOf = (/** @type {number} */ number) => replayAddress({ table, shoe, coup: number });
  const player = new ReplayPlayer(replay, {
    coup,
    moved: (number) => history.replaceState(null, "", addressOf(number)),
    linkTo: (number) => new URL(`/${addressOf(number)}`, location.origin).href,
  });
  const box = openDialog(words("page.replay.title", { shoe }), player.element);
  box.classList.add("replay-dialog");
  box.addEventListener("close", () => {
    player.close();
    countIn(before);
    leaveAddress();
  });
}

function leaveAddress() {
  history.replaceState(null, "", location.pathname + location.search);
}
