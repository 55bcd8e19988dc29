/** Sounds, made by the page. They only accompany what is shown and said, and are off until a guest turns them on. */

import { settings } from "./settings.js";

/**
 * A tone, or noise through a filter: from one frequency to another, after a delay, in seconds.
 * @typedef {{ wave?: OscillatorType, from: number, to: number, after?: number, lasts: number, gain: number }} Partial
 */

/** @type {Record<string, Partial[]>} */
const SOUNDS = {
  card: [{ from: 900, to: 2600, lasts: 0.16, gain: 0.35 }],
  turn: [{ from: 3200, to: 1400, lasts: 0.09, gain: 0.5 }],
  chip: [
    { wave: "triangle", from: 2900, to: 2700, lasts: 0.05, gain: 0.3 },
    { wave: "triangle", from: 3700, to: 3500, after: 0.05, lasts: 0.08, gain: 0.22 },
  ],
  call: [
    { wave: "sine", from: 660, to: 660, lasts: 0.18, gain: 0.25 },
    { wave: "sine", from: 660, to: 660, after: 0.25, lasts: 0.22, gain: 0.25 },
  ],
  outcome: [
    { wave: "sine", from: 392, to: 392, lasts: 0.5, gain: 0.2 },
    { wave: "sine", from: 523, to: 523, after: 0.09, lasts: 0.55, gain: 0.18 },
    { wave: "sine", from: 659, to: 659, after: 0.18, lasts: 0.6, gain: 0.14 },
  ],
};

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** Play a sound, if they are on. Unknown names are silent. @param {string} name */
export function playSound(name) {
  if (!settings.get("sound") || !(name in SOUNDS)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const master = context.createGain();
  master.gain.value = (settings.get("volume") / 100) ** 2;
  master.connect(context.destination);
  for (const partial of SOUNDS[name]) playPartial(context, partial, master);
}

/** @type {(audio: AudioContext, partial: Partial, out: AudioNode) => void} */
const playPartial = (audio, { wave, from, to, after = 0, lasts, gain }, out) => {
  const [start, end] = [audio.currentTime + after, audio.currentTime + after + lasts];
  const source = wave ? new OscillatorNode(audio, { type: wave }) : noiseOf(audio);
  const filter = new BiquadFilterNode(audio, { type: "bandpass", Q: 1.2 });
  const pitch = source instanceof OscillatorNode ? source.frequency : filter.frequency;
  pitch.setValueAtTime(from, start);
  pitch.exponentialRampToValueAtTime(to, end);
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(gain, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  const shaped = wave ? source : source.connect(filter);
  shaped.connect(volume).connect(out);
  source.start(start);
  source.stop(end);
};

/** @param {AudioContext} audio */
function noiseOf(audio) {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  return new AudioBufferSourceNode(audio, { buffer: noise });
}
