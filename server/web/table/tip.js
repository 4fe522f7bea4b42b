/** Tips for the person's own questions: requested by a button, shown in the action line by tip_text.js. */

import { choices } from "../core/gametext.js";
import { TIP_TEXT } from "../core/lazy_list.js";
import { late, loadLate } from "../core/lazy_modules.js";
import { html, useEffect, useState } from "../core/lib.js";
import { change, notice } from "../core/state.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";

/**
 * The tip for the displayed question, complete or not; null if none was requested.
 * @param {Play} play
 */
export function tipOf({ mine, ask, past, waiting }) {
  const { tip } = mine;
  return tip && !past && !waiting && ask.number !== undefined && tip.ask === ask.number ? tip : null;
}

/**
 * The button that requests a tip, if tips are allowed and there is a choice.
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

/** Placeholder while a bot computes a tip. */
export const Thinking = () => html`
  <div class="line-tip" data-test="tip-text" data-taught="no">
    <${Icon} name="bulb" /><p><span class="spinner" aria-hidden="true"></span> ${t("tip.thinking")}</p>
  </div>`;

/**
 * The same while the module with the tip's text is loading.
 * @param {{ name: string }} props
 */
function Fetching({ name }) {
  useEffect(() => { loadLate(name).catch(() => notice("note", "table.no-module")); }, [name]);
  return html`<${Thinking} />`;
}

export const Tip = late(TIP_TEXT, "Tip", Fetching);
