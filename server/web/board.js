/** What the boards of all games have in common. */

import { fetchFile } from "./files.js";
import { signal } from "./lib.js";
import { pageText } from "./text.js";

/**
 * The other seats in the order of play after one's own; for watchers all seats.
 * @param {number} seat
 * @param {Protocol.Seat[]} seats
 */
export function others(seat, seats) {
  if (seat < 0) return seats.map((_, n) => n);
  return seats.map((_, n) => (seat + n) % seats.length).slice(1);
}

/**
 * A function for the words on a game's table: its page texts, places filled in; `n` picks the form where there are two.
 * @param {string} game
 */
export const wordsOf = (game) => (/** @type {string} */ key, /** @type {Places} */ places = {}) =>
  pageText(game, key, places);

/**
 * The rows of a game's cards, as this server plays them: a signal that is null until they are here, and the
 * function that fetches them, once. `made` makes of them what the board works with.
 * @template [Rows=any]
 * @param {string} game
 * @param {(found: any) => Rows} [made]
 * @returns {[rows: { value: Rows }, load: () => Promise<void>]} boards are drawn when they are here
 */
export function rowsOf(game, made = (found) => found) {
  const rows = signal(/** @type {any} */ (null));
  const load = async () => {
    if (rows.value) return;
    rows.value = made(await fetchFile(`games/${game}/cards.json`));
  };
  return [rows, load];
}
