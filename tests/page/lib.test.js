import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { Refused, tablePath } from "#page/lib/http.js";
import { neighbour } from "#page/lib/roving.js";
import { plainSha256, sha256 } from "#page/lib/sha256.js";
import { errorMessage } from "#page/words/words.js";
import "./english.js";

test("arrow keys lead to the next control, or to the nearest in the next row", () => {
  /** Three wide controls over four narrow ones. */
  const boxes = [
    ...[0, 40, 80].map((left) => ({ left, right: left + 38, top: 0, bottom: 20 })),
    ...[0, 30, 60, 90].map((left) => ({ left, right: left + 28, top: 30, bottom: 40 })),
  ];
  /** @param {number} at */
  const from = (at) =>
    ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End", "p"].map((key) =>
      neighbour(key, at, boxes),
    );
  deepEqual(from(0), [1, 6, 3, null, 0, 6, null]);
  deepEqual(from(1), [2, 0, 4, null, 0, 6, null]);
  deepEqual(from(2), [3, 1, 6, null, 0, 6, null]);
  deepEqual(from(6), [0, 5, null, 2, 0, 6, null]);
  deepEqual(from(4), [5, 3, null, 1, 0, 6, null]);
});

test("a table's address is safe to use in a path", () => {
  equal(tablePath("a/b", "path", 3), "/api/tables/a%2Fb/path/3");
});

test("an error has one line, whatever the server sent", () => {
  equal(errorMessage(new Refused(500)), "The server gave no reason.");
  const offline = new Refused(0, { code: "offline" });
  equal(errorMessage(offline), "The server can't be reached. Is it still running?");
  const said = new Refused(409, { reason: "other", said: ["refused.seated", {}, 4095] });
  equal(errorMessage(said), "You already have a seat at this table.");
  const refused = new Refused(409, { code: "full", reason: "No more tables." });
  deepEqual(
    [refused.status, refused.code, errorMessage(refused)],
    [409, "full", "No more tables."],
  );
  equal(errorMessage("odd"), "odd");
});

test("our SHA-256 equals the platform's", async () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => at * length + 7);
    deepEqual(plainSha256(bytes), await sha256(bytes));
  }
});
