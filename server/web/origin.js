/** Where a game has begun that goes on from a moment of another one. */

import { html } from "./lib.js";
import { AUTO, WATCH } from "./mirrors.js";
import { seatName } from "./gametext.js";
import { t } from "./text.js";
import { Icon } from "./ui.js";

/**
 * How what was hidden then lies now, in words.
 * @param {Protocol.Public} open
 * @param {number} knows
 */
function hidden(open, knows) {
  if (knows === AUTO) return t("branch.was");
  return knows === WATCH ? t("branch.dealt-anew") : t("branch.dealt-for", { name: seatName(open.seats, knows) });
}

/**
 * A link to that moment, and what became of what was hidden; nothing where the game has begun with its setup.
 * @param {{ open: Protocol.Public }} props
 */
export function Origin({ open }) {
  const { origin } = open.table;
  if (!origin) return null;
  const { table, version, knows } = origin;
  const from = table ? html`<a href="#/replay/${table}?at=${version}">${t("branch.from", { version })}</a>`
    : t(version ? "branch.brought" : "branch.placed", { version });
  return html`
    <p class="origin" data-test="origin"><${Icon} name="branch" />
      <span>${from} ${version > 0 && hidden(open, knows)}</span>
    </p>
  `;
}
