/** This browser's stored settings: the guest's identity, and the look and sound of the page. */

import { effect, signal } from "./lib.js";
import { store, stored } from "./storage.js";

/**
 * A stored setting; `fits`: is a stored text valid?
 * @param {string} key
 * @param {string} fallback
 * @param {(text: string) => boolean} [fits]
 */
function kept(key, fallback, fits = () => true) {
  const found = stored(key);
  const value = signal(found !== null && fits(found) ? found : fallback);
  effect(() => store(key, value.value));
  return value;
}

/** @param {string[]} values */
const among = (...values) => (/** @type {string} */ text) => values.includes(text);
const onOrOff = among("on", "off");

/** The longest name that the server takes. */
export const MAX_NAME_CHARS = 32;

/**
 * The name of this page at the table, if it was opened for a screen that others see: it is a person of its own then,
 * without a seat. Otherwise "".
 */
export const screenName = { "#/tv": "TV", "#/stream": "Stream" }[location.hash.split("/", 2).join("/")] ?? "";

/**
 * The guest's secret. Its owner is that guest, so it is only sent to the server and given to the person's other
 * devices.
 */
export const token = screenName ? signal(freshToken())
  : kept("token", freshToken(), (text) => /^[\w-]{22,64}$/.test(text));
export const name = screenName ? signal(screenName)
  : kept("name", "", (text) => !text || (!!text.trim() && [...text].length <= MAX_NAME_CHARS));
export const language = kept("language", guessLanguage(), among("de", "en"));
export const theme = kept("theme", "auto", among("auto", "light", "dark"));
export const sound = kept("sound", "off", onOrOff);
export const notify = kept("notify", "off", onOrOff);
export const motion = kept("motion", "auto", among("auto", "on", "off"));
/** Does a turn end automatically when only its end is left, and is a question with a single option answered? */
export const endsAlone = kept("ends-alone", "on", onOrOff);
/** Do single letters work as keys? */
export const hotkeys = kept("hotkeys", "on", onOrOff);
/** The person's groups, as JSON; see group_list.js. */
export const groups = kept("groups", "[]");
/** The public names of muted people, separated by spaces; see muted.js. */
export const muted = kept("muted", "");
/** Is the chat shown? */
export const chatShown = kept("chat", "on", onOrOff);
/** The read position of the chat at each of the last tables, as JSON; see side.js. */
export const chatRead = kept("chats-read", "{}");
/** On a phone: are only hand and choices shown, because another screen shows the board? */
export const handOnly = kept("hand-only", "off", onOrOff);
/** The length of the position in words, once the person has asked for it; see table/in_words.js. */
export const inWords = kept("in-words", "off", among("off", "short", "normal", "all"));
/** Is the column with log, chat and rules open where the table must shrink for it? */
export const besides = kept("beside", "off");
/** Does a phone vibrate at the start of a turn? */
export const shake = kept("shake", "on", onOrOff);
/** The state of the latest guided game, as JSON; see coach.js. */
export const taught = kept("taught", "{}");
/** Is advice shown below the questions? `advised` counts how often each advice was shown, as JSON: see advice.js. */
export const advice = kept("advice", "off", onOrOff);
export const advised = kept("advised", "{}");
/** The last tables whose waiting room this browser has shown, separated by spaces; see invitation.js. */
export const visited = kept("visited", "");
/** Where and when each offer was made last, as JSON; see evening.js. */
export const offersMade = kept("offers", "{}");
/** One-time hints and questions that this browser has shown, as words separated by spaces. */
export const told = kept("told", "");

/**
 * Is this hint due? True once for each hint.
 * @param {any} what
 */
export function firstTime(what) {
  const known = told.peek().split(" ");
  if (known.includes(what)) return false;
  told.value = [...known, what].join(" ").trim();
  return true;
}
/** The setup of the last table of each game, as JSON; see setup.js. */
export const setups = kept("setups", "{}");

// One browser is one person: if another page of it changes the identity, this page follows.
addEventListener("storage", ({ key, newValue }) => {
  if (!screenName && key === "stammtisch.token" && newValue !== token.peek()) location.reload();
});

function freshToken() {
  return luck64(16);
}

/**
 * Random bytes as URL-safe text.
 * @param {number} bytes
 */
export function luck64(bytes) {
  return text64(crypto.getRandomValues(new Uint8Array(bytes)));
}

/**
 * Bytes as URL-safe text.
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

/** Are animations on? */
export const moving = () => motion.value !== "off" && !(motion.value === "auto" && still.matches);

effect(() => {
  document.documentElement.lang = language.value;
  document.documentElement.dataset.theme = theme.value;
  document.documentElement.dataset.motion = motion.value;
});
