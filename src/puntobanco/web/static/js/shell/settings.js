/** The guest's settings, kept in this browser. */

import { store, stored } from "../lib/storage.js";

/** @import { Level } from "../wire/frames.d.ts" */
/** @import { TypedEventTarget } from "../lib/events.d.ts" */

const STORAGE_KEY = "puntobanco.settings";
/** The channel that tells every tab the guest's new name. */
export const NAME_CHANNEL = "puntobanco.name";

/** What `model/coach.js` remembers. @typedef {{ from: number | null, told: Readonly<Partial<Record<string, number>>> }} Coach */

const DEFAULTS = {
  language: "", // The browser's.
  level: /** @type {Level} */ ("normal"),
  shortcuts: true,
  fourColours: false,
  goodRoads: false,
  classicRoads: false,
  felt: /** @type {"green" | "midnight" | "burgundy"} */ ("green"),
  pace: /** @type {"calm" | "brisk" | "none"} */ ("calm"),
  squeeze: /** @type {"off" | "thirds" | "mine"} */ ("off"),
  sound: false,
  volume: 60,
  mixSeeds: true,
  word: "",
  addRandom: true,
  chip: 2500,
  buyIn: 100000,
  coach: /** @type {Coach | null} */ (null), // A newcomer has one.
};
/** @typedef {typeof DEFAULTS} Values */

/** A change event carries the name of the setting. */
class Settings extends /** @type {new () => TypedEventTarget<{ change: CustomEvent<keyof Values> }>} */ (
  EventTarget
) {
  /** @type {Values} */
  #values = { ...DEFAULTS, ...stored("localStorage", STORAGE_KEY) };

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
    store("localStorage", STORAGE_KEY, this.#values);
    this.dispatchEvent(new CustomEvent("change", { detail: name }));
  }

  /** Whether animations are off. */
  get isStill() {
    return this.get("pace") === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** The factor of all durations, 1 at the calm pace. */
  get tempo() {
    return this.get("pace") === "brisk" ? 0.55 : 1;
  }
}

export const settings = new Settings();

/** Apply the settings that only change the look of the page. */
export function applyLooks({ dataset, classList } = document.documentElement) {
  dataset.felt = settings.get("felt");
  classList.toggle("four-colours", settings.get("fourColours"));
  classList.toggle("classic-roads", settings.get("classicRoads"));
}

settings.addEventListener("change", () => applyLooks());
