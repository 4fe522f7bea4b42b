/** The choices as a list in place of the board, for a phone at a table whose board another screen shows. */

import { choices } from "../core/gametext.js";
import { html } from "../core/lib.js";
import { handOnly } from "../core/settings.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";
import { OptionButton } from "./line.js";

/** From this number of choices on they are drawn closer together. */
const MANY = 14;

/** @param {{ play: Play }} props */
export function ChoiceList({ play }) {
  const { ask, module, past, waiting } = play;
  const rows = past || waiting ? [] : choices(ask).filter((row) => module.onBoard(...row));
  return html`
    <div class="choice-list ${rows.length > MANY ? "many" : ""}" data-test="choice-list">
      ${rows.length > 0
        ? html`<ul aria-label=${t("table.options-label")}>
          ${rows.map(([verb, noun]) => html`<li key="${verb} ${noun}">
            <${OptionButton} play=${play} verb=${verb} noun=${noun} main=${false} /></li>`)}</ul>`
        : html`<p class="muted">${t("hand-only.text")}</p>`}
      <button type="button" class="quiet" data-test="whole-table" onClick=${() => { handOnly.value = "off"; }}>
        <${Icon} name="eye" />${t("hand-only.off")}</button>
    </div>`;
}
