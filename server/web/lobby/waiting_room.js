/** The waiting room: the seats, the link to share, the host's settings, the start. */

import { rulesLink } from "../things/anchors.js";
import { ask } from "../core/http.js";
import { Cover, GameFacts } from "./covers.js";
import { Face, botOptions } from "../core/faces.js";
import { DEALING_WARNING, HANDS_SHOWN, RULES } from "../core/lazy_list.js";
import { late, lateDialog, loadLate } from "../core/lazy_modules.js";
import { html, useEffect, useState } from "../core/lib.js";
import { seatName } from "../core/gametext.js";
import { takeInvitation } from "../core/invitation.js";
import { Invite, invites, tablePath } from "../core/invite.js";
import { clockText, describe, optionName, OptionTags } from "../core/options.js";
import { Origin } from "../table/origin.js";
import { eager } from "./quick_start.js";
import { Plate } from "../table/seats.js";
import { networkKey, onlyHere } from "../core/reach.js";
import { SeatCount } from "./seat_count.js";
import { change, notice, person, sit } from "../core/state.js";
import { Variants } from "../table/variants.js";
import { gameTexts, hasBoard, mindsOf, t } from "../core/text.js";
import { Icon } from "../core/ui.js";
import "../core/more_icons.js";

/**
 * Change from one own seat to a free one, which is taken first: whoever finds it taken keeps the old one.
 * @param {string} table
 * @param {number} from
 * @param {number} to
 */
async function moveSeat(table, from, to) {
  if (await sit(table, to)) await change("leave", table, from);
}

/**
 * `main`: to take this seat is what the person should do now.
 * @param {{ play: Play, seat: number, host: boolean, mine: number[], main: boolean }} props
 */
