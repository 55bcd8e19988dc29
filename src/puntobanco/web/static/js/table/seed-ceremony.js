import { randomWords, seedCommitment } from "../game/fairness.js";
import { store, stored } from "../lib/storage.js";
import { showNotice } from "../shell/notice.js";
import { settings } from "../shell/settings.js";
import { words } from "../words/words.js";

/** @import { Values } from "../shell/settings.js" */
/** @import { TableLink } from "./link.js" */
/** @import { Ceremony, Frame } from "../wire/frames.d.ts" */

/** Codes of refusals of the word itself. */
const REFUSED_WORDS = new Set(["fairness", "illegal", "malformed"]);

/** The guest's part in the shuffle: commits to a seed for every shoe, and reveals it. */
export class SeedCeremony {
  #link;
  #table;
  /** The last shoes for which a commitment was sent, was accepted, and whose seed was revealed. */
  #sent = 0;
  #committed = 0;
  #revealed = 0;
  /** The last commitment of this tab, and its seat. */
  #commitment = "";
  /** @type {number | null} */
  #seat = null;

  /**
   * @param {TableLink} link
   * @param {string} table
   */
  constructor(link, table) {
    this.#link = link;
    this.#table = table;
    link.addEventListener("frame", ({ detail }) => this.#follow(detail));
  }

  /** Notice that another tab of this guest takes part instead. @param {Frame} frame */
  #follow(frame) {
    if (frame.type !== "events") return;
    for (const { kind, data } of frame.events) {
      const isOther = kind === "seed_committed" && data.commitment !== this.#commitment;
      if ((isOther || kind === "seed_revealed") && data.seat === this.#seat) this.#committed = 0;
    }
  }

  /**
   * Commit or reveal, as the stage of the ceremony asks.
   * @type {(ceremony: Partial<Ceremony>, seat: number | null) => Promise<void>}
   */
  async take({ stage, shoe, commitment }, seat) {
    if (!stage || !shoe || seat === null || !settings.get("mixSeeds")) return;
    this.#seat = seat;
    const seed = wordFor(this.#table, shoe, settings);
    if (stage === "commit") {
      if (this.#sent !== shoe) await this.#commit(seed, shoe, commitment ?? "", seat);
    } else if ((await this.#reveal(seed, shoe)) === "not_now") {
      // Others may still commit, and the house has seen this seed: it is worth nothing now.
      await this.#commit(freshSeed(this.#table, shoe), shoe, commitment ?? "", seat);
    }
  }

  /**
   * @param {string} seed
   * @param {number} shoe
   * @param {string} house  the house's commitment
   * @param {number} seat
   */
  async #commit(seed, shoe, house, seat) {
    this.#sent = shoe;
    const commitment = await seedCommitment(house, seat, seed);
    this.#commitment = commitment;
    const { ok } = await this.#link.send("commit_seed", { commitment });
    if (ok) this.#committed = shoe;
  }

  /**
   * Reveal the seed. A refused word is not tried again; random words replace it. Return the code of
   * the refusal, if it was refused.
   * @type {(seed: string, shoe: number) => Promise<string | null>}
   */
  async #reveal(seed, shoe) {
    if (this.#revealed === shoe) return null;
    const answer = await this.#link.send("reveal_seed", { seed });
    if (answer.ok) {
      this.#revealed = shoe;
      return null;
    }
    const isOurs = this.#committed === shoe && settings.get("word");
    if (isOurs && REFUSED_WORDS.has(answer.code)) {
      settings.set("word", "");
      showNotice(words("page.word.refused", { text: answer.reason }));
    }
    return answer.code;
  }
}

/**
 * Return the seed of this browser for a shoe: the guest's word, random words, or both. After a reload
 * it is the same again.
 * @param {string} table
 * @param {number} shoe
 * @param {{ get(name: "word"): Values["word"], get(name: "addRandom"): Values["addRandom"] }} settings
 */
export function wordFor(table, shoe, settings) {
  const key = `puntobanco.seed.${table}`;
  const kept = stored("sessionStorage", key);
  if (kept?.shoe === shoe) return kept.seed;
  const word = settings.get("word");
  const hasRandom = !word || settings.get("addRandom");
  const seed = [word, hasRandom && randomWords()].filter(Boolean).join(" ");
  store("sessionStorage", key, { shoe, seed });
  return seed;
}

/** Replace the seed of a shoe by random words. @type {(table: string, shoe: number) => string} */
function freshSeed(table, shoe) {
  const seed = randomWords();
  store("sessionStorage", `puntobanco.seed.${table}`, { shoe, seed });
  return seed;
}
