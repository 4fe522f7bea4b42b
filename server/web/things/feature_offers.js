/** One-time offers at a table after a question has been open for a while: advice, later sounds. */

import { adviceOffered, setAdvice } from "./advice.js";
import { html, useState } from "../core/lib.js";
import { phone } from "../core/media.js";
import { firstTime, sound } from "../core/settings.js";
import { chime } from "./sounds.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";
import "../core/more_icons.js";

/**
 * The offer; shortened to a word if recent events need the room.
 * @param {{ text: string, word: string }} props
 */
const Offered = ({ text, word }) => html`
  <span class="invite-long">${text}</span><span class="invite-short" title=${text}>${word}?</span>`;

/** @param {{ game: string }} props */
export function AdviceOffer({ game }) {
  /** @param {boolean} on */
  const answer = (on) => () => {
    firstTime(`advice-${game}`);
    if (on) setAdvice(true);
  };
  return html`
    <span class="invitation" data-test="advice-offer">
      <${Icon} name="bulb" /> <${Offered} text=${t("advice.offer")} word=${t("advice.title")} />
      <button type="button" data-test="advice-on" onClick=${answer(true)}>${t("yes")}</button>
      <button type="button" data-test="advice-off" onClick=${answer(false)}>${t("no")}</button>
    </span>
  `;
}

export function SoundsOffer() {
  /** @param {boolean} on */
  const answer = (on) => () => {
    firstTime("sounds");
    sound.value = on ? "on" : "off";
    if (on) chime("turn");
  };
  return html`
    <span class="invitation" data-test="invitation">
      <${Icon} name="bell" /> <${Offered} text=${t("since.sounds")} word=${t("since.sound")} />
      <button type="button" data-test="sounds-on" onClick=${answer(true)}>${t("yes")}</button>
      <button type="button" onClick=${answer(false)}>${t("no")}</button>
    </span>
  `;
}

/**
 * The offer beside the recent events. A phone has room for one word there; after a tap the offer replaces the events.
 * @param {{ play: Play }} props
 */
export function Invitation({ play }) {
  const [asking, ask] = useState(false);
  if (phone.value && !asking) return html`
    <button type="button" class="inviting" data-test="advice-ask" title=${t("advice.offer")}
      onClick=${() => ask(true)}>${t("advice.title")}?</button>`;
  return adviceOffered(play) ? html`<${AdviceOffer} game=${play.open.table.game} />` : html`<${SoundsOffer} />`;
}
