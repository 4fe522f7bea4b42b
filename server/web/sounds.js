/** Small sounds made on the spot, and a notification: only if the guest has asked for them. */

import { notify, shake, sound } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** @type {Record<string, [hertz: number, start: number, length: number][]>} */
const TUNES = {
  turn: [[660, 0, 0.12], [880, 0.13, 0.22]],
  dice: [[220, 0, 0.03], [180, 0.07, 0.03], [260, 0.13, 0.03], [200, 0.19, 0.05]],
  coins: [[1320, 0, 0.05], [1760, 0.06, 0.09]],
  built: [[330, 0, 0.08], [495, 0.08, 0.14]],
  over: [[523, 0, 0.14], [659, 0.15, 0.14], [784, 0.3, 0.3]],
};

/**
 * Play one of the tunes: tones of [hertz, start, length in seconds].
 * @param {string} tune
 */
export function chime(tune) {
  if (sound.value !== "on" || !TUNES[tune]) return;
  if (navigator.userActivation?.hasBeenActive === false) return; // browsers are silent until they are touched
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  for (const [hertz, start, length] of TUNES[tune]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + start;
    tone.type = "triangle";
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.09, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/**
 * Tell the guest outside of the page, when it is not being looked at.
 * @param {string} title
 * @param {string} body
 */
export function ring(title, body) {
  if (notify.value !== "on" || !document.hidden || Notification.permission !== "granted") return;
  const shown = new Notification(title, { body, tag: "stammtisch" });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/** Let a phone shake for a moment: it is one's turn. */
export function tremble() {
  if (shake.value !== "on" || !navigator.maxTouchPoints || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(60);
}
