/** The table's menu: the link, the variants, resigning, and the host's actions. */

import { adviceOffered } from "../things/advice.js";
import { explaining } from "../things/explanation.js";
import { html, useState } from "../core/lib.js";
import { seatName } from "../core/gametext.js";
import { soundsOffered } from "../things/sound_offer.js";
import { AdviceOffer, SoundsOffer } from "../things/feature_offers.js";
import { Invite, invites, tablePath } from "../core/invite.js";
import { phone } from "../core/media.js";
import { isLong } from "./welcome_back.js";
import { handOnly } from "../core/settings.js";
import { change, person, preferencesOpen } from "../core/state.js";
import { mindName, mindsOf, t } from "../core/text.js";
import { Confirm } from "../core/forms.js";
import { Dialog, Icon } from "../core/ui.js";
import { Variants } from "./variants.js";

/**
 * Hand a seat over to a bot or to a watcher.
 * @param {{ play: Play, seat: number, ask: (question: Sure) => void }} props
 */
function HandOver({ play, seat, ask }) {
  const { table, open, view } = play;
  const minds = mindsOf(open.table.game);
  const [to, setTo] = useState(`mind ${minds[0]}`);
  /** @param {string} who */
  const watches = (who) => open.seats.every(({ person: plays }) => plays !== who);
  const guests = view.people.value.filter(([who, name, at], n, all) => // bots are at seats
    name && at < 0 && watches(who) && all.findIndex(([other]) => other === who) === n);
  const name = seatName(open.seats, seat);
  const row = open.seats[seat];
  const hand = () => {
    const [kind, value] = to.split(" ");
    const bot = kind === "mind";
    const what = row.person === person.value ? (bot ? "own-bot" : "own")
      : row.kind === "person" && !row.stand_in ? "sure" : bot ? "bot" : "free";
    const label = bot ? t(what === "sure" ? "host.bot-to" : "host.bot", { mind: mindName(value) })
      : guests.find(([who]) => who === value)?.[1] ?? "";
    const places = { name, to: label };
    const late = row.stand_in && row.person !== person.value ? ` ${t("host.hand-late", places)}` : "";
    ask({
      title: t("host.hand"),
      text: t(`host.hand-${what}`, places) + late,
      yes: t("host.hand"),
      run: () => change("hand", table, seat, bot ? value : "", bot ? "" : value),
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

const toggleHandOnly = () => { handOnly.value = handOnly.value === "on" ? "off" : "on"; };

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
        ${Object.keys(open.game).length > 0 && html`
          ${phone.value && seat >= 0 && html`<button type="button" aria-pressed=${handOnly.value === "on"}
            title=${t("hand-only.help")} data-test="hand-only" onClick=${() => { onClose(); toggleHandOnly(); }}>
            <${Icon} name="person" />${t("hand-only.on")}</button>`}
          <button type="button" data-test="explain" onClick=${() => { onClose(); explaining.value = true; }}>
            <${Icon} name="eye" /> ${t("explain.on")}</button>`}
        <div class="row">
          <a class="button" href="#/rules/${open.table.game}" target="_blank"><${Icon} name="rules" />
            ${t("lobby.rules")}</a>
          <button type="button" onClick=${() => { onClose(); preferencesOpen.value = true; }}><${Icon} name="gear" />
            ${t("nav.preferences")}</button>
        </div>
        <a class="button" href="#/" onClick=${onClose}><${Icon} name="home" />${t("nav.home")}</a>
        ${running && table && html`<section class="menu-invite"><h3>${t("invite.title")}</h3>
          <${Invite} path=${tablePath(table)} text=${invites(open)} />
          <p><a class="button" href="#/tv/${table}" target="_blank" title=${t("tv.help")} data-test="tv"
            onClick=${onClose}><${Icon} name="eye" />${t("tv.show")}</a></p></section>`}
        <section><h3>${t("setup.variants")}</h3><${Variants} open=${open} /></section>
        ${open.table.phase === "playing" && seat >= 0 && table && html`
          <section><h3>${t("menu.seat")}</h3><p class="muted">${t("menu.resign-help")}</p>
            <button type="button" class="danger" data-test="resign" onClick=${resign}><${Icon} name="flag" />
              ${t("menu.resign")}</button></section>`}
        ${host && running && html`<${Host} play=${play} ask=${ask} />`}
      </div>
    <//>
  `;
}