function SeatRow({ play, seat, host, mine, main }) {
  const { table, open } = play;
  const row = open.seats[seat];
  const [busy, setBusy] = useState(false);
  /** @param {() => Promise<unknown>} work */
  const once = (work) => async () => {
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  const own = row.person === person.value;
  const free = row.kind === "open" || (row.kind === "kept" && own);
  /** @param {Happening} event */
  const want = ({ target }) => {
    const { value } = target;
    if (value !== "me" && value !== "move") return change("want", table, seat, value);
    target.value = row.mind;
    return value === "me" ? sit(table, seat) : moveSeat(table, mine[0], seat);
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
          <button type="button" class=${main ? "primary" : ""} disabled=${busy} data-test="sit"
            onClick=${once(() => sit(table, seat))}
            aria-label="${t("waiting.sit")}: ${t("seat.number", { number: seat + 1 })}">${t("waiting.sit")}</button>`}
        ${!host && row.kind === "open" && mine.length === 1 && html`
          <button type="button" disabled=${busy} data-test="move" onClick=${once(() => moveSeat(table, mine[0], seat))}
            aria-label="${t("waiting.sit")}: ${t("seat.number", { number: seat + 1 })}">${t("waiting.sit")}</button>`}
        ${own && row.kind === "person" && html`
          <button type="button" disabled=${busy} onClick=${once(() => change("leave", table, seat))}>
            ${t("waiting.leave")}</button>`}
        ${host && row.kind === "open" && html`
          <label class="inline"><span class="sr">${t("waiting.bot-for", { number: seat + 1 })}</span>
            <select data-test="want" value=${row.mind} onChange=${want}>
              <option value="">${t("setup.person")}</option>
              ${botOptions(open.table.game)}
              ${mine.length === 1 && html`<option value="move">${t("waiting.sit")}</option>`}
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

const HandsLine = lateDialog(HANDS_SHOWN, "HandsLine");

const RulesShort = late(RULES, "RulesShort");

/**
 * The table's options that differ from the defaults; all of them in a collapsed detail.
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
 * The short rules, to read until all players are there.
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
 * Start the table automatically once its bots have their seats, if the person wanted to play at once. Returns whether
 * that is still pending.
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
    const timer = waits ? setTimeout(() => (eager.value = ""), BOTS_TIMEOUT_MS) : 0;
    return () => clearTimeout(timer);
  }, [waits]);
  return waits;
}

/** Time (ms) in which bots come. After it an automatic start is abandoned, and the waiting room says that none came. */
const BOTS_TIMEOUT_MS = 8_000;

/**
 * Are bots wanted but none connected, or late by more than bots need?
 * @param {number} wanted
 */
function useNoBots(wanted) {
  const [lonely, set] = useState(false);
  useEffect(() => {
    set(false);
    if (!wanted) return undefined;
    let here = true;
    ask("bots").then((some) => { if (here && !some) set(true); }, () => {}); // without an answer the delay decides
    const timer = setTimeout(() => set(true), BOTS_TIMEOUT_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  return lonely;
}

/**
 * Why the table waits, and what the person can do.
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
 * Begins the game; `fill`: first lets bots take the free seats, if that is possible. `main`: the main button.
 * @param {{ main: string, busy: boolean, missing: number, start: () => void, fill: (() => void) | null }} props
 */
function Begin({ main, busy, missing, start, fill }) {
  return html`
    <div class="row">
      <button type="button" class="${main === "start" ? "primary" : ""} big" data-test="start"
        disabled=${missing > 0 || busy} onClick=${start}>
        <${Icon} name="dice" />${t("waiting.start")}</button>
      ${fill && html`<button type="button" class=${main === "fill" ? "primary" : ""} data-test="fill" disabled=${busy}
        title=${t("waiting.fill-help")}
        onClick=${fill}><${Icon} name="bot" />${t("waiting.fill")}</button>`}
      ${missing > 0 && !fill && html`<span class="muted">${t("waiting.missing", { n: missing })}</span>`}
    </div>
  `;
}

/**
 * The function that fills all free seats with bots and starts the game once they sit; null if a person is still
 * expected, or if only bots would play.
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

/** @param {{ play: Play, main: boolean }} props */
const Inviting = ({ play: { table, open }, main }) => html`
  <div class="card waiting-invite"><h2>${t("invite.title")}</h2>
    <${Invite} path=${tablePath(table)} text=${invites(open)} main=${main} /></div>`;

/**
 * Is this seat free for a person?
 * @param {Protocol.Seat} row
 */
const isFree = ({ kind, mind }) => kind === "open" && !mind;

/**
 * The main button: what leads on now. Only one that works is the main one; "" while there is nothing to do but wait.
 * @param {{ open: Protocol.Public, host: boolean, mine: number[], missing: number, fill: unknown }} facts
 */
function mainButton({ open: { seats }, host, mine, missing, fill }) {
  if (host && !missing) return "start";
  if (!mine.length && seats.some(isFree)) return "sit";
  if (!host || !seats.some((row) => isFree(row) || row.kind === "kept")) return "";
  if (!onlyHere.value || networkKey.value) return "invite";
  return fill ? "fill" : "";
}

/**
 * Whoever opens an invitation gets a free seat at once, unless there is something to agree to first.
 * @param {Play} play
 * @param {boolean} host
 */
function useInvitation({ table, open }, host) {
  useEffect(() => {
    if (open.table.phase !== "open" || !takeInvitation(table) || host || open.table.hands_after) return;
    if (open.seats.some((row) => row.person === person.value) || !open.seats.some(isFree)) return;
    sit(table).then((done) => done && notice("note", "waiting.seated"));
  }, [table]);
}

/** @param {{ play: Play }} props */
export function Waiting({ play }) {
  const { open, table } = play;
  const { game, phase } = open.table;
  const [busy, setBusy] = useState(false);
  // The warning of unfair dealing is loaded before the deal, so that a dishonest server can't withhold it then.
  useEffect(() => { loadLate(DEALING_WARNING).catch(() => {}); }, []);
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
  useInvitation(play, host);
  const fill = filling(play);
  const main = mainButton({ open, host, mine, missing, fill });
  const firstFree = open.seats.findIndex(isFree);
  const hurries = useEager({ table, host, missing, start });
  const lonely = useNoBots(open.seats.filter((row) => row.kind === "open" && row.mind).length);
  if (phase === "starting") return html`<${Busy} text="waiting.dealing" />`;
  if (phase !== "open") return html`<section class="waiting-room"></section>`;
  if (hurries && !lonely) return html`<${Busy} text="waiting.bots-come" />`;
  if (busy) return html`<${Busy} text=${missing ? "waiting.bots-come" : "waiting.dealing"} />`;
  // A host who made a table for others first sees the link to send, without scrolling past all the seats.
  const first = host && firstFree >= 0;
  return html`
    <section class="waiting-room ${first ? "inviting" : ""}">
      ${first && html`<${Inviting} play=${play} main=${main === "invite"} />`}
      <div class="card waiting-seats">
        <header class="waiting-head">
          <${Cover} game=${game} board=${hasBoard(game)} />
          <div>
            <div class="row spread"><h2>${t("waiting.title")}</h2>${host && html`<${SeatCount} play=${play} />`}</div>
            ${describe(game) && html`<${GameFacts} game=${describe(game)} />`}
          </div>
        </header>
        <${Origin} open=${open} />
        ${open.table.hands_after && html`<${HandsLine} play=${play} />`}
        <ul class="seat-rows">${open.seats.map((_, seat) => html`
          <${SeatRow} key=${seat} play=${play} seat=${seat} host=${host} mine=${mine}
            main=${main === "sit" && seat === firstFree} />`)}</ul>
        <div role="status">${lonely && html`<${NoBots} host=${host} />`}</div>
        ${watches && html`<p class="muted">${t("waiting.full")}${bots && ` ${t("waiting.full-bots")}`}</p>`}
        ${host ? html`<${Begin} ...${{ main, busy, missing, start, fill: fill && busily(fill) }} />`
          : !missing && html`<p class="muted">${t("waiting.host-starts")}</p>`}
      </div>
      ${!first && html`<${Inviting} play=${play} main=${main === "invite"} />`}
      <${Reading} game=${game} />
      <${Rules} open=${open} />
    </section>
  `;
}
