/** Sounds, notifications and vibration, only if the guest has switched them on. */

import { loadCode } from "../core/files.js";
import { INSTRUMENTS, NOTIFICATIONS } from "../core/lazy_list.js";
import { notify, shake, sound } from "../core/settings.js";

/** @type {AudioContext | null} */
let audio = null;

/**
 * Play a sound; see instruments.js for the names.
 * @param {string} name
 */
export async function chime(name) {
  if (sound.value !== "on") return;
  if (navigator.userActivation?.hasBeenActive === false) return; // browsers play no sound before the first interaction
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  const instruments = await loadCode(INSTRUMENTS).catch(() => null); // a failure to load means no sound
  instruments?.play(audio, name);
}

/**
 * Show a notification while the page is hidden.
 * @param {string} title
 * @param {string} body
 */
export async function ring(title, body) {
  if (notify.value !== "on" || !document.hidden) return;
  const notifications = await loadCode(NOTIFICATIONS).catch(() => null); // as above
  notifications?.show(title, body);
}

/** Vibrate for a moment: it is the person's turn. */
export function tremble() {
  if (shake.value !== "on" || !navigator.maxTouchPoints || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(60);
}
