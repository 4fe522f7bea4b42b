/** The dialog that lists the keyboard shortcuts. */

import { KEYS } from "./keys.js";
import { html } from "../core/lib.js";
import { hotkeys } from "../core/settings.js";
import { t } from "../core/text.js";
import { Toggle } from "../core/forms.js";
import { Dialog } from "../core/ui.js";

/** @param {{ onClose: () => void }} props */
export const KeysPage = ({ onClose }) => html`
  <${Dialog} title=${t("keys.title")} onClose=${onClose}>
    <dl class="keys" data-test="keys">
      ${Object.entries(KEYS).map(([key, [name]]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>
        ${t(`keys.${name}`)}</dd></div>`)}
      <div><dt><kbd>1</kbd>–<kbd>6</kbd></dt><dd>${t("keys.area")}</dd></div>
      <div><dt><kbd>${t("keys.arrow-keys")}</kbd></dt><dd>${t("keys.arrows")}</dd></div>
      <div><dt><kbd>Esc</kbd></dt><dd>${t("keys.escape")}</dd></div>
    </dl>
    <${Toggle} label=${t("keys.on")} help=${t("keys.on-help")} checked=${hotkeys.value === "on"}
      onSet=${(/** @type {boolean} */ on) => { hotkeys.value = on ? "on" : "off"; }} />
  <//>
`;
