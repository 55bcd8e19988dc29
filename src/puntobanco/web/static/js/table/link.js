/** The WebSocket to a table: it reconnects with backoff, resumes, and retries commands safely. */

import { toHex } from "../lib/bytes.js";
import { Refused, request, tablePath } from "../lib/http.js";
import { PROTOCOL, TABLE_CLOSED } from "../wire/protocol.js";
import { textOf, words } from "../words/words.js";

/** @import { TypedEventTarget } from "../lib/events.d.ts" */
/** @import { Frame, Refused as Refusal, Welcome } from "../wire/frames.d.ts" */

const FIRST_WAIT = 400;
/** The server is stopping, and another one may be running. */
const SERVICE_RESTART = 1012;
const MOVE_WAIT = 100;
const LONGEST_WAIT = 15_000;
const ANSWER_WITHIN = 6_000;
/** Milliseconds without a frame before the link asks the server for one. */
const QUIET = 12_000;
/** The server refuses an empty frame, so that it answers. */
const HEARTBEAT = "";
/** Commands for one coup, too late once it is dealt. */
const FOR_THIS_COUP = new Set(["place_bet", "undo", "take_back", "repeat", "double", "deal"]);

/** @typedef {{ ok: true, number: number } | { ok: false, code: string, reason: string }} Answer */
/** @typedef {{ id: string, command: { kind: string }, coups_dealt?: number }} CommandFrame */
/** @typedef {{ frame: CommandFrame, answer: (answer: Answer) => void, timer: number | undefined }} Unanswered */
/**
 * @typedef {object} LinkEvents
 * @property {CustomEvent<Frame>} frame
 * @property {CustomEvent<boolean>} status  whether the connection is up
 * @property {CustomEvent<{ reason: string, need: string }>} over  the link is closed for good
 */

const randomHex = () => toHex(crypto.getRandomValues(new Uint8Array(6)));

