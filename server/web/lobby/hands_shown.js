/**
 * A table that shows all hands to those who watch, some moves late: the choice of whoever makes it, and the line that
 * everybody reads before sitting down. Only who has read it agrees by sitting down.
 */

import { html, useEffect } from "../core/lib.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";
import "../core/more_icons.js";

/** The numbers of moves to choose from; 0: never. */
const MOVES = [0, 30, 60, 120];

/** @param {{ value: number, set: (moves: number) => void }} props */
export const HandsChoice = ({ value, set }) => html`
  <label class="field"><span>${t("hands.label")}<small>${t("hands.help")}</small></span>
    <select value=${value} data-test="hands-after"
      onChange=${(/** @type {Happening} */ event) => set(Number(event.target.value))}>
      ${MOVES.map((moves) => html`
        <option key=${moves} value=${moves}>${t(moves ? "hands.after" : "hands.never", { moves })}</option>`)}
    </select>
  </label>`;

/** @param {{ play: Play }} props */
export function HandsLine({ play: { view, open } }) {
  const { hands_after: moves = 0 } = open.table;
  useEffect(() => {
    view.agrees = moves;
    return () => { view.agrees = 0; };
  }, [view, moves]);
  return html`<p class="waiting-note" data-test="hands-shown"><${Icon} name="eye" /> ${t("hands.line", { moves })}</p>`;
}
