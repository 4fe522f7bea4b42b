/** The dialog for name, language, colours, movement, sound and notifications. */

import { setAdvice } from "./advice.js";
import { Devices } from "./devices.js";
import { html, signal } from "./lib.js";
import { keysOpen } from "./keys.js";
import { advice, endsAlone, hotkeys, language, motion, name, notify, shake, sound, theme } from "./settings.js";
import { chime } from "./sounds.js";
import { greet } from "./state.js";
import { LANGUAGES, speak, t } from "./text.js";
import { Dialog, Icon, Segments, Toggle } from "./ui.js";

/** @param {Happening} event */
function rename(event) {
  const called = event.target.value.trim().slice(0, 32);
  if (called && called !== name.value) greet(called);
}

/** The browser has the last word on notifications; is it against them? */
const forbidden = signal(false);

/** @param {boolean} on */
async function setNotify(on) {
  const allowed = on && (await Notification.requestPermission()) === "granted";
  forbidden.value = on && !allowed;
  notify.value = allowed ? "on" : "off";
  return allowed;
}

/** @param {boolean} on */
function setSound(on) {
  sound.value = on ? "on" : "off";
  if (on) chime("turn");
}

/** @param {{ onLeave: () => void }} props */
const Kept = ({ onLeave }) => html`
  <fieldset class="stack devices">
    <legend>${t("kept.title")}</legend>
    <p class="muted small">${t("kept.help")}</p>
    <div class="row"><a class="button" href="#/kept" data-test="to-kept" onClick=${onLeave}>
      <${Icon} name="person" />${t("kept.open")}</a></div>
  </fieldset>
`;

/** @param {{ onClose: () => void }} props */
export function Preferences({ onClose }) {
  /** @param {string} group */
  const three = (group) => ["auto",
    ...(group === "theme" ? ["light", "dark"] : ["on", "off"])].map((key) => [key, t(`${group}.${key}`)]);
  return html`
    <${Dialog} title=${t("preferences.title")} onClose=${onClose}>
      <div class="stack">
        ${name.value && html`
          <label class="field"><span>${t("welcome.name")}</span>
            <input maxlength="32" value=${name.value} onChange=${rename} autocomplete="nickname" />
          </label>`}
        <${Segments} legend=${t("preferences.language")} name="language" value=${language.value}
          values=${Object.entries(LANGUAGES)} onPick=${speak} />
        <${Segments} legend=${t("preferences.theme")} name="theme" value=${theme.value}
          values=${three("theme")} onPick=${(/** @type {string} */ key) => (theme.value = key)} />
        <${Segments} legend=${t("preferences.motion")} name="motion" value=${motion.value}
          values=${three("motion")} onPick=${(/** @type {string} */ key) => (motion.value = key)} />
        <${Toggle} label=${t("advice.title")} help=${t("advice.help")} checked=${advice.value === "on"}
          onSet=${setAdvice} />
        <${Toggle} label=${t("preferences.sound")} checked=${sound.value === "on"} onSet=${setSound} />
        ${"Notification" in window && html`
          <${Toggle} label=${t("preferences.notify")}
            help=${t(forbidden.value ? "preferences.notify-forbidden" : "preferences.notify-help")}
            checked=${notify.value === "on"} onSet=${setNotify} />`}
        ${"vibrate" in navigator && navigator.maxTouchPoints > 0 && html`
          <${Toggle} label=${t("preferences.shake")} checked=${shake.value === "on"}
            onSet=${(/** @type {boolean} */ on) => { shake.value = on ? "on" : "off"; }} />`}
        <${Toggle} label=${t("preferences.ends-alone")} help=${t("preferences.ends-alone-help")}
          checked=${endsAlone.value === "on"}
            onSet=${(/** @type {boolean} */ on) => { endsAlone.value = on ? "on" : "off"; }} />
        <${Toggle} label=${t("keys.on")} help=${t("keys.on-help")} checked=${hotkeys.value === "on"}
          onSet=${(/** @type {boolean} */ on) => { hotkeys.value = on ? "on" : "off"; }} />
        <button type="button" onClick=${() => { onClose(); keysOpen.value = true; }}>${t("keys.title")}</button>
        ${name.value && html`<${Kept} onLeave=${onClose} /><${Devices} onLeave=${onClose} />`}
      </div>
    <//>
  `;
}
