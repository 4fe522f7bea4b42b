/** Sounds, and a notification: only if the guest has asked for them. */

import { fileAt } from "./files.js";
import { notify, shake, sound } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** What makes the sounds: fetched by those who want to hear some. */
const INSTRUMENTS = "instruments.js";

/**
 * Let something be heard; see instruments.js for what there is.
 * @param {string} name
 */
export async function chime(name) {
  if (sound.value !== "on") return;
  if (navigator.userActivation?.hasBeenActive === false) return; // browsers are silent until they are touched
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  const instruments = await import(fileAt(INSTRUMENTS)).catch(() => null); // a sound that can't be had is missed
  instruments?.play(audio, name);
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
