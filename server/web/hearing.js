/** Sounds are offered once, by a question that waits for its answer without taking anybody's place. */

import { html } from "./lib.js";
import { firstTime, sound, told } from "./settings.js";
import { chime } from "./sounds.js";
import { t } from "./text.js";
import { Icon } from "./ui.js";

/** So soon one has other things to think of. */
const EARLY = 12;

/**
 * Are sounds still to be offered to whoever plays here?
 * @param {Play} play
 */
export const soundsOffered = ({ seat, version }) =>
  sound.value !== "on" && !told.value.includes("sounds") && seat >= 0 && version >= EARLY;

export function SoundsOffer() {
  /** @param {boolean} on */
  const answer = (on) => () => {
    firstTime("sounds");
    sound.value = on ? "on" : "off";
    if (on) chime("turn");
  };
  return html`
    <span class="invitation" data-test="invitation">
      <${Icon} name="bell" /> ${t("since.sounds")}
      <button type="button" data-test="sounds-on" onClick=${answer(true)}>${t("yes")}</button>
      <button type="button" onClick=${answer(false)}>${t("no")}</button>
    </span>
  `;
}
