/**
 * A person has returned while a bot stands in: the start of the bot's play, and access to the dialog for taking over.
 */

import { lines } from "../core/gametext.js";
import { WELCOME_BACK } from "../core/lazy_list.js";
import { lateDialog } from "../core/lazy_modules.js";
import { person } from "../core/state.js";

/**
 * Does a bot stand in for the viewing person now?
 * @param {Play} play
 */
export function stoodIn({ open, past, seat }) {
  const row = open.seats[seat];
  return !past && open.table.phase === "playing" && !!row?.stand_in && row.person === person.value;
}

/** Log keys that say that a bot begins to stand in. */
const BEGINS = new Set(["away", "timeout"]);

/**
 * The number of the log line that says when the bot began to stand in; 0 if the line is no longer in the log.
 * @param {Play} play
 */
export function goneAt({ open: { log }, seat }) {
  const known = lines(log);
  const n = known.findLastIndex(([key, who]) => BEGINS.has(key) && who === seat);
  return n < 0 ? 0 : log[0] - known.length + n;
}

export const Back = lateDialog(WELCOME_BACK, "Back");
