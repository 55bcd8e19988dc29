/** The guest's settings, kept in this browser. */

/** @import { Level } from "../wire/frames.d.ts" */
/** @import { TypedEventTarget } from "../lib/events.d.ts" */

const STORAGE_KEY = "puntobanco.settings";

/**
 * @typedef {object} Values
 * @property {string} language  empty for the browser's
 * @property {Level} level
 * @property {boolean} shortcuts
 * @property {boolean} fourColours
 * @property {"green" | "midnight" | "burgundy"} felt
 * @property {"calm" | "brisk" | "none"} pace
 * @property {boolean} mixSeeds
 * @property {string} word
 * @property {boolean} addRandom
 * @property {number} chip
 * @property {number} buyIn
 */

/** @type {Values} */
const DEFAULTS = {
  language: "",
  level: "normal",
  shortcuts: true,
  fourColours: false,
  felt: "green",
  pace: "calm",
  mixSeeds: true,
  word: "",
  addRandom: true,
  chip: 2500,
  buyIn: 100000,
};

/** A change event carries the name of the setting. */
class Settings extends /** @type {new () => TypedEventTarget<{ change: CustomEvent<keyof Values> }>} */ (
  EventTarget
) {
  /** @type {Values} */
  #values = { ...DEFAULTS, ...storedValues() };

  /**
   * @template {keyof Values} Name
   * @param {Name} name
   */
  get(name) {
    return this.#values[name];
  }

  /**
   * @template {keyof Values} Name
   * @param {Name} name
   * @param {Values[Name]} value
   */
  set(name, value) {
    if (this.#values[name] === value) return;
    this.#values[name] = value;
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.#values));
    } catch {
      // The table works without storage.
    }
    this.dispatchEvent(new CustomEvent("change", { detail: name }));
  }

  /** Whether nothing shall move. */
  get isStill() {
    return this.get("pace") === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** The factor of all durations, 1 at the calm pace. */
  get tempo() {
    return this.get("pace") === "brisk" ? 0.55 : 1;
  }
}

/** @returns {Partial<Values>} */
function storedValues() {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

export const settings = new Settings();

/** Apply the settings that are only a matter of looks. */
export function applyLooks(root = document.documentElement) {
  root.dataset.felt = settings.get("felt");
  root.classList.toggle("four-colours", settings.get("fourColours"));
}
