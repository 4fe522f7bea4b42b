/** The table's menu: the link, the variants, resigning, and what only the host may do. */

import { adviceOffered } from "./advice.js";
import { explaining } from "./explanation.js";
import { html, useState } from "./lib.js";
import { seatName } from "./gametext.js";
import { soundsOffered } from "./hearing.js";
import { AdviceOffer, SoundsOffer } from "./invitation.js";
import { Invite, inviteLink, invites } from "./invite.js";
import { phone } from "./media.js";
import { isLong } from "./returned.js";
import { change, person, preferencesOpen } from "./state.js";
import { mindName, mindsOf, t } from "./text.js";
import { Confirm, Dialog, Icon } from "./ui.js";
import { Variants } from "./waiting.js";

/**
 * Give a seat to a bot or to somebody who is watching.
 * @param {{ play: Play, seat: number, ask: (question: Sure) => void }} props
 */
function HandOver({ play, seat, ask }) {
  const { table, open, view } = play;
  const minds = mindsOf(open.table.game);
  const [to, setTo] = useState(`mind ${minds[0]}`);
  /** @param {string} who */
  const watches = (who) => open.seats.every(({ person: plays }) => plays !== who);
  const guests = view.people.value.filter(([who, name], n, all) =>
    name && watches(who) && all.findIndex(([other]) => other === who) === n);
  const name = seatName(open.seats, seat);
  const hand = () => {
    const [kind, value] = to.split(" ");
    const label =
      kind === "mind" ? t("host.bot", { mind: mindName(value) }) : (guests.find(([who]) => who === value)?.[1] ?? "");
    ask({
      title: t("host.hand"),
      text: t(open.seats[seat].kind === "person" && !open.seats[seat].stand_in ? "host.hand-sure" : "host.hand-free",
        { name, to: label }),
      yes: t("host.hand"),
      run: () => change("hand", table, seat, kind === "mind" ? value : "", kind === "person" ? value : ""),
    });
  };
  return html`
    <li class="row spread">
      <span><i class="seat-chip seat-${seat}" aria-hidden="true"></i> ${name}</span>
      <span class="row">
        <label class="inline"><span class="sr">${t("host.hand-to", { name })}</span>
          <select value=${to} data-test="hand-to"
            onChange=${(/** @type {Happening} */ event) => setTo(event.target.value)}>
            ${minds.map((mind) =>
                html`<option key=${mind} value="mind ${mind}">${t("setup.bot", { mind: mindName(mind) })}</option>`)}
            ${guests.map(([who, called]) => html`<option key=${who} value="person ${who}">${called}</option>`)}
          </select>
        </label>
        <button type="button" onClick=${hand} data-test="hand">${t("host.hand")}</button>
      </span>
    </li>
  `;
}

/** @param {{ play: Play, ask: (question: Sure) => void }} props */
function Host({ play, ask }) {
  const { open, table } = play;
  const close = () => ask({
    title: t("host.close"), text: t("host.close-sure"), yes: t("host.close"), run: () => change("close", table),
  });
  return html`
    <section>
      <h3><${Icon} name="crown" />${t("host.title")}</h3>
      ${open.table.phase === "playing" && !isLong(play) && html`
        <p class="muted">${t("host.hand-help")}</p>
        <ul class="plain">${open.seats.map((_, seat) =>
            html`<${HandOver} key=${seat} play=${play} seat=${seat} ask=${ask} />`)}</ul>`}
      <button type="button" class="danger" data-test="close-table" onClick=${close}>${t("host.close")}</button>
    </section>
  `;
}

/** @param {{ play: Play, onClose: () => void }} props */
export function TableMenu({ play, onClose }) {
  const { open, table, seat } = play;
  const [asking, ask] = useState(null);
  const running = ["open", "starting", "playing"].includes(open.table.phase);
  const host = open.table.host === person.value;
  const resign = () => ask({
    title: t("menu.resign"), text: t("menu.resign-sure"), yes: t("menu.resign"),
    run: () => change("leave", table, seat),
  });
  if (asking) return html`<${Confirm} ...${asking} onYes=${asking.run} onNo=${onClose} />`;
  return html`
    <${Dialog} title=${t("table.menu")} onClose=${onClose}>
      <div class="stack">
        ${phone.value && adviceOffered(play) && html`<${AdviceOffer} game=${open.table.game} />`}
        ${phone.value && soundsOffered(play) && html`<${SoundsOffer} />`}
        ${running && html`<section><h3>${t("invite.title")}</h3>
          <${Invite} link=${inviteLink(table)} text=${invites(open)} /></section>`}
        ${open.table.phase === "playing" && seat >= 0 && html`
          <section><h3>${t("menu.seat")}</h3><p class="muted">${t("menu.resign-help")}</p>
            <button type="button" class="danger" data-test="resign" onClick=${resign}><${Icon} name="flag" />
              ${t("menu.resign")}</button></section>`}
        ${host && running && html`<${Host} play=${play} ask=${ask} />`}
        ${Object.keys(open.game).length > 0 && html`
          <button type="button" data-test="explain" onClick=${() => { onClose(); explaining.value = true; }}>
            <${Icon} name="eye" /> ${t("explain.on")}</button>`}
        <div class="row">
          <a class="button" href="#/rules/${open.table.game}" target="_blank"><${Icon} name="rules" />
            ${t("lobby.rules")}</a>
          <button type="button" onClick=${() => { onClose(); preferencesOpen.value = true; }}><${Icon} name="gear" />
            ${t("nav.preferences")}</button>
        </div>
        <a class="button" href="#/" onClick=${onClose}><${Icon} name="home" />${t("nav.home")}</a>
        <section><h3>${t("setup.variants")}</h3><${Variants} open=${open} /></section>
      </div>
    <//>
  `;
}
