/** The ways into a game's history. What finds and shows its moments is in past.js, which the first look back loads. */

import { loadCode } from "../core/files.js";
import { PAST } from "../core/lazy_list.js";
import { loadLate } from "../core/lazy_modules.js";
import { html } from "../core/lib.js";
import { notice } from "../core/state.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";

/** @param {Play} play */
export const latest = (play) => /** @type {Shown} */ (play.view.show.shown.value);

/**
 * The newest available version.
 * @param {Play} play
 */
export const newest = (play) => play.view.reel.value?.last ?? latest(play).version;

/**
 * Loaded by the first look back; from then on each step is taken at once, before what is pressed after it.
 * @type {typeof import("./past.js") | null}
 */
let loaded = null;

/** @returns {Promise<typeof import("./past.js")>} */
const there = () => loadLate(PAST).then(() => loadCode(PAST)).then((past) => (loaded = past));

/** A failure to load it is shown as a message. @param {(past: typeof import("./past.js")) => unknown} use */
const look = (use) => (loaded ? use(loaded) : there().then(use, () => notice("note", "table.no-module")));

/**
 * The document of a version.
 * @param {Play} play
 * @param {number} version
 * @returns {Promise<Past>}
 */
export const documentAt = async (play, version) => (await there()).documentAt(play, version);

/**
 * Show the table at a version; the newest one returns to the present.
 * @param {Play} play
 * @param {number} version
 */
export const showVersion = (play, version) => look((past) => past.showVersion(play, version));

/**
 * Show the moment at which a log line was written.
 * @param {Play} play
 * @param {number} number
 */
export const showLine = (play, number) => look((past) => past.showLine(play, number));

/**
 * Take a step by its name, for buttons and keys; see keys.js.
 * @param {Play} play
 * @param {string} to
 */
export const takeStep = (play, to) => look((past) => past.takeStep(play, to));

/** @param {{ play: Play, to: string, icon?: string, label?: string, off?: boolean }} props */
export function Step({ play, to, icon = to, label = `history.${to}`, off }) {
  return html`
    <button type="button" class="quiet" data-step=${to} aria-label=${t(label)} title=${t(label)} disabled=${off}
      onClick=${() => takeStep(play, to)}>
      <${Icon} name=${icon} />
    </button>`;
}

/**
 * The buttons that lead into the history from the present.
 * @param {{ play: Play }} props
 */
export const History = ({ play }) => html`
  <div class="history" role="group" aria-label=${t("history.label")} data-test="history">
    <${Step} play=${play} to="turn-back" off=${play.version <= 1} />
    <${Step} play=${play} to="back" off=${play.version <= 1} />
  </div>
`;
