/** A person who waits for bots may hurry them: they skip their pauses until a person is asked again. */

import { html, useEffect, useState } from "../core/lib.js";
import { change } from "../core/state.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";

/**
 * Are only bots asked, at a table where this person plays?
 * @param {Play} play
 */
function waitsForBots({ open, past, seat }) {
  if (past || seat < 0 || open.table.phase !== "playing") return false;
  return open.asks.length > 0 && open.asks.every(([who]) => open.seats[who].kind === "bot" || open.seats[who].stand_in);
}

/** @param {{ play: Play }} props */
export function HurryButton({ play }) {
  const [pressed, set] = useState(false);
  const waits = waitsForBots(play);
  useEffect(() => { if (!waits) set(false); }, [waits]);
  if (!waits) return null;
  const press = () => {
    set(true);
    change("hurry", play.table);
  };
  return html`<button type="button" class="quiet" data-test="hurry" title=${t("hurry.help")} aria-pressed=${pressed}
    onClick=${press}><${Icon} name="turn-on" /><span>${t("hurry.go-on")}</span></button>`;
}
