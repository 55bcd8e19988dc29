/** What a guest likes, kept in this browser. */

const KEY = "puntobanco.settings";

/** How much is said, from little to everything. */
export const LEVELS = ["terse", "normal", "full"];

const DEFAULTS = {
  level: "normal",
  shortcuts: true,
  fourColours: false,
  felt: "green", // green, midnight, burgundy
  pace: "calm", // calm, brisk, none
  mixSeeds: true,
  word: "",
  addRandom: true,
  chip: 2500,
  buyIn: 100000,
};

class Settings extends EventTarget {
  #values = { ...DEFAULTS, ...stored() };

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    if (this.#values[name] === value) return;
    this.#values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // A browser that keeps nothing still plays.
    }
    this.dispatchEvent(new CustomEvent("change", { detail: name }));
  }

  /** Whether cards should move at all. */
  get isStill() {
    return this.get("pace") === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** How long things take, relative to the calm pace. */
  get tempo() {
    return this.get("pace") === "brisk" ? 0.55 : 1;
  }
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export const settings = new Settings();

/** Show the choices that are only a matter of looks. */
export function dress(root = document.documentElement) {
  root.dataset.felt = settings.get("felt");
  root.classList.toggle("four-colours", settings.get("fourColours"));
}
