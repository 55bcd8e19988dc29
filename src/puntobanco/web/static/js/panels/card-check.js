import { verifyPath } from "../game/merkle.js";
import { request, tablePath } from "../lib/http.js";
import { promiseOf } from "../model/promises.js";
import { catalogue, words } from "../words/words.js";

/** @import { Model } from "../model/model.js" */
/** @import { CardPath } from "../wire/answers.d.ts" */
/** @import { Message } from "../words/catalogue.js" */

/**
 * Whether the root that this browser has kept covers a card at a position, and the words for it.
 * @param {Model} model
 * @param {{ card: string, position: number }} shown
 */
export async function checkedCard(model, { card, position }) {
  const { value: root = "", coup = 0, changed } = promiseOf(model)?.root ?? {};
  /** @type {CardPath} */
  const path = await request(tablePath(model.table, "path", position));
  const size = model.shoe.cards ?? path.size;
  const holds =
    !changed &&
    path.card === card &&
    path.position === position &&
    (await verifyPath(card, path, { root, size }));
  if (!holds) return { holds, text: words("page.shoe.fails", { card }) };
  /** @type {Message[]} */
  const messages = [
    ["page.shoe.holds", { card, count: position + 1 }],
    coup ? ["page.shoe.kept.later", { coup }] : ["page.shoe.kept.first", {}],
  ];
  return { holds, text: catalogue().sentences(messages) };
}
