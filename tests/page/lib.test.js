import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import {
  bigEndian,
  fromHex,
  joined,
  toHex,
  utf8,
} from "../../src/puntobanco/web/static/js/lib/bytes.js";
import { Refused, tablePath } from "../../src/puntobanco/web/static/js/lib/http.js";
import { neighbour } from "../../src/puntobanco/web/static/js/lib/roving.js";
import { plainSha256, sha256 } from "../../src/puntobanco/web/static/js/lib/sha256.js";
import { oncePerFrame, pause } from "../../src/puntobanco/web/static/js/lib/waiting.js";
import { errorMessage } from "../../src/puntobanco/web/static/js/words/words.js";
import "./english.js";

test("bytes and their hexadecimal text are inverse", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
  deepEqual(fromHex(toHex(bytes)), bytes);
  equal(toHex(fromHex("00ff10")), "00ff10");
  equal(fromHex("").length, 0);
});

test("arrow keys lead to the next control, or to the nearest of the next row", () => {
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

test("a number is written with its greatest byte first", () => {
  equal(toHex(bigEndian(258)), "00000102");
  equal(toHex(bigEndian(2 ** 40 + 1, 8)), "0000010000000001");
});

test("pieces are joined in order", () => {
  equal(toHex(joined([1], utf8("é"), new Uint8Array(2))), "01c3a90000");
});

test("SHA-256 gives the digests of FIPS 180-4, with and without the platform's help", async () => {
  const digests = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    abc: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq:
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  };
  for (const [text, digest] of Object.entries(digests)) {
    equal(toHex(plainSha256(utf8(text))), digest);
    equal(toHex(await sha256(utf8(text))), digest);
  }
});

test("a table's address is safe to use in a path", () => {
  equal(tablePath("a/b", "path", 3), "/api/tables/a%2Fb/path/3");
});

test("a refusal has one clear line, whatever the server sent", () => {
  equal(errorMessage(new Refused(500)), "The server gave no reason.");
  const offline = new Refused(0, { code: "offline" });
  equal(errorMessage(offline), "The server cannot be reached. Is it still running?");
  const said = new Refused(409, { reason: "other", said: ["refused.seated", {}, 4095] });
  equal(errorMessage(said), "You have a seat at this table already.");
  const refused = new Refused(409, { code: "full", reason: "No more tables." });
  deepEqual(
    [refused.status, refused.code, errorMessage(refused)],
    [409, "full", "No more tables."],
  );
  equal(errorMessage("odd"), "odd");
});

test("what is asked for several times is done once before the next frame", () => {
  /** @type {FrameRequestCallback[]} */
  const due = [];
  const draw = () => {
    for (const act of due.splice(0)) act(0);
  };
  globalThis.requestAnimationFrame = (act) => due.push(act);
  let count = 0;
  const again = oncePerFrame(() => ++count);
  again();
  again();
  equal(count, 0);
  draw();
  equal(count, 1);
  draw();
  equal(count, 1);
  again();
  draw();
  equal(count, 2);
});

test("a pause ends at once when its signal does", async () => {
  const stop = new AbortController();
  const hour = pause(3_600_000, stop.signal);
  stop.abort();
  await hour;
  await pause(3_600_000, stop.signal);
  await pause(0);
  ok(stop.signal.aborted);
});
