/** Muted people, and the switch that hides the chat: personal settings in this browser. */

import { chatShown, muted } from "../core/settings.js";

/** Number of muted people that are stored; the oldest are dropped. */
const MAX_MUTED_PEOPLE = 200;

const people = () => muted.value.split(" ").filter(Boolean);

/** @param {string} person */
export const isMuted = (person) => people().includes(person);

/**
 * Mute a person, or undo that.
 * @param {string} person
 * @param {boolean} on
 */
export function mute(person, on) {
  const others = people().filter((one) => one !== person);
  muted.value = (on ? [...others, person] : others).slice(-MAX_MUTED_PEOPLE).join(" ");
}

/** @param {boolean} on */
export function showChat(on) {
  chatShown.value = on ? "on" : "off";
}

/**
 * The messages that remain after muting.
 * @param {Said[]} rows
 */
export function heard(rows) {
  if (chatShown.value === "off") return [];
  return rows.filter(({ person }) => !isMuted(person));
}
