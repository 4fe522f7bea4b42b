/** The waiting room: who sits where, the link to share, what the host may change, the start. */

import { rulesLink } from "./anchors.js";
import { ask } from "./asking.js";
import { Cover, GameFacts } from "./covers.js";
import { Face, botOptions } from "./faces.js";
import { late, loadLate, RULES, UNFAIR } from "./late.js";
import { html, useEffect, useState } from "./lib.js";
import { seatName } from "./gametext.js";
import { Invite, inviteLink, invites } from "./invite.js";
import { clockText, describe, optionName, OptionTags, valueName } from "./options.js";
import { Origin } from "./origin.js";
import { eager } from "./quick.js";
import { Plate } from "./seats.js";
import { change, person, sit } from "./state.js";
import { gameTexts, hasBoard, mindsOf, t } from "./text.js";
import { Icon } from "./ui.js";

/** @param {{ play: Play, seat: number, host: boolean, mine: number[] }} props */
function SeatRow({ play, seat, host, mine }) {
  const { table, open } = play;
  const row = open.seats[seat];
  const [busy, setBusy] = useState(false);
  /** @param {() => Promise<unknown>} work */
  const once = (work) => async () => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const own = row.person === person.value;
  const free = row.kind === "open" || (row.kind === "kept" && own);
  /** @param {Happening} event */
  const want = ({ target }) => {
    if (target.value !== "me") return change("want", table, seat, target.value);
    target.value = row.mind;
    return sit(table, seat);
  };
  return html`
    <li class="seat-row" data-seat=${seat} data-kind=${row.kind}>
      ${row.kind === "open" && !row.mind
        ? html`<div class="plate open seat-${seat}"><${Face} row=${row} seat=${seat} />
          <span class="plate-name muted">${t(host ? "seat.number" : "seat.free", { number: seat + 1 })}</span></div>`
        : html`<${Plate} play=${play} seat=${seat} />`}
      <div class="row">
        ${row.kind === "open" && row.mind && html`<span class="muted">${t("waiting.bot-comes")}</span>`}
        ${row.kind === "kept" && !own && html`<span class="muted">${t("waiting.kept")}</span>`}
        ${free && mine.length === 0 && html`
          <button type="button" class="primary" disabled=${busy} data-test="sit" onClick=${once(() => sit(table, seat))}
            aria-label="${t("waiting.sit")}: ${t("seat.number", { number: seat + 1 })}">${t("waiting.sit")}</button>`}
        ${own && row.kind === "person" && html`
          <button type="button" disabled=${busy} onClick=${once(() => change("leave", table, seat))}>
            ${t("waiting.leave")}</button>`}
        ${host && row.kind === "open" && html`
          <label class="inline"><span class="sr">${t("waiting.bot-for", { number: seat + 1 })}</span>
            <select data-test="want" value=${row.mind} onChange=${want}>
              <option value="">${t("setup.person")}</option>
              ${botOptions(open.table.game)}
              ${mine.length > 0 && html`<option value="me">${t("waiting.sit-too")}</option>`}
            </select>
          </label>`}
        ${host && row.kind !== "open" && !own && html`
          <button type="button" disabled=${busy} data-test="remove" onClick=${once(() => change("remove", table, seat))}
            aria-label=${t("waiting.remove-name", { name: seatName(open.seats, seat) })}>
            ${t("waiting.remove")}</button>`}
      </div>
    </li>
  `;
}

/**
 * The table's variants and clock, in words.
 * @param {{ open: Protocol.Public }} props
 */
export function Variants({ open }) {
  const { game, options, clock } = open.table;
  return html`
    <dl class="variants">
      ${(describe(game)?.options ?? []).filter((row) => row.name in options).map(
        (row) => html`<div key=${row.name} class=${options[row.name] === row.default ? "" : "changed"}>
          <dt>${optionName(game, row.name)}</dt><dd>${valueName(game, row.name, options[row.name])}</dd></div>`,
      )}
      <div><dt>${t("setup.clock")}</dt><dd>${clock.length ? clockText(clock) : t("clock.none")}</dd></div>
      <div><dt>${t("setup.tips")}</dt><dd>${t(`tips.${open.table.tips}`)}</dd></div>
      <div><dt>${t("setup.visibility")}</dt><dd>${t(open.table.public ? "setup.public" : "setup.link")}</dd></div>
    </dl>
  `;
}

