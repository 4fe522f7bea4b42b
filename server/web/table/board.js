/** Helpers that the boards of all games share. */

import { fetchFile } from "../core/files.js";
import { signal } from "../core/lib.js";
import { pageText } from "../core/text.js";

/**
 * The other seats in turn order after the person's own; all seats for watchers.
 * @param {number} seat
 * @param {Protocol.Seat[]} seats
 */
export function others(seat, seats) {
  if (seat < 0) return seats.map((_, n) => n);
  return seats.map((_, n) => (seat + n) % seats.length).slice(1);
}

/**
 * A function for a game's board texts with places filled in; `n` picks the plural form.
 * @param {string} game
 */
export const wordsOf = (game) => (/** @type {string} */ key, /** @type {Places} */ places = {}) =>
  pageText(game, key, places);

/**
 * The rows of a game's cards as this server plays them: a signal that is null until they are loaded, and the function
 * that fetches them once. `made` converts them for the board.
 * @template [Rows=any]
 * @param {string} game
 * @param {(found: any) => Rows} [made]
 * @returns {[rows: { value: Rows }, load: () => Promise<void>]} boards are drawn once the rows are loaded
 */
export function rowsOf(game, made = (found) => found) {
  const rows = signal(/** @type {any} */ (null));
  const load = async () => {
    if (rows.value) return;
    rows.value = made(await fetchFile(`games/${game}/cards.json`));
  };
  return [rows, load];
}
