/** The events since the person's last choice, in one line that can be stepped through and leads into the history. */

import { adviceOffered } from "../things/advice.js";
import { goneAt, stoodIn } from "./back.js";
import { html, useEffect, useRef, useState } from "../core/lib.js";
import { soundsOffered } from "../things/sound_offer.js";
import { showLine } from "./history.js";
import { FEATURE_OFFERS } from "../core/lazy_list.js";
import { late, loadLate } from "../core/lazy_modules.js";
import { rowsFrom, seatOf, Told } from "./log.js";
import { phone } from "../core/media.js";
import { heard } from "./muted.js";
import { told } from "../core/settings.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";

/** Log keys that the line omits: undone entries, and the end of the game, which the bar shows. */
const UNTOLD = new Set(["gone", "over"]);

/** @typedef {{ from: number, gone: boolean, asked: number | undefined, rows: ReturnType<typeof rowsFrom> }} Since */

/**
 * Rows of the log since the person's last choice, without the effects of that choice, or since a bot stands in; then
 * the earlier ones.
 * @param {Play} play
 */
function useRows(play) {
  const kept = useRef(/** @type {Since} */ ({ from: 0, gone: false, asked: undefined, rows: [] }));
  const { seat, ask, past, view } = play;
  const { log, table } = /** @type {Shown} */ (view.show.shown.value).public;
  const own = kept.current;
  if (past) return own.rows;
  if (ask.number !== own.asked) {
    if (own.asked !== undefined) Object.assign(own, { from: log[0] - play.lines.length, gone: false });
    own.asked = ask.number;
  }
  if (stoodIn(play)) Object.assign(own, { from: goneAt(play), gone: true });
  const rows = rowsFrom(table.game, log, own.from).filter(({ row }) => !UNTOLD.has(row[0][0]));
  const begin = own.gone ? 0 : rows.findIndex(({ row }) => seatOf(table.game, row) !== seat);
  if (begin >= 0) own.rows = rows.slice(begin);
  return own.rows;
}

/** @param {{ to: string, label: string, icon: string, onStep: () => void, off: boolean }} props */
function Step({ to, label, icon, onStep, off }) {
  return html`<button type="button" class="quiet" data-since=${to} aria-label=${t(label)} title=${t(label)}
    disabled=${off} onClick=${onStep}><${Icon} name=${icon} /></button>`;
}

/** The hint that things on the table explain themselves, shown until the person has used that. */
const Hint = () => !told.value.includes("explained") && html`<span class="since-hint" data-test="hint">
  ${t(navigator.maxTouchPoints ? "since.hint-touch" : "since.hint")}</span>`;

/** Delay (ms) after a question before an offer is shown; until then its module may load. */
const OFFER_DELAY_MS = 2_000;

/**
 * Until the delay is over: on a phone a placeholder.
 * @param {{ name: string }} props
 */
function Soon({ name }) {
  useEffect(() => {
    const timer = setTimeout(() => loadLate(name).catch(() => {}), OFFER_DELAY_MS); // the menu has it as well
    return () => clearTimeout(timer);
  }, [name]);
  return html`<span class="inviting"></span>`;
}

const Invited = late(FEATURE_OFFERS, "Invitation", Soon);

/**
 * During the person's turn: offers of advice and, later, of sounds. On a phone the offer of sounds is in the menu,
 * because the line has no room for it.
 * @param {{ play: Play }} props
 */
const Invitation = ({ play }) => play.ask.number !== undefined
  && (adviceOffered(play) || (!phone.value && soundsOffered(play))) && html`<${Invited} play=${play} />`;

/** @param {{ play: Play }} props */
export function Since({ play }) {
  if (play.view.reel.value) return html`<${Then} play=${play} />`;
  return html`<${Meanwhile} play=${play} />`;
}

/**
 * In a replay: the latest event.
 * @param {{ play: Play }} props
 */
function Then({ play }) {
  const row = rowsFrom(play.open.table.game, play.open.log).findLast((one) => one.row[0][0] !== "gone")?.row;
  const comments = heard(play.view.chat.value).filter(({ moment }) => moment === play.version);
  return html`<div class="since" data-test="since">${row && html`<span class="since-line">
    <span><${Told} play=${play} row=${row} /></span></span>`}
    ${comments.map(({ at, person, name, text }) => html`<span key="${at} ${person}" class="since-comment" dir="auto"
      data-test="comment"><${Icon} name="chat" /><b>${name}</b>: ${text}</span>`)}</div>`;
}

/** @param {{ play: Play }} props */
function Meanwhile({ play }) {
  const rows = useRows(play);
  const [back, go] = useState({ of: -1, n: 0 });
  if (!rows.length) return html`<div class="since" data-test="since"><${Hint} /><${Invitation} play=${play} /></div>`;
  const newest = rows[rows.length - 1].last;
  const n = back.of === newest ? Math.min(back.n, rows.length - 1) : 0;
  const at = rows.length - 1 - n;
  /** @param {number} by */
  const step = (by) => () => go({ of: newest, n: n - by });
  const { row, first, last } = rows[at];
  return html`
    <div class="since" role="group" aria-label=${t("since.label")} data-test="since">
      <${Step} to="back" label="since.back" icon="back" off=${at === 0} onStep=${step(-1)} />
      <span class="since-count" aria-hidden="true">${at + 1}/${rows.length}</span>
      <${Step} to="forward" label="since.forward" icon="forward" off=${n === 0} onStep=${step(1)} />
      <button type="button" class="since-line" key=${first} title=${t("history.show-this")}
        onClick=${() => showLine(play, last)}><span><${Told} play=${play} row=${row} /></span></button>
      <${Invitation} play=${play} />
    </div>
  `;
}
