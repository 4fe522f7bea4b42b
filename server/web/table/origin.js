/** The origin of a game that continues from a moment of another game. */

import { html } from "../core/lib.js";
import { AUTO, WATCH } from "../net/mirrors.js";
import { seatName } from "../core/gametext.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";

/**
 * How the hidden cards of that moment were dealt for this game, as text.
 * @param {Protocol.Public} open
 * @param {number} knows
 */
function hidden(open, knows) {
  if (knows === AUTO) return t("branch.was");
  return knows === WATCH ? t("branch.dealt-anew") : t("branch.dealt-for", { name: seatName(open.seats, knows) });
}

/**
 * A link to that moment, and what became of the hidden cards; nothing if the game began with its setup.
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
