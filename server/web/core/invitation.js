/** The invitation that this page was opened with: its link, in the address before anything was clicked. */

import { signal } from "./lib.js";
import { visited } from "./settings.js";

/** Tables that are remembered as seen. */
const MAX_VISITED_TABLES = 60;

/** The table to which the page's first address leads, until its person has seen it; "" if there is none. */
const invitedTo = signal("");

/**
 * The page was opened at this table, by a link. The links of the lobby, in another tab, are no invitations.
 * @param {string} table
 * @param {Record<string, string>} query
 */
export function opened(table, query) {
  if (!("look" in query)) invitedTo.value = table;
}

/**
 * Does the person see this table for the first time in this browser, by an invitation? True once: whoever has stood
 * up, was sent away, or only looks, is not given a seat again.
 * @param {string} table
 */
export function takeInvitation(table) {
  const invited = invitedTo.value === table;
  if (invited) invitedTo.value = "";
  const tables = visited.value.split(" ").filter(Boolean);
  if (tables.includes(table)) return false;
  visited.value = [...tables, table].slice(-MAX_VISITED_TABLES).join(" ");
  return invited;
}