const RulesShort = late(RULES, "RulesShort");

/**
 * What the table plays differently from the usual; all of it behind a detail.
 * @param {{ open: Protocol.Public }} props
 */
function Rules({ open }) {
  const { game, options, clock, commitment } = open.table;
  const described = describe(game)?.options ?? [];
  const changed = described.filter((row) => row.name in options && options[row.name] !== row.default);
  return html`
    <div class="card waiting-rules">
      <h2>${t("setup.variants")}</h2>
      <p class="tags">
        ${!changed.length && html`<span>${t("waiting.usual")}</span>`}
        <${OptionTags} game=${game} options=${options} />
        ${clock.length > 0 && html`<span class="tag"><${Icon} name="clock" />${clockText(clock)}</span>`}
        ${!open.table.public && html`<span class="tag"><${Icon} name="link" />${t("setup.link")}</span>`}
        ${open.table.lesson && html`<span class="tag"><${Icon} name="learn" />${t("lesson.label")}</span>`}
      </p>
      ${changed.map(({ name }) => html`
        <p key=${name} class="muted small" data-changed=${name}>
          <b>${optionName(game, name)}</b> ${gameTexts(game)?.options?.[name]?.help}</p>`)}
      ${open.table.lesson && html`<p class="muted">${t("lesson.dealt")}</p>`}
      <details><summary>${t("waiting.all-variants")}</summary><${Variants} open=${open} /></details>
      <details><summary><${Icon} name="lock" />${t("waiting.fair")}</summary>
        <p class="muted small">${t("verify.promise")} <code class="hash">${commitment}</code></p></details>
    </div>
  `;
}

/**
 * The short form of the rules, to read until all are there.
 * @param {{ game: string }} props
 */
const Reading = ({ game }) => html`
  <div class="card waiting-reading">
    <div class="row spread"><h2>${t("waiting.reading")}</h2>
      <a href=${rulesLink(game)} target="_blank">
        ${t("waiting.in-full")}<span class="sr"> (${t("rules.new-window")})</span></a></div>
    <${RulesShort} game=${game} />
  </div>
`;

/**
 * The table begins by itself as soon as its bots sit, where somebody wants to play at once; does it still?
 * @param {{ table: string, host: boolean, missing: number, start: () => void }} props
 */
function useEager({ table, host, missing, start }) {
  const waits = eager.value === table;
  useEffect(() => {
    if (!waits || !host || missing) return;
    eager.value = "";
    start();
  }, [waits, host, missing]);
  useEffect(() => {
    const timer = waits ? setTimeout(() => (eager.value = ""), PATIENCE) : 0;
    return () => clearTimeout(timer);
  }, [waits]);
  return waits;
}

/** Milliseconds after which whoever wanted to play at once sees the waiting room after all, and what is wrong there. */
const PATIENCE = 8_000;

/**
 * Are bots wanted where there are none, or have they stayed away for longer than bots need?
 * @param {number} wanted
 */
