import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { TableLink } from "#page/table/link.js";
import { PROTOCOL } from "#page/wire/protocol.js";
import "./english.js";

/** A socket with the test at its other end. */
class FakeSocket extends EventTarget {
  /** @type {FakeSocket[]} */
  static all = [];

  /** @param {string} url */
  constructor(url) {
    super();
    this.url = url;
    /** @type {{ id: string, command: { kind: string }, coups_dealt?: number }[]} */
    this.sent = [];
    this.heartbeats = 0;
    FakeSocket.all.push(this);
  }

  /** @param {string} text */
  send(text) {
    if (text) this.sent.push(JSON.parse(text));
    else this.heartbeats += 1;
  }

  /** @param {object} frame */
  receive(frame) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  welcome(number = 7) {
    this.receive({ type: "welcome", protocol: PROTOCOL, number });
  }

  /** A dead socket closes only after a long time. */
  isDead = false;

  close() {
    if (this.isDead) return;
    this.dispatchEvent(Object.assign(new Event("close"), { code: 1006 }));
  }
}

/** Timers that the test runs, with their milliseconds. @type {Map<number, [() => void, number]>} */
const timers = new Map();
let made = 0;

/** Run the timers that are due. @param {(wait: number) => boolean} isDue */
function pass(isDue) {
  for (const [id, [act, wait]] of [...timers]) {
    if (isDue(wait) && timers.delete(id)) act();
  }
}

/** @param {() => void} act @param {number} wait */
const start = (act, wait) => timers.set(++made, [act, wait]) && made;
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  location: { protocol: "https:", host: "cards.example.org" },
  setTimeout: start,
  clearTimeout: (/** @type {number} */ id) => timers.delete(id),
});

/** Return an open link and its socket. @returns {[TableLink, FakeSocket]} */
function opened() {
  timers.clear();
  FakeSocket.all = [];
  const link = new TableLink("a table", 3);
  link.open();
  const [socket] = FakeSocket.all;
  socket.welcome();
  return [link, socket];
}

const newest = () => FakeSocket.all[FakeSocket.all.length - 1];

test("an unanswered command is sent again unchanged after a reconnect", async () => {
  const [link, first] = opened();
  equal(first.url, "wss://cards.example.org/ws?table=a%20table&after=3");
  const answer = link.send("place_bet", { key: "banker", stake: 500 }, 4);
  first.close();
  pass(() => true);
  const second = newest();
  equal(second.url, "wss://cards.example.org/ws?table=a%20table&after=7");
  deepEqual(second.sent, []);
  second.welcome(8);
  deepEqual(second.sent, first.sent);
  equal(second.sent[0].coups_dealt, 4);
  second.receive({ type: "accepted", id: second.sent[0].id, number: 8 });
  deepEqual(await answer, { ok: true, number: 8 });
});

test("an answered command is not sent again", async () => {
  const [link, first] = opened();
  const answer = link.send("sit");
  first.receive({ type: "accepted", id: first.sent[0].id, number: 8 });
  await answer;
  first.close();
  pass(() => true);
  newest().welcome(8);
  deepEqual(newest().sent, []);
});

test("a command with an unknown result is sent again", async () => {
  const [link, socket] = opened();
  const answer = link.send("deal");
  const { id } = socket.sent[0];
  socket.receive({ type: "refused", id, code: "unknown", reason: "Unknown.", said: null });
  equal(socket.sent.length, 1);
  pass((wait) => wait < 1_000);
  deepEqual(socket.sent[1], socket.sent[0]);
  socket.receive({ type: "refused", id, code: "illegal", reason: "No.", said: null });
  deepEqual(await answer, { ok: false, code: "illegal", reason: "No." });
  deepEqual(
    [...timers.values()].map(([, wait]) => wait),
    [12_000],
  );
});

test("a command without a timely answer is sent over another socket", async () => {
  const [link, first] = opened();
  const answer = link.send("undo");
  pass((wait) => wait === 6_000);
  pass(() => true);
  newest().welcome();
  deepEqual(newest().sent, first.sent);
  newest().receive({ type: "accepted", id: first.sent[0].id, number: 9 });
  deepEqual(await answer, { ok: true, number: 9 });
  equal(FakeSocket.all.length, 2);
});

test("a connection that is silently lost is declared down, and its late frames are ignored", () => {
  const [link, socket] = opened();
  /** @type {boolean[]} */
  const statuses = [];
  link.addEventListener("status", ({ detail }) => statuses.push(detail));
  pass((wait) => wait === 12_000);
  equal(socket.heartbeats, 1);
  socket.receive({ type: "refused", id: null, code: "malformed", reason: "", said: null });
  pass((wait) => wait === 6_000);
  deepEqual(statuses, []);
  socket.isDead = true;
  pass((wait) => wait === 12_000);
  pass((wait) => wait === 6_000);
  deepEqual(statuses, [false]);
  socket.welcome();
  deepEqual([statuses, link.isUp], [[false], false]);
  pass(() => true);
  newest().welcome();
  deepEqual([statuses, link.isUp], [[false, true], true]);
  newest().isDead = true;
  link.drop();
  deepEqual(statuses, [false, true, false]);
});