export class TableLink extends /** @type {new () => TypedEventTarget<LinkEvents>} */ (EventTarget) {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Unanswered>} */
  #unanswered = new Map();
  #made = 0;
  #prefix = randomHex();
  #wait = FIRST_WAIT;
  /** @type {number | undefined} */
  #timer;
  /** Runs while no frame arrives. @type {number | undefined} */
  #quiet;
  #isOver = false;
  /** @type {number | null} */
  #seen;
  #table;

  /**
   * `seen` is the number of the last event that this guest has seen, if any.
   * @param {string} table
   * @param {number | null} seen
   */
  constructor(table, seen = null) {
    super();
    this.#table = table;
    this.#seen = seen;
    this.isUp = false;
  }

  open() {
    if (this.#isOver || this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const after = this.#seen === null ? "" : `&after=${this.#seen}`;
    const socket = new WebSocket(
      `${scheme}//${location.host}/ws?table=${encodeURIComponent(this.#table)}${after}`,
    );
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket) this.#onFrame(JSON.parse(data));
    });
    socket.addEventListener("close", (event) => this.#onClose(socket, event));
  }

  close() {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#quiet);
    this.#socket?.close(1000);
    this.#socket = null;
  }

  /** Reconnect, for example when the guest has another name. */
  reopen() {
    if (this.#isOver) return;
    const before = this.#socket;
    this.#socket = null;
    this.isUp = false;
    clearTimeout(this.#timer);
    before?.close(1000);
    this.open();
  }

  /** Declare the connection lost. The browser may notice it only after a minute. */
  drop() {
    const socket = this.#socket;
    socket?.close();
    if (socket) this.#onClose(socket, { code: 1006 });
  }

  /** Try again at once, for instance when the network is back. */
  retryNow() {
    if (this.#socket || this.#isOver) return;
    clearTimeout(this.#timer);
    this.open();
  }

  /**
   * Send a command. Return its answer, however long that takes.
   * `coups` is how many coups the guest had seen when deciding; a retry keeps it.
   * @type {(kind: string, members?: object, coups?: number | null) => Promise<Answer>}
   */
  send(kind, members = {}, coups = null) {
    this.#made += 1;
    const id = `${this.#prefix}-${this.#made}`;
    /** @type {CommandFrame} */
    const frame = { id, command: { kind, ...members } };
    if (FOR_THIS_COUP.has(kind) && coups !== null) frame.coups_dealt = coups;
    return new Promise((answer) => {
      const entry = { frame, answer, timer: undefined };
      this.#unanswered.set(id, entry);
      this.#transmit(entry);
    });
  }

  /** @param {Unanswered} entry */
  #transmit(entry) {
    if (!this.isUp) return;
    this.#socket?.send(JSON.stringify(entry.frame));
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => this.drop(), ANSWER_WITHIN);
  }

  /** Expect another frame: after a quiet time ask for one, and then give the connection up. */
  #expectFrame() {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#socket?.send(HEARTBEAT);
      this.#quiet = setTimeout(() => this.drop(), ANSWER_WITHIN);
    }, QUIET);
  }

  /** @param {Frame} frame */
  #onFrame(frame) {
    this.#expectFrame();
    if (frame.type === "welcome" && frame.protocol !== PROTOCOL)
      return this.#end(words("page.outdated"), "reload");
    if (frame.type === "welcome") this.#onWelcome(frame);
    if (frame.type === "events") this.#seen = frame.number;
    if (frame.type === "accepted") this.#answer(frame.id, { ok: true, number: frame.number });
    if (frame.type === "refused") this.#onRefused(frame);
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  }

  /** @param {Welcome} frame */
  #onWelcome(frame) {
    this.isUp = true;
    this.#wait = FIRST_WAIT;
    this.#seen = frame.number;
    this.dispatchEvent(new CustomEvent("status", { detail: true }));
    for (const entry of this.#unanswered.values()) this.#transmit(entry);
  }

  /**
   * If another command had this id, this one was not executed; the guest decides whether to repeat it.
   * If the server doesn't know the result, retry.
   * @param {Refusal} frame
   */
  #onRefused({ id, code, reason, said }) {
    const entry = this.#unanswered.get(id ?? "");
    if (code === "unknown" && entry) {
      clearTimeout(entry.timer);
      entry.timer = setTimeout(() => this.#transmit(entry), FIRST_WAIT);
      return;
    }
    const isReused = code === "reused_id";
    if (isReused) this.#prefix = randomHex();
    const why = isReused ? words("page.reused") : said ? textOf(said) : reason;
    this.#answer(id, { ok: false, code, reason: why });
  }

  /** @type {(id: string | null, answer: Answer) => void} */
  #answer(id, answer) {
    const entry = this.#unanswered.get(id ?? "");
    if (!id || !entry) return;
    clearTimeout(entry.timer);
    this.#unanswered.delete(id);
    entry.answer(answer);
  }

  /** @type {(socket: WebSocket, event: Pick<CloseEvent, "code">) => void} */
  #onClose(socket, event) {
    if (socket !== this.#socket) return;
    const wasUp = this.isUp;
    this.#socket = null;
    this.isUp = false;
    clearTimeout(this.#quiet);
    for (const entry of this.#unanswered.values()) clearTimeout(entry.timer);
    if (this.#isOver) return;
    if (event.code === TABLE_CLOSED) return this.#end(words("refused.closed"));
    this.dispatchEvent(new CustomEvent("status", { detail: false }));
    if (wasUp && event.code === SERVICE_RESTART) this.#wait = MOVE_WAIT;
    this.#reconnect(wasUp);
  }

  /** @param {boolean} wasUp */
  async #reconnect(wasUp) {
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    if (!wasUp && (await this.#isRefused())) return;
    if (!this.#isOver) this.#timer = setTimeout(() => this.open(), wait);
  }

  /** Whether the table or the guest is unknown, which ends the link. A refused socket has no reason. */
  async #isRefused() {
    try {
      await request("/api/me");
      await request(tablePath(this.#table));
      return false;
    } catch (error) {
      const status = error instanceof Refused ? error.status : 0;
      if (status === 404) this.#end(words("page.table_gone"));
      if (status === 401) this.#end("", "name");
      return status === 404 || status === 401;
    }
  }

  /** @param {string} reason */
  #end(reason, need = "lobby") {
    this.close();
    this.dispatchEvent(new CustomEvent("over", { detail: { reason, need } }));
  }
}
