/** Looking through a whole game that is over: through whose eyes, to which round, and a link to the moment. */

import { Branch } from "./branch.js";
import { seatName } from "./gametext.js";
import { marks, showVersion } from "./history.js";
import { COSTLY, lateDialog } from "./late.js";
import { html, useState } from "./lib.js";
import { WATCH } from "./mirrors.js";
import { t } from "./text.js";
import { Icon } from "./ui.js";

/** In the place of a seat: nothing is hidden. */
const ALL = "all";

/**
 * The link that leads to what one sees.
 * @param {Play} play
 */
function momentLink({ view, version, seat }) {
  const eyes = view.bare.value ? ALL : seat;
  return new URL(`#/replay/${view.table}?at=${version}&seat=${eyes}`, location.href.split("#")[0]).href;
}

/**
 * Look through somebody's eyes: a seat, WATCH, or "all" of them.
 * @param {View} view
 * @param {string | number} whose
 */
export function lookWith(view, whose) {
  view.bare.value = whose === ALL;
  view.stepped.value = [];
  view.eyes.value = whose === ALL ? WATCH : Number(whose);
}

/** @param {{ play: Play }} props */
function Eyes({ play: { view, open, seat } }) {
  const reel = /** @type {import("./reel.js").Reel} */ (view.reel.value);
  return html`
    <label class="viewer-part"><${Icon} name="eye" /><span class="sr">${t("replay.eyes")}</span>
      <select value=${view.bare.value ? ALL : seat} data-test="eyes"
        onChange=${(/** @type {Happening} */ { target }) => lookWith(view, target.value)}>
        ${open.seats.map((_, n) => html`<option key=${n} value=${n}>${seatName(open.seats, n)}</option>`)}
        <option value=${WATCH}>${t("replay.watcher")}</option>
        ${reel.hides && html`<option value=${ALL}>${t("replay.all")}</option>`}
      </select></label>
  `;
}

/** @param {{ play: Play }} props */
function Rounds({ play }) {
  const versions = marks(play, "round");
  if (versions.length < 2) return null;
  const now = versions.findLast((one) => one <= play.version) ?? "";
  return html`
    <label class="viewer-part"><span class="sr">${t("replay.round")}</span>
      <select value=${now} data-test="rounds"
        onChange=${(/** @type {Happening} */ { target }) => showVersion(play, Number(target.value))}>
        ${now === "" && html`<option value="">–</option>`}
        ${versions.map((one, n) => html`
          <option key=${one} value=${one}>${t("replay.round-of", { n: n + 1 })}</option>`)}
      </select></label>
  `;
}

/** @param {{ play: Play }} props */
function Copy({ play }) {
  const [copied, setCopied] = useState("");
  const link = momentLink(play);
  const copy = async () => {
    await navigator.clipboard?.writeText(link).catch(() => {});
    history.replaceState(null, "", link); // also to be had from the address, where there is no clipboard
    setCopied(link);
  };
  return html`
    <button type="button" class="quiet" data-test="copy-moment" aria-label=${t("replay.link")}
      title=${t("replay.link")} onClick=${copy}><${Icon} name=${copied === link ? "check" : "link"} /></button>
    <span class="sr" role="status">${copied === link ? t("invite.copied") : ""}</span>
  `;
}

const Costly = lateDialog(COSTLY, "Costly");

/**
 * Asks the bots what was costly in a game that is over. `plain`: a sign is enough.
 * @param {{ play: Play, plain?: boolean }} props
 */
export function AskBots({ play, plain = false }) {
  const [asked, set] = useState(false);
  const title = t("costly.title");
  return html`
    <button type="button" class=${plain ? "quiet" : ""} data-test="costly" title=${title} onClick=${() => set(true)}>
      <${Icon} name="bulb" /><span class=${plain ? "sr" : ""}>${title}</span></button>
    ${asked && html`<${Costly} play=${play} onClose=${() => set(false)} />`}
  `;
}

/** @param {{ play: Play }} props */
export const Viewer = ({ play }) => html`
  <div class="viewer" role="group" aria-label=${t("replay.label")} data-test="viewer">
    <${Eyes} play=${play} /><${Rounds} play=${play} />${!play.view.brought && html`
      <${Copy} play=${play} /><${AskBots} play=${play} plain=${true} />`}<${Branch} play=${play} />
  </div>
`;
