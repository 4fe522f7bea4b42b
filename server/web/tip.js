/** Tips at one's own questions: asked for by a button, told in the line of action by taught.js. */

import { choices } from "./gametext.js";
import { TAUGHT, late, loadLate } from "./late.js";
import { html, useEffect, useState } from "./lib.js";
import { change, notice } from "./state.js";
import { t } from "./text.js";
import { Icon } from "./ui.js";

/**
 * The tip for the question on the screen, as far as it is there; null where none was asked for.
 * @param {Play} play
 */
export function tipOf({ mine, ask, past, waiting }) {
  const { tip } = mine;
  return tip && !past && !waiting && ask.number !== undefined && tip.ask === ask.number ? tip : null;
}

/**
 * Asks for a tip, where that is allowed and there is something to choose.
 * @param {{ play: Play }} props
 */
export function TipButton({ play }) {
  const { mine, ask, past, waiting, table, seat } = play;
  const [asked, set] = useState(0);
  const left = mine.tip?.left;
  if (left === undefined || past || waiting || ask.number === undefined || tipOf(play)) return null;
  if (choices(ask).length < 2) return null;
  const { number } = ask;
  const label = left > 0 ? t("tip.ask", { n: left }) : t("tip.none-left");
  const press = async () => {
    set(number);
    if (!await change("tip", table, seat, number)) set(0);
  };
  return html`<button type="button" class="quiet line-bulb" data-test="tip" title=${label} aria-label=${label}
    disabled=${left <= 0 || asked === number} onClick=${press}><${Icon} name="bulb" /></button>`;
}

/** While a bot thinks about a tip. */
export const Thinking = () => html`
  <div class="line-tip" data-test="tip-text" data-taught="no">
    <${Icon} name="bulb" /><p><span class="spinner" aria-hidden="true"></span> ${t("tip.thinking")}</p>
  </div>`;

/**
 * The same while the words for it are on their way.
 * @param {{ name: string }} props
 */
function Fetching({ name }) {
  useEffect(() => { loadLate(name).catch(() => notice("note", "table.no-module")); }, [name]);
  return html`<${Thinking} />`;
}

export const Tip = late(TAUGHT, "Tip", Fetching);
