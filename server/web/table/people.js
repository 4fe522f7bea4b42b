/** The people at a table, and those who chatted and left; muting and reporting. */

import { seatName } from "../core/gametext.js";
import { lateDialog } from "../core/lazy_modules.js";
import { REPORT } from "../core/lazy_list.js";
import { html, useState } from "../core/lib.js";
import { isMuted, mute } from "./muted.js";
import { person } from "../core/state.js";
import { isolated, t } from "../core/text.js";
import { Avatar, Icon } from "../core/ui.js";

/**
 * Mutes a person, or undoes that.
 * @param {{ who: string, name: string }} props
 */
const Mute = ({ who, name }) => html`
  <button type="button" class="quiet round" data-test="mute" title=${t("people.mute")} aria-pressed=${isMuted(who)}
    aria-label=${t("people.mute-whom", { name: isolated(name) })} onClick=${() => mute(who, !isMuted(who))}>
    <${Icon} name="mute" /></button>`;

/** @typedef {[person: string, name: string, seat: number, here: boolean]} Met */

/**
 * Present people, then people who chatted and left.
 * @param {Play} play
 * @returns {Met[]}
 */
function met({ open, view }) {
  const here = view.people.value;
  const gone = new Map(view.chat.value.map((row) => [row.person, row.name]));
  for (const [who] of [...here, [person.value]]) gone.delete(who);
  const seatOf = (/** @type {string} */ who) => open.seats.findIndex((row) => row.person === who);
  return [
    ...here.map(([who, name, seat]) => /** @type {Met} */ ([who, name, seat, true])),
    ...[...gone].map(([who, name]) => /** @type {Met} */ ([who, name, seatOf(who), false])),
  ];
}

/**
 * The actions against an annoying person: mute, or report to the operator.
 * @param {{ who: string, name: string, onReport: () => void }} props
 */
const Against = ({ who, name, onReport }) => html`
  <${Mute} who=${who} name=${name} />
  <button type="button" class="quiet round" data-test="report" title=${t("people.report")} onClick=${onReport}
    aria-label=${t("people.report-whom", { name: isolated(name) })}><${Icon} name="flag" /></button>`;

/** @param {{ play: Play }} props */
export function People({ play }) {
  const { open, table } = play;
  const [reported, report] = useState(/** @type {{ who: string, name: string } | null} */ (null));
  /** @param {number} seat @param {boolean} here */
  const where = (seat, here) =>
    (!here ? t("people.gone") : seat < 0 ? t("seat.watching") : t("seat.number", { number: seat + 1 }));
  /** @param {string} who */
  const heardNot = (who) => (isMuted(who) ? ` · ${t("people.muted")}` : "");
  return html`
    <ul class="people" data-test="people">
      ${met(play).map(([who, name, seat, here]) => html`
        <li key="${who} ${seat}"><${Avatar} name=${name || seatName(open.seats, seat)}
          person=${who} bot=${!name || open.seats[seat]?.kind === "bot"} seat=${seat < 0 ? undefined : seat} />
          <span class="people-who">${seat < 0 ? name : seatName(open.seats, seat)}
            <span class="muted">${where(seat, here)}${heardNot(who)}</span></span>
          ${name && who !== person.value && open.seats[seat]?.kind !== "bot"
            && html`<${Against} who=${who} name=${name} onReport=${() => report({ who, name })} />`}
        </li>`)}
    </ul>
    ${reported && html`<${ReportDialog} table=${table} ...${reported} onClose=${() => report(null)} />`}
  `;
}

const ReportDialog = lateDialog(REPORT, "ReportDialog");
