/** Whom one doesn't want to hear, and whether one wants to read the chat at all: for oneself, in this browser. */

import { chatShown, muted } from "./settings.js";

/** So many people are remembered, those of last. */
const MOST = 200;

const people = () => muted.value.split(" ").filter(Boolean);

/** @param {string} person */
export const isMuted = (person) => people().includes(person);

/**
 * Hear somebody no more, or again.
 * @param {string} person
 * @param {boolean} on
 */
export function mute(person, on) {
  const others = people().filter((one) => one !== person);
  muted.value = (on ? [...others, person] : others).slice(-MOST).join(" ");
}

/** @param {boolean} on */
export function showChat(on) {
  chatShown.value = on ? "on" : "off";
}

/**
 * What one wants to hear of what was said.
 * @param {Said[]} rows
 */
export function heard(rows) {
  if (chatShown.value === "off") return [];
  return rows.filter(({ person }) => !isMuted(person));
}
