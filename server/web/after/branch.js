/** A finished game continues at a new table, from the displayed moment, with any players. */

import { bring, BROUGHT } from "../core/uploads.js";
import { seated, SeatChoice } from "../table/chairs.js";
import { seatName } from "../core/gametext.js";
import { html, useState } from "../core/lib.js";
import { wide } from "../core/media.js";
import { AUTO, WATCH } from "../net/mirrors.js";
import { eager, makeTable } from "../lobby/quick_start.js";
import { notice, person } from "../core/state.js";
import { mindsOf, t } from "../core/text.js";
import { Dialog, Icon, Segments } from "../core/ui.js";

/**
 * The proposed players: the person in the own seat, otherwise in the viewed or the asked one; bots in all others.
 * @param {Play} play
 */
function company({ open, seat }) {
  const own = open.seats.findIndex((row) => row.person && row.person === person.value);
  const mine = [own, seat, open.asks[0][0]].find((one) => one >= 0);
  const minds = mindsOf(open.table.game);
  return open.seats.map((row, n) => {
    if (n === mine) return "me";
    return minds.includes(row.mind) ? row.mind : minds[0] ?? "";
  });
}

/**
 * The log can't be continued from there, or not now.
 * @param {import("../net/net.js").Refusal} refusal
 */
function refused(refusal) {
  notice("refusal", refusal.code);
  return null;
}

/**
 * The choice of how hidden cards are dealt.
 * @param {{ play: Play, value: number, set: (knows: number) => void }} props
 */
function Hidden({ play: { open, view }, value, set }) {
  const seats = view.reel.value?.hides ? open.seats : [];
  return html`
    <label class="field"><span>${t("branch.hidden")}<small>${t("branch.hidden-help")}</small></span>
      <select value=${value} data-test="knows"
        onChange=${(/** @type {Happening} */ { target }) => set(Number(target.value))}>
        <option value=${AUTO}>${t("branch.as-it-was")}</option>
        ${seats.map((_, n) => html`
          <option key=${n} value=${n}>${t("branch.knows", { name: seatName(seats, n) })}</option>`)}
        <option value=${WATCH}>${t("branch.anew")}</option>
      </select>
    </label>
  `;
}

/**
 * The form for the new table.
 * @param {{ play: Play, onClose: () => void }} props
 */
function Wishes({ play, onClose }) {
  const { open, table, version } = play;
  const [seats, seatThem] = useState(() => company(play));
  const [knows, know] = useState(AUTO);
  const [listed, list] = useState(false);
  const [busy, work] = useState(false);
  /** @param {Happening} event */
  const submit = async (event) => {
    event.preventDefault();
    work(true);
    const { game, options } = open.table;
    const { brought } = play.view;
    const begun = brought && await bring(brought, version).catch(refused);
    const made = brought && !begun ? "" : await makeTable({
      game, seats, options, open: listed, origin: begun ? [begun.name, BROUGHT, knows] : [table, version, knows],
    });
    if (made && !seats.includes("") && seats.includes("me")) eager.value = made;
    if (!made) work(false);
  };
  return html`
    <${Dialog} title=${t("branch.title")} onClose=${onClose}>
      <form class="stack" onSubmit=${submit} data-test="branching">
        <p>${t("branch.text", { version })}</p>
        ${open.seats.map((_, n) => html`<${SeatChoice} key=${n} game=${open.table.game} seat=${n} value=${seats[n]}
          label=${seatName(open.seats, n)} you=${seats[n] === "me" || !seats.includes("me")}
          set=${(/** @type {string} */ who) => seatThem(seated(seats, n, who))} />`)}
        <${Hidden} play=${play} value=${knows} set=${know} />
        ${open.table.public && html`
          <${Segments} legend=${t("setup.visibility")} name="visibility" value=${listed ? "public" : "link"}
            onPick=${(/** @type {string} */ key) => list(key === "public")}
            values=${[["link", t("setup.link")], ["public", t("setup.public")]]} />`}
        <div class="row end">
          <button type="button" onClick=${onClose}>${t("cancel")}</button>
          <button type="submit" class="primary" disabled=${busy} data-test="make-branch">${t("setup.make")}</button>
        </div>
      </form>
    <//>
  `;
}

/**
 * The button from a moment of a replay to a new table. Automatic play does not change the chosen moment.
 * @param {{ play: Play }} props
 */
export function Branch({ play }) {
  const [from, set] = useState(/** @type {Play | null} */ (null));
  const title = t("branch.title");
  return html`
    <button type="button" class="quiet" data-test="branch" title=${title} disabled=${!play.open.asks.length}
      onClick=${() => set(play)}><${Icon} name="branch" /><span class=${wide.value ? "" : "sr"}>${title}</span></button>
    ${from && html`<${Wishes} play=${from} onClose=${() => set(null)} />`}
  `;
}
