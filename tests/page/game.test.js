import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { test } from "node:test";
import { addedStake, chipsFor, fittingStake, rackFor } from "#page/game/chips.js";
import { brief, money, parseMoney, short, signed } from "#page/game/money.js";
import { fateText, payNotes, spotLabel, stakeSum } from "#page/game/spot-text.js";
import {
  bankrollByShoe,
  bankrollWords,
  buyIns,
  pointsOf,
  shoeStatistics,
} from "#page/game/statistics.js";
import { catalogue, countIn, speak } from "#page/words/words.js";
import { catalogueOf } from "./english.js";
import { BANKER } from "./samples.js";

test("the fitting stake is the most that the house and the bankroll allow", () => {
  for (const limits of [
    { minimum: 5, maximum: 23, step: 5 },
    { minimum: 4, maximum: 12, step: 2 },
  ])
    for (let lying = 0; lying <= limits.maximum; lying += limits.step)
      for (let available = 0; available < 30; available += 1) {
        if (lying && lying < limits.minimum) continue;
        const allowed = Array.from({ length: available }, (_, at) => at + 1).filter((stake) => {
          const total = lying + stake;
          return total >= limits.minimum && total <= limits.maximum && total % limits.step === 0;
        });
        equal(fittingStake(limits, lying, available), allowed.at(-1) ?? 0);
      }
});

/** Count presses. @type {(stake: number, chips: number[], minimum: number) => number} */
function presses(stake, chips, minimum) {
  let [lying, count] = [0, 0];
  for (; lying < stake; count += 1) {
    const fitting = chips.filter((chip) => lying + addedStake(chip, lying, minimum) <= stake);
    lying += addedStake(fitting[fitting.length - 1], lying, minimum);
  }
  return count;
}

test("every stake from a cent to ten million dollars can be made with six chips", () => {
  let state = 6;
  /** Return numbers that are the same in every run. @type {(low: number, high: number) => number} */
  const between = (low, high) => {
    state = (state * 48_271) % 2_147_483_647;
    return low + Math.floor((state / 2_147_483_647) * (high - low + 1));
  };
  for (const step of [1, 5, 25, 50, 100, 300, 500, 512, 777, 1000, 2500, 10_000])
    for (let round = 0; round < 25; round += 1) {
      const minimum = step * between(1, [1, 10, 5000][round % 3]);
      const maximum = between(minimum, 10 ** between(String(minimum).length, 9));
      const chips = rackFor({ step, maximum });
      ok(chips.length >= 1 && chips.length <= 6 && chips[chips.length - 1] <= maximum);
      deepEqual(
        chips,
        [...new Set(chips)].sort((one, other) => one - other),
      );
      equal(presses(minimum, chips, minimum), 1);
      for (let stakes = 0; stakes < 10; stakes += 1) {
        const stake = step * between(minimum / step, Math.floor(maximum / step));
        ok(presses(stake, chips, minimum) <= 600);
      }
    }
  const wide = rackFor({ step: 100, maximum: 1e9 });
  deepEqual([wide.length, wide[0], wide.at(-1)], [6, 100, 5e8]);
});

test("amounts are written in dollars, with cents only if there are any", () => {
  deepEqual([0, 100, 950, 123_456_700, -5].map(money), [
    "$0",
    "$1",
    "$9.50",
    "$1,234,567",
    "−$0.05",
  ]);
  deepEqual([100, 0, -100].map(signed), ["+$1", "$0", "−$1"]);
  deepEqual(
    [950, 123_456_700].map((chips) => catalogue().amount(chips)),
    ["9.50", "1,234,567"],
  );
});

test("a short amount never exceeds its length", () => {
  for (const chips of [1, 99_999, 123_456_789, 999_999_999_99, -5_000_000]) {
    ok(brief(chips, 7).length <= 7 + Number(chips < 0));
  }
  deepEqual([50_000, 250_000, 100_000_000, 1e13].map(short), ["500", "2.5k", "1m", "100b"]);
  equal(brief(123_456_789, 7), "$1.23m");
});

test("a comma groups thousands or stands before cents in typed dollars", () => {
  const amounts = {
    1000: 100_000,
    "$1,000.5": 100_050,
    "1 000": 100_000,
    "1,234,567.8": 123_456_780,
    "250.50": 25_050,
    0.5: 50,
    "12,50": 1_250,
    "1,5": 150,
    "10,000,000,000": 1e12,
  };
  for (const [text, chips] of Object.entries(amounts)) equal(parseMoney(text), chips);
  const message = "Type an amount in dollars, such as 1000 or 250.50.";
  for (const text of ["", "x", "0", "1.234", "-5", "1,2345", "1,23,456", "1.000,50", "1e3"])
    throws(() => parseMoney(text), { message });
  const tooMuch = { message: "That is too much: $10,000,000,000 at most." };
  for (const text of ["10000000000.01", "9".repeat(30)]) throws(() => parseMoney(text), tooMuch);
});

