/** Which puzzle belongs to which day, and what this browser knows of the person's answers. */

import { signal } from "../core/lib.js";
import { readable, store, stored } from "../core/storage.js";

const MS_A_DAY = 86_400_000;

/** The clock may wake the page slightly before midnight (ms). */
const LATE_MS = 100;

/** Number of stored answers: five games for forty days. */
const MAX_ANSWERS = 200;

const KEY = "puzzles";

/** @typedef {"" | "found" | "shown"} End */

/** The number of wrong choices, and how it ended. @typedef {{ wrong: number, end: End }} Answered */

/** @typedef {[day: string, game: string, wrong: number, end: End]} Row */

const ENDS = ["", "found", "shown"];

const A_DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * The local date as text, such as "2026-11-28".
 * @param {Date} date
 */
const dayOf = (date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");

/** The local date. It changes at midnight also while the page stays open. */
export const today = signal(dayOf(new Date()));

/** @type {Timer} */
let timer = 0;

function keepUp() {
  clearTimeout(timer);
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  today.value = dayOf(now);
  timer = setTimeout(keepUp, midnight.getTime() - now.getTime() + LATE_MS);
}

keepUp();
document.addEventListener("visibilitychange", keepUp); // timers may stand still while nobody looks

/**
 * The number of a day: days in a row have numbers in a row.
 * @param {string} day
 */
const numberOf = (day) => Math.round(Date.parse(day) / MS_A_DAY);

/**
 * The number of a day's puzzle, the same in every browser.
 * @param {string} day
 * @param {number} count
 */
export const puzzleOf = (day, count) => ((numberOf(day) % count) + count) % count;

/**
 * The day that an address names; today if it names none, or a later one.
 * @param {string | undefined} asked
 */
export const dayAsked = (asked) =>
  (asked && A_DAY.test(asked) && Number.isFinite(Date.parse(asked)) && asked < today.value ? asked : today.value);

/**
 * The last days, today first.
 * @param {number} count
 */
export const lastDays = (count) => Array.from({ length: count }, (_, n) =>
  new Date((numberOf(today.value) - n) * MS_A_DAY).toISOString().slice(0, 10));

/**
 * The moment that stands for a day when it is written out (ms): its noon here.
 * @param {string} day
 */
export const noonOf = (day) => new Date(`${day}T12:00`).getTime();

/** @param {any} row */
const isRow = (row) => Array.isArray(row) && A_DAY.test(row[0]) && typeof row[1] === "string"
  && Number.isInteger(row[2]) && row[2] >= 0 && ENDS.includes(row[3]);

const rows = signal(readable(stored(KEY), /** @type {Row[]} */ ([]), isRow));

/**
 * The answer to a day's puzzle of a game.
 * @param {string} day
 * @param {string} game
 * @returns {Answered}
 */
export function answered(day, game) {
  const [, , wrong = 0, end = ""] = rows.value.find((row) => row[0] === day && row[1] === game) ?? [];
  return { wrong, end };
}

/**
 * @param {string} day
 * @param {string} game
 * @param {Answered} answer
 */
export function remember(day, game, { wrong, end }) {
  // Another page of this browser may have stored more meanwhile.
  const others = readable(stored(KEY), rows.peek(), isRow).filter((row) => row[0] !== day || row[1] !== game);
  /** @type {Row[]} */
  const all = [...others, [day, game, wrong, end]];
  rows.value = all.sort(([one], [other]) => one.localeCompare(other)).slice(-MAX_ANSWERS);
  store(KEY, JSON.stringify(rows.value));
}

/** Number of days in a row, up to today or yesterday, with at least one answer found. */
export function streak() {
  const found = new Set(rows.value.filter(([, , , end]) => end === "found").map(([day]) => numberOf(day)));
  const last = numberOf(today.value);
  let day = found.has(last) ? last : last - 1;
  let count = 0;
  for (; found.has(day); day -= 1) count += 1;
  return count;
}
