/** The waiting room: who sits where, the link to share, what the host may change, the start. */

import { html, useState } from "./lib.js";
import { seatName } from "./gametext.js";
import { Invite } from "./invite.js";
import { clockText, describe, optionName, valueName } from "./options.js";
import { Plate } from "./seats.js";
import { change, person, sit } from "./state.js";
import { mindName, minds, t } from "./text.js";
import { Icon } from "./ui.js";

function SeatRow({ play, seat, host, mine }) {
  const { table, open } = play;
  const row = open.seats[seat];
  const [busy, setBusy] = useState(false);
  const once = (work) => async () => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const own = row.person === person.value;
  const free = row.kind === "open" || (row.kind === "kept" && own);
  const want = (event) => change("want", table, seat, event.target.value);
  return html`
    <li class="seat-row" data-seat=${seat} data-kind=${row.kind}>
      ${row.kind === "open" && !row.mind
        ? html`<div class="plate open seat-${seat}"><span class="avatar empty" aria-hidden="true"></span><span class="plate-name muted">${t("seat.free", { number: seat + 1 })}</span></div>`
        : html`<${Plate} play=${play} seat=${seat} />`}
      <div class="row">
        ${row.kind === "open" && row.mind && html`<span class="muted">${t("waiting.bot-comes")}</span>`}
        ${row.kind === "kept" && !own && html`<span class="muted">${t("waiting.kept")}</span>`}
        ${free && (mine.length === 0 || host) && html`
          <button type="button" class=${mine.length ? "" : "primary"} disabled=${busy} data-test="sit" onClick=${once(() => sit(table, seat))}
            aria-label=${t("waiting.sit-at", { number: seat + 1 })}>${t(mine.length ? "waiting.sit-too" : "waiting.sit")}</button>`}
        ${own && row.kind === "person" && html`<button type="button" disabled=${busy} onClick=${once(() => change("leave", table, seat))}>${t("waiting.leave")}</button>`}
        ${host && row.kind === "open" && html`
          <label class="inline"><span class="sr">${t("waiting.bot-for", { number: seat + 1 })}</span>
            <select data-test="want" value=${row.mind} onChange=${want}>
              <option value="">${t("setup.person")}</option>
              ${minds.value.map((mind) => html`<option key=${mind} value=${mind}>${t("setup.bot", { mind: mindName(mind) })}</option>`)}
            </select>
          </label>`}
        ${host && row.kind !== "open" && !own && html`
          <button type="button" disabled=${busy} data-test="remove" onClick=${once(() => change("remove", table, seat))}
            aria-label=${t("waiting.remove-name", { name: seatName(open.seats, seat) })}>${t("waiting.remove")}</button>`}
      </div>
    </li>
  `;
}

/** The table's variants and clock, in words. */
export function Variants({ open }) {
  const { game, options, clock } = open.table;
  return html`
    <dl class="variants">
      ${(describe(game)?.options ?? []).filter((row) => row.name in options).map(
        (row) => html`<div key=${row.name} class=${options[row.name] === row.default ? "" : "changed"}>
          <dt>${optionName(game, row.name)}</dt><dd>${valueName(game, row.name, options[row.name])}</dd></div>`,
      )}
      <div><dt>${t("setup.clock")}</dt><dd>${clock.length ? clockText(clock) : t("clock.none")}</dd></div>
      <div><dt>${t("setup.visibility")}</dt><dd>${t(open.table.public ? "setup.public" : "setup.link")}</dd></div>
    </dl>
  `;
}

export function Waiting({ play }) {
  const { open, table } = play;
  const [busy, setBusy] = useState(false);
  const host = open.table.host === person.value;
  const mine = open.seats.flatMap((row, s) => (row.kind === "person" && row.person === person.value ? [s] : []));
  const missing = open.seats.filter((row) => row.kind !== "person" && row.kind !== "bot").length;
  const full = open.seats.every((row) => row.kind !== "open" || row.mind);
  const start = async () => {
    setBusy(true);
    await change("start", table);
    setBusy(false);
  };
  if (open.table.phase === "starting") return html`<section class="waiting-room"><p class="card" role="status"><span class="spinner" aria-hidden="true"></span> ${t("waiting.dealing")}</p></section>`;
  if (open.table.phase !== "open") return html`<section class="waiting-room"></section>`;
  return html`
    <section class="waiting-room">
      <div class="card">
        <h2>${t("waiting.title")}</h2>
        <ul class="seat-rows">${open.seats.map((_, seat) => html`<${SeatRow} key=${seat} play=${play} seat=${seat} host=${host} mine=${mine} />`)}</ul>
        ${full && !mine.length && html`<p class="muted">${t("waiting.full")}</p>`}
        ${host
          ? html`<div class="row">
              <button type="button" class="primary big" data-test="start" disabled=${missing > 0 || busy} onClick=${start}><${Icon} name="dice" />${t("waiting.start")}</button>
              ${missing > 0 && html`<span class="muted">${t("waiting.missing", { n: missing })}</span>`}
            </div>`
          : html`<p class="muted">${t(missing ? "waiting.missing" : "waiting.host-starts", { n: missing })}</p>`}
      </div>
      <div class="card"><h2>${t("invite.title")}</h2><${Invite} table=${table} /></div>
      <div class="card">
        <h2>${t("setup.variants")}</h2>
        <${Variants} open=${open} />
        <p class="muted small"><${Icon} name="lock" />${t("verify.promise")} <code class="hash">${open.table.commitment}</code></p>
      </div>
    </section>
  `;
}
