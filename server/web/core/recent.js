/** The tables that this browser visited, newest first, so that a private table can be found without its link. */

import { signal } from "./lib.js";
import { readable, store, stored } from "./storage.js";

const KEY = "recent";
const MAX_RECENT_TABLES = 8;

/** @param {any} row */
const fits = (row) => typeof row?.table === "string" && typeof row.game === "string" && typeof row.with === "string";

export const recent = signal(readable(stored(KEY), /** @type {Recent[]} */ ([]), fits));

/** @param {Recent[]} rows */
function write(rows) {
  recent.value = rows;
  store(KEY, JSON.stringify(rows));
}

/**
 * Record that the person has a seat at this table, with the other players' names.
 * @param {string} table
 * @param {string} game
 * @param {string} names
 */
export function remember(table, game, names) {
  // Another page of this browser may have stored more meanwhile.
  const others = readable(stored(KEY), recent.value, fits).filter((row) => row.table !== table);
  write([{ table, game, with: names, at: Date.now() }, ...others].slice(0, MAX_RECENT_TABLES));
}

/**
 * Remove a table that no longer exists.
 * @param {string} table
 */
export const forget = (table) => write(recent.value.filter((row) => row.table !== table));
