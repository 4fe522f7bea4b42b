/** The tables this browser has been at, newest first: a private table is found again without its link. */

import { signal } from "./lib.js";

const KEY = "stammtisch.recent";
const KEPT = 8;

/** @returns {Recent[]} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

export const recent = signal(read());

/** @param {Recent[]} rows */
function write(rows) {
  recent.value = rows;
  try {
    localStorage.setItem(KEY, JSON.stringify(rows));
  } catch {
    // Nothing is remembered where storage is forbidden.
  }
}

/**
 * Remember that one sits at this table, and with whom.
 * @param {string} table
 * @param {string} game
 * @param {string} names
 */
export function remember(table, game, names) {
  const others = recent.value.filter((row) => row.table !== table);
  write([{ table, game, with: names, at: Date.now() }, ...others].slice(0, KEPT));
}

/**
 * This table is not to be had any more.
 * @param {string} table
 */
export const forget = (table) => write(recent.value.filter((row) => row.table !== table));
