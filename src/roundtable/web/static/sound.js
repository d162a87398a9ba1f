// Small sounds, made here and now by the browser; off until somebody wants them.

import { setting } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;


const TUNES = { turn: [523.25, 783.99], move: [220], end: [392, 523.25, 659.25, 783.99] };

/** @param {keyof typeof TUNES} kind */
export function chime(kind) {
  if (setting("sound") !== "on") return;
  audio ??= new AudioContext();
  TUNES[kind].forEach((pitch, i) => {
    const at = /** @type {AudioContext} */ (audio).currentTime + i * 0.11;
    const tone = /** @type {AudioContext} */ (audio).createOscillator();
    const loud = /** @type {AudioContext} */ (audio).createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0, at);
    loud.gain.linearRampToValueAtTime(kind === "move" ? 0.04 : 0.09, at + 0.012);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    tone.connect(loud).connect(/** @type {AudioContext} */ (audio).destination);
    tone.start(at);
    tone.stop(at + 0.55);
  });
}
