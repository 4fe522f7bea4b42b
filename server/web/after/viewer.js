/** The controls of a replay: whose view, which round, and a link to the moment. */

import { Branch } from "./branch.js";
import { seatName } from "../core/gametext.js";
import { marks } from "../table/beginnings.js";
import { showVersion } from "../table/history.js";
import { ANALYSIS } from "../core/lazy_list.js";
import { lateDialog } from "../core/lazy_modules.js";
import { html, useState } from "../core/lib.js";
import { WATCH } from "../net/mirrors.js";
import { learnReach, linkTo, onlyHere } from "../core/reach.js";
import { notice } from "../core/state.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";
import "../core/more_icons.js";

/** Stands for a seat: nothing is hidden. */
const ALL = "all";

/**
 * The path of the link to the displayed moment and view.
 * @param {Play} play
 */
function momentPath({ view, version, seat }) {
  const eyes = view.bare.value ? ALL : seat;
  return `#/replay/${view.table}?at=${version}&seat=${eyes}`;
}

/**
 * Show the view of a seat, of WATCH, or of "all" seats.
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
  const reel = /** @type {import("../table/replay_data.js").Reel} */ (view.reel.value);
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
  const path = momentPath(play);
  const copy = async () => {
    await learnReach();
    const done = await navigator.clipboard?.writeText(linkTo(path)).then(() => true, () => false);
    history.replaceState(null, "", path); // without a clipboard the person can copy it from the address
    if (done) setCopied(path);
    else notice("note", "replay.in-address");
    if (onlyHere.value) notice("note", "reach.only-here");
  };
  return html`
    <button type="button" class="quiet" data-test="copy-moment" aria-label=${t("replay.link")}
      title=${t("replay.link")} onClick=${copy}><${Icon} name=${copied === path ? "check" : "link"} /></button>
    <span class="sr" role="status">${copied === path ? t("invite.copied") : ""}</span>
  `;
}

const Costly = lateDialog(ANALYSIS, "Costly");

/**
 * The button that requests the bots' analysis of a finished game. `plain`: an icon is enough.
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
