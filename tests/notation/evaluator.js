/* Runs the bets' script of the second verifier, which stands on its own, for tests/notation/test_evaluator.py. */

import { readFileSync } from "node:fs";

const page = readFileSync(process.argv[2], "utf8");
const [, script] = page.match(/<script id="bets">\n(.*?)<\/script>/s);
const [, catalogue] = page.match(/<script type="text\/plain" id="catalogue">\n(.*?)<\/script>/s);
const bets = new Function(`${script}; return PuntoBancoBets;`)();
const { coups, conditions, keys, wrong } = JSON.parse(readFileSync(0, "utf8"));
const known = bets.parseCatalogue(catalogue);
const refused = (text) => {
  try {
    bets.parseLine(text);
    return false;
  } catch {
    return true;
  }
};

console.log(
  JSON.stringify({
    written: conditions.map((text) => bets.format(bets.parseCondition(text))),
    held: conditions.map((text) => {
      const condition = bets.parseCondition(text);
      return coups.map((coup) => Number(bets.holds(condition, coup))).join("");
    }),
    lines: keys.map((key) => {
      const { lines } = known.get(key);
      return coups.map((coup) => lines.indexOf(bets.lineOf({ lines }, coup)));
    }),
    refused: wrong.map(refused),
  }),
);