function useNoBots(wanted) {
  const [lonely, set] = useState(false);
  useEffect(() => {
    set(false);
    if (!wanted) return undefined;
    let here = true;
    ask("bots").then((some) => { if (here && !some) set(true); }, () => {}); // who isn't told sees it in time
    const timer = setTimeout(() => set(true), PATIENCE);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  return lonely;
}

/**
 * Why nothing happens, and what can be done.
 * @param {{ host: boolean }} props
 */
const NoBots = ({ host }) => html`
  <p class="waiting-note" data-test="no-bots">${t("waiting.no-bots")}
    ${host && ` ${t("waiting.no-bots-host", { person: t("setup.person") })}`}</p>`;

/** @param {{ text: string }} props */
const Busy = ({ text }) => html`
  <section class="waiting-room">
    <p class="card" role="status"><span class="spinner" aria-hidden="true"></span> ${t(text)}</p>
  </section>`;

/**
 * Begins the game; `fill`: has bots take all seats that are free first, where they may.
 * @param {{ busy: boolean, missing: number, start: () => void, fill: (() => void) | null }} props
 */
function Begin({ busy, missing, start, fill }) {
  return html`
    <div class="row">
      <button type="button" class="primary big" data-test="start" disabled=${missing > 0 || busy} onClick=${start}>
        <${Icon} name="dice" />${t("waiting.start")}</button>
      ${fill && html`<button type="button" data-test="fill" disabled=${busy} title=${t("waiting.fill-help")}
        onClick=${fill}><${Icon} name="bot" />${t("waiting.fill")}</button>`}
      ${missing > 0 && !fill && html`<span class="muted">${t("waiting.missing", { n: missing })}</span>`}
    </div>
  `;
}

/**
 * Has bots take all seats that are free, and the game begin as soon as they sit; null where somebody is still expected
 * to come, or nobody would play but bots.
 * @param {Play} play
 */
function filling({ table, open }) {
  const [bot] = mindsOf(open.table.game);
  const free = open.seats.flatMap(({ kind, mind }, seat) => (kind === "open" && !mind ? [seat] : []));
  const seated = open.seats.some(({ kind }) => kind === "person");
  if (!bot || !free.length || !seated || open.seats.some(({ kind }) => kind === "kept")) return null;
  return async () => {
    for (const seat of free) await change("want", table, seat, bot);
    eager.value = table;
  };
}

/** @param {{ play: Play }} props */
const Inviting = ({ play: { table, open } }) => html`
  <div class="card waiting-invite"><h2>${t("invite.title")}</h2>
    <${Invite} link=${inviteLink(table)} text=${invites(open)} /></div>`;

/** @param {{ play: Play }} props */
export function Waiting({ play }) {
  const { open, table } = play;
  const { game, phase } = open.table;
  const [busy, setBusy] = useState(false);
  // What would warn of unfair dealing is here before anybody can deal: whoever deals must not be able to withhold it.
  useEffect(() => { loadLate(UNFAIR).catch(() => {}); }, []);
  const host = open.table.host === person.value;
  const mine = open.seats.flatMap((row, s) => (row.kind === "person" && row.person === person.value ? [s] : []));
  const missing = open.seats.filter((row) => row.kind !== "person" && row.kind !== "bot").length;
  const watches = open.seats.every((row) => row.person !== person.value && (row.kind !== "open" || row.mind));
  const bots = !host && open.seats.some(({ kind, mind }) => kind === "bot" || mind);
  /** @param {() => Promise<unknown>} work */
  const busily = (work) => async () => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const start = busily(() => change("start", table));
  const fill = filling(play);
  const hurries = useEager({ table, host, missing, start });
  const lonely = useNoBots(open.seats.filter((row) => row.kind === "open" && row.mind).length);
  if (phase === "starting") return html`<${Busy} text="waiting.dealing" />`;
  if (phase !== "open") return html`<section class="waiting-room"></section>`;
  if (hurries && !lonely) return html`<${Busy} text="waiting.bots-come" />`;
  if (busy) return html`<${Busy} text=${missing ? "waiting.bots-come" : "waiting.dealing"} />`;
  // Whoever has made a table for others sends them the link first, without a way past all the seats.
  const first = host && open.seats.some((row) => row.kind === "open" && !row.mind);
  return html`
    <section class="waiting-room ${first ? "inviting" : ""}">
      ${first && html`<${Inviting} play=${play} />`}
      <div class="card waiting-seats">
        <header class="waiting-head">
          <${Cover} game=${game} board=${hasBoard(game)} />
          <div><h2>${t("waiting.title")}</h2>${describe(game) && html`<${GameFacts} game=${describe(game)} />`}</div>
        </header>
        <${Origin} open=${open} />
        <ul class="seat-rows">${open.seats.map((_, seat) => html`
          <${SeatRow} key=${seat} play=${play} seat=${seat} host=${host} mine=${mine} />`)}</ul>
        <div role="status">${lonely && html`<${NoBots} host=${host} />`}</div>
        ${watches && html`<p class="muted">${t("waiting.full")}${bots && ` ${t("waiting.full-bots")}`}</p>`}
        ${host ? html`<${Begin} ...${{ busy, missing, start, fill: fill && busily(fill) }} />`
          : !missing && html`<p class="muted">${t("waiting.host-starts")}</p>`}
      </div>
      ${!first && html`<${Inviting} play=${play} />`}
      <${Reading} game=${game} />
      <${Rules} open=${open} />
    </section>
  `;
}
