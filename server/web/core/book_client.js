/** The person's book of finished games: requested from the server and exported as a file. */

import { ask } from "./http.js";

/**
 * Request the book of the owner of this browser's token; PUT begins it, DELETE erases it. Throws a Refusal.
 * @param {string} method
 * @returns {Promise<Book>}
 */
export const bookOf = (method) => ask("book", method);

/**
 * A CSV field. Text that a spreadsheet would read as a formula is escaped as text.
 * @param {string | number} value
 */
function field(value) {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The games as CSV (RFC 4180): one line for each player of each game.
 * @param {Book} book
 */
export function csv({ games, person }) {
  const head = ["ended", "game", "table", "minutes", "seat", "name", "bot", "me", "place", "points", "options"];
  const rows = games.flatMap((row) => row.players.map((player, seat) => [
    new Date(row.at).toISOString(), row.game, row.table, Math.round(row.lasted / 60_000), seat + 1, player.name,
    player.mind, player.person === person ? 1 : 0, player.place, player.points, JSON.stringify(row.options),
  ]));
  return [head, ...rows].map((row) => row.map(field).join(",")).join("\r\n");
}

/**
 * Have the browser save a text as a file.
 * @param {string} name
 * @param {string} type
 * @param {string | Blob} text
 */
export function save(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
