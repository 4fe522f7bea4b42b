/** What this browser remembers: who the guest is, and how the page is to look and sound. */

import { effect, signal } from "./lib.js";

const PREFIX = "stammtisch.";

/** Storage may be forbidden; then nothing is remembered and all works until the page is closed. */
const storage = (() => {
  try {
    localStorage.setItem(`${PREFIX}probe`, "1");
    localStorage.removeItem(`${PREFIX}probe`);
    return localStorage;
  } catch {
    return { getItem: () => null, setItem() {} };
  }
})();

/**
 * @param {string} key
 * @param {string} fallback
 */
function kept(key, fallback) {
  const value = signal(storage.getItem(PREFIX + key) ?? fallback);
  effect(() => storage.setItem(PREFIX + key, value.value));
  return value;
}

/**
 * What was kept as JSON; `otherwise` where that can't be read: then it begins anew.
 * @template T
 * @param {string} text
 * @param {T} otherwise
 * @returns {T}
 */
export function readable(text, otherwise) {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** The guest's secret: whoever knows it is that guest, so only the server hears it, and devices that are given it. */
export const token = kept("token", freshToken());
export const name = kept("name", "");
export const language = kept("language", guessLanguage());
export const theme = kept("theme", "auto");
export const sound = kept("sound", "off");
export const notify = kept("notify", "off");
export const motion = kept("motion", "auto");
/** Does one's turn end by itself when nothing is left to be done? */
export const endsAlone = kept("ends-alone", "off");
/** Do single letters work as keys? */
export const hotkeys = kept("hotkeys", "on");
/** The groups one belongs to, as JSON; see groups.js. */
export const groups = kept("groups", "[]");
/** Those whom one doesn't want to hear, by their public names between spaces; see muted.js. */
export const muted = kept("muted", "");
/** Is what others say shown? */
export const chatShown = kept("chat", "on");
/** How far the chat was read at each of the last tables, as JSON; see side.js. */
export const chatRead = kept("chats-read", "{}");
/** Do log, chat and rules lie beside the table where that takes room from it? */
export const besides = kept("beside", "off");
/** Does a phone shake when it is one's turn? */
export const shake = kept("shake", "on");
/** What the last guided game needs to know, as JSON; see coach.js. */
export const taught = kept("taught", "{}");
/** Does a sentence of advice stand below the questions? How often each has been seen, as JSON: see advice.js. */
export const advice = kept("advice", "off");
export const advised = kept("advised", "{}");
/** What this browser has been told or asked once, as words between spaces. */
export const told = kept("told", "");

/**
 * Is this told for the first time here?
 * @param {any} what
 */
export function firstTime(what) {
  const known = told.peek().split(" ");
  if (known.includes(what)) return false;
  told.value = [...known, what].join(" ").trim();
  return true;
}
/** What the last table of each game was made with, as JSON; see setup.js. */
export const setups = kept("setups", "{}");

// One browser is one person: where another page of it has become somebody else, so does this one.
addEventListener("storage", ({ key, newValue }) => {
  if (key === `${PREFIX}token` && newValue !== token.peek()) location.reload();
});

function freshToken() {
  return luck64(16);
}

/**
 * So many random bytes as text that can stand in a link.
 * @param {number} bytes
 */
export function luck64(bytes) {
  return text64(crypto.getRandomValues(new Uint8Array(bytes)));
}

/**
 * Bytes as text that can stand in a link.
 * @param {Uint8Array} bytes
 */
export function text64(bytes) {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function guessLanguage() {
  const wanted = navigator.languages?.length ? navigator.languages : [navigator.language ?? "en"];
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === "de" || tag === "en");
  return known ?? "en";
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Should things move? */
export const moving = () => motion.value !== "off" && !(motion.value === "auto" && still.matches);

effect(() => {
  document.documentElement.lang = language.value;
  document.documentElement.dataset.theme = theme.value;
  document.documentElement.dataset.motion = motion.value;
});
