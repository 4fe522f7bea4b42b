/** The dialog for name, language, colours, animation, sound and notifications. */

import { setAdvice } from "../things/advice.js";
import { Devices } from "./devices.js";
import { told } from "../core/files.js";
import { KEPT_OFFLINE } from "../core/lazy_list.js";
import { lateDialog } from "../core/lazy_modules.js";
import { html, useEffect, useState } from "../core/lib.js";
import { keysOpen } from "../table/keys.js";
import { groupOf, groups } from "../core/group_list.js";
import {
  advice, endsAlone, hotkeys, language, MAX_NAME_CHARS, motion, name, notify, shake, sound, theme,
} from "../core/settings.js";
import { ability, possible, reachAlways, switchOff, switchOn } from "../things/notifications.js";
import { chime } from "../things/sounds.js";
import { greet, notice } from "../core/state.js";
import { speak, t } from "../core/text.js";
import { Toggle } from "../core/forms.js";
import { Dialog, Icon, Segments } from "../core/ui.js";

const KeepOffline = lateDialog(KEPT_OFFLINE, "KeepOffline");

/**
 * Take the new name into a group, if the person still belongs to it.
 * @param {string} group
 * @param {string} called
 */
async function renameIn(group, called) {
  const found = await groupOf(group);
  if (found?.member) await groupOf(group, "PUT", { name: called });
}

/** @param {Happening} event */
function rename(event) {
  const called = event.target.value.trim().slice(0, MAX_NAME_CHARS);
  if (!called || called === name.value) return;
  greet(called);
  for (const { group } of groups.value) renameIn(group, called).catch(() => {}); // the next joining tells it
}

export const LANGUAGES = { de: "Deutsch", en: "English" };

/**
 * Set the language. The server puts notices into words, so it learns of it.
 * @param {string} lang
 */
export const pickLanguage = (lang) => speak(lang).then(
  () => notify.value === "on" && reachAlways(),
  () => notice("note", "status.not-loaded"),
);

/** What this device would have to be able to do first. */
const LACKS = ["insecure", "home", "unsupported"];

/** The switch of notifications, which says what this device can do. */
function Notify() {
  const [can, setCan] = useState(ability);
  const [always, setAlways] = useState(false); // also while no page is open?
  useEffect(() => { possible().then(setAlways); }, []);
  /** @param {boolean} on */
  const set = async (on) => {
    const now = on ? await switchOn() : ability();
    setCan(on && now === "default" ? "denied" : now); // the question was dismissed
    notify.value = on && now === "granted" ? "on" : "off";
    if (notify.value === "on") setAlways(await reachAlways());
    if (!on) switchOff().catch(() => {}); // without it nothing asks for notifications either
    return notify.value === "on";
  };
  const lacks = LACKS.includes(can);
  return html`
    <${Toggle} label=${t("preferences.notify")}
      help=${t(`preferences.notify-${lacks || can === "denied" ? can : always ? "always" : "help"}`)}
      checked=${notify.value === "on" && can === "granted"} disabled=${lacks} onSet=${set} />`;
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
            <input maxlength="32" defaultValue=${name.value} onChange=${rename} autocomplete="nickname" />
          </label>`}
        <${Segments} legend=${t("preferences.language")} name="language" value=${language.value}
          values=${Object.entries(LANGUAGES)} onPick=${pickLanguage} />
        <${Segments} legend=${t("preferences.theme")} name="theme" value=${theme.value}
          values=${three("theme")} onPick=${(/** @type {string} */ key) => (theme.value = key)} />
        <${Segments} legend=${t("preferences.motion")} name="motion" value=${motion.value}
          values=${three("motion")} onPick=${(/** @type {string} */ key) => (motion.value = key)} />
        <${Toggle} label=${t("advice.title")} help=${t("advice.help")} checked=${advice.value === "on"}
          onSet=${setAdvice} />
        <${Toggle} label=${t("preferences.sound")} checked=${sound.value === "on"} onSet=${setSound} />
        <${Notify} />
        ${"vibrate" in navigator && navigator.maxTouchPoints > 0 && html`
          <${Toggle} label=${t("preferences.shake")} checked=${shake.value === "on"}
            onSet=${(/** @type {boolean} */ on) => { shake.value = on ? "on" : "off"; }} />`}
        <${Toggle} label=${t("preferences.ends-alone")} help=${t("preferences.ends-alone-help")}
          checked=${endsAlone.value === "on"}
            onSet=${(/** @type {boolean} */ on) => { endsAlone.value = on ? "on" : "off"; }} />
        <${Toggle} label=${t("keys.on")} help=${t("keys.on-help")} checked=${hotkeys.value === "on"}
          onSet=${(/** @type {boolean} */ on) => { hotkeys.value = on ? "on" : "off"; }} />
        ${told.offline && html`<${KeepOffline} />`}
        <button type="button" onClick=${() => { onClose(); keysOpen.value = true; }}>${t("keys.title")}</button>
        ${name.value && html`<${Kept} onLeave=${onClose} /><${Devices} onLeave=${onClose} />`}
      </div>
    <//>
  `;
}
