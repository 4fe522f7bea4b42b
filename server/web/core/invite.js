/** The invitation to a table. The module that shows its link is fetched on first use. */

import { SHARING } from "./lazy_list.js";
import { lateDialog } from "./lazy_modules.js";
import { person } from "./state.js";
import { t } from "./text.js";

/** @param {string} table */
export const tablePath = (table) => `t/${table}`;

/** A link with what one can do with it: `path` of this server, `text` for people. */
export const Invite = lateDialog(SHARING, "Invite");

/**
 * The sentence that says what a visitor can do with the table's link; the host also reads how another person could
 * play.
 * @param {Protocol.Public} open
 */
export function invites({ table, seats }) {
  const open = table.phase === "open";
  if (open && seats.some(({ kind, mind }) => kind === "kept" || (kind === "open" && !mind))) return t("invite.text");
  const bots = open && table.host === person.value && seats.some(({ kind }) => kind !== "person");
  return t(bots ? "invite.full" : "invite.watch");
}