test("amounts are written and read as the language does", () => {
  speak(catalogueOf("es"));
  const written = [950, 123_456_700, -5].map((chips) => money(chips).replace("\u00a0", " "));
  deepEqual(written, ["9,50 $", "1.234.567 $", "−0,05 $"]);
  deepEqual(["1.000,5", "12.50", "1000"].map(parseMoney), [100_050, 1_250, 100_000]);
  speak(catalogueOf("zh-Hant"));
  deepEqual([950_00, 1_250_000, 1e13].map(short), ["950", "1.25萬", "1000億"]);
  speak(catalogueOf("en"));
});

test("amounts are written and read in the currency of the house", () => {
  countIn({ sign: "¥", place: "before", digits: 0 });
  deepEqual([1_500, -5].map(money), ["¥1,500", "−¥5"]);
  deepEqual(["1500", "¥1,500", "1 500 ¥"].map(parseMoney), [1_500, 1_500, 1_500]);
  deepEqual([500, 2_500].map(short), ["500", "2.5k"]);
  equal(brief(12_345_678, 7), "¥12.3m");
  for (const text of ["2.50", "0", "x"])
    throws(() => parseMoney(text), { message: "Type a whole amount in ¥, such as 1000." });
  countIn({ sign: "€", place: "after", digits: 2 });
  speak(catalogueOf("fr"));
  equal(money(950), "9,50\u00a0€");
  equal(parseMoney("9,50 €"), 950);
  countIn(null);
  speak(catalogueOf("en"));
  equal(money(950), "$9.50");
});

test("a stack has the largest chips first, up to a limit", () => {
  deepEqual(chipsFor(13_000, 5), [10_000, 2_500, 500]);
  deepEqual(chipsFor(5e8 * 9, 5), [5e8, 5e8, 5e8, 5e8, 5e8]);
  deepEqual(chipsFor(0, 5), [0]);
});

test("a spot's label includes everything that the spot shows", () => {
  const nothing = { mine: 0, standing: false, pending: 0, others: [] };
  equal(spotLabel(BANKER, nothing), "Banker, pays 19 to 20");
  equal(
    spotLabel(BANKER, {
      ...nothing,
      mine: 500,
      pending: 100,
      others: [{ name: "Grace", stake: 700 }],
    }),
    "Banker, pays 19 to 20, your stake $5 accepted, $1 pending, 1 other guest $7",
  );
  equal(
    spotLabel(
      { ...BANKER, minimum: null },
      { ...nothing, refusal: "No chips.", paid: { fate: "lost", earned: -500 } },
    ),
    "Banker, refused: No chips., lost $5",
  );
  equal(stakeSum([{ stake: 1 }, { stake: 2 }]), 3);
});

test("the result of a stake fits its spot", () => {
  deepEqual(
    [
      { fate: "won", earned: 475 },
      { fate: "lost", earned: -500 },
      { fate: "returned", earned: 0 },
      { fate: "stands", earned: 0 },
      null,
    ].map((paid) => fateText(/** @type {Parameters<typeof fateText>[0]} */ (paid), 7)),
    ["+$4.75", "−$5", "returned", "", ""],
  );
});

test("statistics count every coup of a shoe once by its outcome", () => {
  const counts = shoeStatistics([
    { outcome: "player", natural: true, pairs: ["player"] },
    { outcome: "banker", natural: false, pairs: ["banker"] },
    { outcome: "tie", natural: false, pairs: [] },
  ]);
  deepEqual(counts, { banker: 1, player: 1, tie: 1, naturals: 1, playerPairs: 1, bankerPairs: 1 });
});

const HISTORY = pointsOf({
  points: [
    [0, 1, 1000, 1000],
    [1, 1, 900, 1000],
    [4, 2, 1900, 2000],
    [6, 2, 2500, 2000],
  ],
});

test("a bankroll is described from its first to its last amount, with its buy-ins", () => {
  deepEqual(
    buyIns(HISTORY).map(({ coup }) => coup),
    [0, 4],
  );
  deepEqual(
    buyIns(HISTORY, 10).map(({ coup }) => coup),
    [4],
  );
  equal(
    bankrollWords(HISTORY, { coups: 7, leftOut: 0 }),
    "Your bankroll over 7 coups, since you sat down: from $10 to $25, lowest $9, highest $25. Bought in: $20 in 2 parts, so far +$5.",
  );
  ok(
    bankrollWords(HISTORY, { coups: 7, leftOut: 3 }).includes(
      "the latest 4 changes of your bankroll",
    ),
  );
});

test("a bankroll by shoe has the newest first and every buy-in once", () => {
  deepEqual(bankrollByShoe(HISTORY), [
    { shoe: 2, bought: 1000, low: 1900, high: 2500, end: 2500 },
    { shoe: 1, bought: 1000, low: 900, high: 1000, end: 900 },
  ]);
});

test("what the bets pay explains the commission and a push, if the house has them", () => {
  const free = { ...BANKER, key: "banker_ez", pays: ["1/1"] };
  const dry = { ...free, lines: BANKER.lines.slice(1) };
  const said = [BANKER, free, dry].map((bet) => catalogue().sentences(payNotes([bet])));
  const note = "The first line that applies decides each bet. If none applies, the bet loses.";
  const push = `${note} Push: the bet neither wins nor loses.`;
  const commission = "Banker wins more often, so the house keeps 5% of its win: 19 to 20.";
  deepEqual(said, [`${push} ${commission}`, push, note]);
});
