/** One WebSocket to one table: reconnects with patience, resumes, and retries commands safely. */

import { ask, tablePath } from "../lib/http.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const ANSWER_WITHIN = 6_000;
const TABLE_CLOSED = 4001;
/** What counts for one coup only: too late when that coup was dealt meanwhile. */
const FOR_THIS_COUP = new Set(["place_bet", "undo", "take_back", "repeat", "double", "deal"]);

const REUSED = "This did not happen: its number was used before. Look at your bets, and press again if you still want it.";

const randomHex = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export class TableLink extends EventTarget {
  #socket = null;
  #unanswered = new Map();
  #made = 0;
  #prefix = randomHex();
  #wait = FIRST_WAIT;
  #timer = null;
  #isOver = false;
  #seen = null;

  /** `seen` is the number of the last event that this guest has seen, if any. */
  constructor(table, seen = null) {
    super();
    this.table = table;
    this.isUp = false;
    this.#seen = seen;
  }

  open() {
    if (this.#isOver || this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const after = this.#seen === null ? "" : `&after=${this.#seen}`;
    const socket = new WebSocket(`${scheme}//${location.host}/ws?table=${encodeURIComponent(this.table)}${after}`);
    this.#socket = socket;
    socket.addEventListener("message", (message) => this.#frame(JSON.parse(message.data)));
    socket.addEventListener("close", (event) => this.#closed(socket, event));
  }

  /** Leave for good. */
  close() {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#socket?.close(1000);
    this.#socket = null;
  }

  /** Come to the table anew, as when the guest has another name. */
  renew() {
    if (this.#isOver) return;
    const before = this.#socket;
    this.#socket = null;
    this.isUp = false;
    clearTimeout(this.#timer);
    before?.close(1000);
    this.open();
  }

  /** Try again at once, for instance when the network is back. */
  hurry() {
    if (this.#socket || this.#isOver) return;
    clearTimeout(this.#timer);
    this.open();
  }

  /**
   * Send a command; gives { ok, reason, code } when it is answered, however long that takes.
   * `coups` is how many coups the guest had seen when deciding; a retry keeps it.
   */
  send(kind, members = {}, coups = null) {
    this.#made += 1;
    const id = `${this.#prefix}-${this.#made}`;
    const frame = { id, command: { kind, ...members } };
    if (FOR_THIS_COUP.has(kind) && coups !== null) frame.coups_dealt = coups;
    return new Promise((answer) => {
      const entry = { frame, answer, timer: null };
      this.#unanswered.set(id, entry);
      this.#transmit(entry);
    });
  }

  #transmit(entry) {
    if (!this.isUp) return;
    this.#socket.send(JSON.stringify(entry.frame));
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => this.#socket?.close(), ANSWER_WITHIN);
  }

  #frame(frame) {
    if (frame.type === "welcome") this.#welcomed(frame);
    if (frame.type === "events") this.#seen = frame.number;
    if (frame.type === "accepted") this.#answered(frame.id, { ok: true, number: frame.number });
    if (frame.type === "refused") this.#refused(frame);
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  }

  #welcomed(frame) {
    this.isUp = true;
    this.#wait = FIRST_WAIT;
    this.#seen = frame.number;
    this.#tell(true);
    for (const entry of this.#unanswered.values()) this.#transmit(entry);
  }

  /** Another command had this one's id: it has not happened, and only the guest can say whether it still should. */
  #refused({ id, code, reason }) {
    const isReused = code === "reused_id";
    if (isReused) this.#prefix = randomHex();
    this.#answered(id, { ok: false, code, reason: isReused ? REUSED : reason });
  }

  #answered(id, answer) {
    const entry = this.#unanswered.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    this.#unanswered.delete(id);
    entry.answer(answer);
  }

  #closed(socket, event) {
    if (socket !== this.#socket) return;
    const wasUp = this.isUp;
    this.#socket = null;
    this.isUp = false;
    for (const entry of this.#unanswered.values()) clearTimeout(entry.timer);
    if (this.#isOver) return;
    if (event.code === TABLE_CLOSED) return this.#over("This table is closed.");
    this.#tell(false);
    this.#again(wasUp);
  }

  async #again(wasUp) {
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    if (!wasUp) {
      try {
        await ask("/api/me"); // A refused socket does not say why.
        await ask(tablePath(this.table));
      } catch (refusal) {
        if (refusal.status === 404) return this.#over("There is no such table; it may have been closed.");
        if (refusal.status === 401) return this.#over("", "name");
      }
    }
    if (!this.#isOver) this.#timer = setTimeout(() => this.open(), wait);
  }

  #over(reason, need = "lobby") {
    this.close();
    this.dispatchEvent(new CustomEvent("over", { detail: { reason, need } }));
  }

  #tell(isUp) {
    this.dispatchEvent(new CustomEvent("status", { detail: isUp }));
  }
}
