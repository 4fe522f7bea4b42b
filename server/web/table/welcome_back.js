/**
 * A returning person resumes play with one button, also while others are asked, and can view the missed events with
 * another.
 */

import { goneAt } from "./back.js";
import { rowsFrom } from "./log.js";
import { showLine } from "./history.js";
import { html, useState } from "../core/lib.js";
import { change } from "../core/state.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";

/**
 * Is this a long game, where seats are kept and a person returns simply by playing? See protocol/README.md.
 * @param {Play} play
 */
export const isLong = ({ view }) => /** @type {Shown} */ (view.show.shown.value).version >= 3_500;

/**
 * A person whose time for a question is up answers that question, or lets the bot do it.
 * @param {Play} play
 */
const tooLate = ({ open, ask, seat }) => !!ask.prompt && open.clock.left?.[seat] === 0;

/** @param {{ play: Play }} props */
export function Back({ play }) {
  const [busy, set] = useState(false);
  const press = async () => {
    set(true);
    await change("back", play.table, play.seat);
    set(false);
  };
  const look = () => showLine(play, rowsFrom(play.open.table.game, play.open.log, goneAt(play))[0].first);
  return html`
    <button type="button" class="quiet" data-test="meanwhile" title=${t("back.meanwhile-help")} onClick=${look}>
      <${Icon} name="eye" /><span>${t("back.meanwhile")}</span></button>
    ${isLong(play)
      ? html`<span class="muted" data-test="by-playing">${t("back.by-playing")}</span>`
      : !tooLate(play) && html`<button type="button" class="primary" data-test="back" disabled=${busy} onClick=${press}>
        <${Icon} name="person" />${t("back.here")}</button>`}`;
}
