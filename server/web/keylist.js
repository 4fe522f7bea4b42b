/** The page that lists the keys for what one does often. */

import { KEYS } from "./keys.js";
import { html } from "./lib.js";
import { hotkeys } from "./settings.js";
import { t } from "./text.js";
import { Dialog, Toggle } from "./ui.js";

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
