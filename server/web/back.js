/** Whoever has come back while a bot stands in: since when it does, and the ways to play on and to see what was. */

import { lines } from "./gametext.js";
import { BACK, lateDialog } from "./late.js";
import { person } from "./state.js";

/**
 * Does a bot play just now for whoever looks?
 * @param {Play} play
 */
export function stoodIn({ open, past, seat }) {
  const row = open.seats[seat];
  return !past && open.table.phase === "playing" && !!row?.stand_in && row.person === person.value;
}

/** What the log says where a bot begins to stand in. */
const BEGINS = new Set(["away", "timeout"]);

/**
 * The number of the log line with which a bot began to play for whoever looks; 0 where that is too long ago.
 * @param {Play} play
 */
export function goneAt({ open: { log }, seat }) {
  const known = lines(log);
  const n = known.findLastIndex(([key, who]) => BEGINS.has(key) && who === seat);
  return n < 0 ? 0 : log[0] - known.length + n;
}

export const Back = lateDialog(BACK, "Back");
