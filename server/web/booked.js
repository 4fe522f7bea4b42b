/** One's own book as the server tells it, and as a file. */

import { ask } from "./asking.js";

/**
 * The book of whoever has this browser's token, once it is begun (PUT) or thrown away (DELETE). Throws a Refusal.
 * @param {string} method
 * @returns {Promise<Book>}
 */
export const bookOf = (method) => ask("book", method);

/**
 * A text as a field: what a spreadsheet would take for a formula is a text there, too.
 * @param {string | number} value
 */
function field(value) {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The games as a table (RFC 4180): a line for each player of each.
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
 * Have the browser save something as a file.
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
