/** The page of a group of friends: current tables, next evening, members, standings. */

import { save } from "../core/book_client.js";
import { calendar } from "../core/calendar.js";
import { forgetGroup, groupOf, rememberGroup } from "../core/group_list.js";
import { Invite } from "../core/invite.js";
import { html, useEffect, useRef, useState } from "../core/lib.js";
import { linkTo } from "../core/reach.js";
import { TableRow } from "../lobby/lobby.js";
import { Refusal } from "../net/net.js";
import { makeTable } from "../lobby/quick_start.js";
import { language, name } from "../core/settings.js";
import { go, notice } from "../core/state.js";
import { catalogue, dated, gameTitle, isolated, listed, mindName, ordinal, refusalText, t } from "../core/text.js";
import { Confirm } from "../core/forms.js";
import { Heading, Icon, Segments, useTitle } from "../core/ui.js";

/** Polling interval (ms) of the group. */
const POLL_INTERVAL_MS = 15_000;

/**
 * The path of the invitation link of a group.
 * @param {string} group
 */
const groupPath = (group) => `g/${group}`;

/** @param {number} ms */
const moment = (ms) => dated(ms, { dateStyle: "full", timeStyle: "short" });
/** @param {number} ms */
const day = (ms) => dated(ms, { dateStyle: "medium" });

/**
 * Make the next table with the setup of the last one.
 * @param {string} group
 * @param {NonNullable<Group["usual"]>} usual
 */
function likeLast(group, { wants, public: open, stand_in: standIn, ...rest }) {
  const me = wants.indexOf("");
  const seats = wants.map((mind, seat) => (seat === me ? "me" : mind));
  return makeTable({ ...rest, seats, open, standIn, group });
}

/** @param {{ group: string, usual: NonNullable<Group["usual"]> }} props */
function Again({ group, usual }) {
  const [busy, work] = useState(false);
  const again = async () => {
    work(true);
    if (!await likeLast(group, usual)) work(false);
  };
  const me = usual.wants.indexOf("");
  const seats = usual.wants.map((mind, seat) =>
    (mind ? t("group.bot", { mind: mindName(mind) }) : t(seat === me ? "group.you" : "group.friend")));
  return html`
    <div><button type="button" class="primary big" disabled=${busy} data-test="like-last" onClick=${again}>
      <${Icon} name="dice" />${t("group.again", { game: gameTitle(usual.game) })}</button></div>
    <p class="muted small">${t("group.again-help", { seats: listed(seats) })}</p>
  `;
}

/** @param {{ group: Group }} props */
function Playing({ group: { group, tables, usual } }) {
  const last = catalogue.value?.some((row) => row.name === usual?.game) ? usual : null;
  return html`
    <section class="card stack" aria-labelledby="group-tables">
      <h2 id="group-tables">${t("group.tables")}</h2>
      ${tables.length === 0 && html`<p class="muted">${t("group.no-tables")}</p>`}
      ${tables.length > 0 && html`<ul class="tables" data-test="group-tables">
        ${tables.map(({ table, ...row }) => html`<${TableRow} key=${table} table=${table} row=${row} />`)}</ul>`}
      ${last && html`<${Again} group=${group} usual=${last} />`}
      <div><a class="button ${last ? "" : "primary big"}" data-test="group-new"
        href="#/new/${last?.game ?? ""}?group=${group}"><${Icon} name="plus" />
        ${t(last ? "group.new" : "group.first")}</a></div>
    </section>
  `;
}

/**
 * A time as the value of a form field, in local time.
 * @param {number} ms
 */
const inField = (ms) => (ms ? new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16) : "");

/** @param {{ group: Group, change: (told: object) => void }} props */
function Evening({ group, change }) {
  const { evening, title } = group;
  const [at, set] = useState(inField(evening));
  useEffect(() => set(inField(evening)), [evening]);
  const keep = (/** @type {Happening} */ event) => {
    event.preventDefault();
    change({ evening: at ? new Date(at).getTime() : 0 });
  };
  const link = linkTo(groupPath(group.group));
  const file = () => save("stammtisch.ics", "text/calendar",
    calendar({ title: `${title} · Stammtisch`, at: evening, link, id: `evening-${group.group}`, now: Date.now() }));
  return html`
    <section class="card stack" aria-labelledby="group-evening">
      <h2 id="group-evening">${t("group.evening")}</h2>
      <p data-test="evening" class=${evening ? "" : "muted"}>${evening ? moment(evening) : t("group.no-evening")}</p>
      <form class="row" onSubmit=${keep}>
        <input type="datetime-local" value=${at} aria-label=${t("group.when")} data-test="when"
          onInput=${(/** @type {Happening} */ event) => set(event.target.value)} />
        <button type="submit" disabled=${at === inField(evening)} data-test="keep-evening">${t("group.keep")}</button>
        ${evening > 0 && html`<button type="button" data-test="calendar" onClick=${file}>
          <${Icon} name="clock" />${t("group.calendar")}</button>`}
      </form>
    </section>
  `;
}

/** @param {{ group: Group }} props */
function Standings({ group }) {
  const [season, pick] = useState("year");
  const { members, seasons, played } = group;
  const number = new Intl.NumberFormat(language.value, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
  const rows = seasons[season];
  return html`
    <section class="card stack" aria-labelledby="group-standings">
      <h2 id="group-standings">${t("group.standings")}</h2>
      ${played === 0 && html`<p class="muted">${t("group.no-games")}</p>`}
      ${played > 0 && html`
        <${Segments} legend=${t("group.season")} hidden=${true} name="season" value=${season} onPick=${pick}
          values=${Object.keys(seasons).map((key) => [key, t(`group.${key}`)])} />
        <table class="book-table" data-test="standings">
          <thead><tr>${["book.name", "book.games", "book.won", "group.ahead"].map((key) => html`
            <th key=${key} scope="col">${t(key)}</th>`)}</tr></thead>
          <tbody>${rows.map((row) => html`
            <tr key=${row.person}><th scope="row">${isolated(members[row.person])}</th>
              <td>${row.games}</td><td>${row.won}</td><td>${number.format(row.won - row.fair)}</td></tr>`)}</tbody>
        </table>
        <p class="muted small">${t("group.ahead-help")}</p>`}
    </section>
  `;
}

/** @param {{ row: Booked }} props */
function Game({ row }) {
  const players = [...row.players].sort((a, b) => a.place - b.place).map(({ place, person, name: called, mind }) =>
    `${ordinal(place)} ${person ? isolated(called) : mind ? mindName(mind) : t("group.stranger")}`);
  return html`
    <li class="book-game"><${Icon} name="dice" />
      <span><a href="#/replay/${row.table}">${gameTitle(row.game)}</a>
        <span class="muted"> ${players.join(" · ")}</span></span>
      <span class="muted">${day(row.at)}</span></li>`;
}

/** @param {{ group: Group, change: (told: object) => void, leave: () => void }} props */
function Members({ group, change, leave }) {
  const [asked, wonder] = useState(false);
  const [title, set] = useState(group.title);
  const rename = (/** @type {Happening} */ event) => {
    event.preventDefault();
    change({ title });
  };
  return html`
    <section class="card stack" aria-labelledby="group-members">
      <h2 id="group-members">${t("group.members")}</h2>
      <p data-test="members">${listed(Object.values(group.members).map(isolated))}</p>
      <${Invite} path=${groupPath(group.group)} text=${t("group.invite")} />
      <form class="row" onSubmit=${rename}>
        <input value=${title} maxlength="48" required aria-label=${t("group.title")} data-test="title"
          onInput=${(/** @type {Happening} */ event) => set(event.target.value)} />
        <button type="submit" disabled=${title === group.title || !title.trim()}>${t("group.rename")}</button>
        <button type="button" class="danger" data-test="leave-group" onClick=${() => wonder(true)}>
          <${Icon} name="close" />${t("group.leave")}</button>
      </form>
      ${asked && html`<${Confirm} title=${t("group.leave")} text=${t("group.leave-sure")} yes=${t("group.leave")}
        onYes=${leave} onNo=${() => wonder(false)} />`}
    </section>
  `;
}

/** @param {{ group: Group }} props */
const Streaming = ({ group: { stream } }) => html`
  <section class="card stack" aria-labelledby="group-stream">
    <h2 id="group-stream">${t("group.stream")}</h2>
    <p class="muted">${t("group.stream-help")}</p>
    <input readonly value=${linkTo(`#/stream/${stream}`)} aria-label=${t("group.stream-address")} data-test="stream"
      onFocus=${(/** @type {Happening} */ event) => event.target.select()} />
    <p class="muted small">${t("group.stream-more")}</p>
  </section>
`;

/** @param {{ group: Group, join: () => void }} props */
const Outside = ({ group, join }) => html`
  <section class="card stack">
    <p>${t("group.count", { n: group.count })}</p>
    <ul class="learn-points">${["tables", "written", "leave"].map((key) => html`<li key=${key}>
      <${Icon} name="check" /><span>${t(`group.joining-${key}`)}</span></li>`)}</ul>
    <div><button type="button" class="primary big" data-test="join-group" onClick=${join}>
      <${Icon} name="person" />${t("group.join", { name: isolated(name.value) })}</button></div>
  </section>
`;

/**
 * The group of this link, polled: null until it is loaded, the code of the refusal if it can't be. A response to a poll
 * that began before the person's own change is ignored.
 * @param {string} link
 */
function useGroup(link) {
  const [group, set] = useState(/** @type {Group | null | string} */ (null));
  const changes = useRef(0);
  /** Resolves to whether it succeeded. @type {(method?: string, told?: object) => Promise<boolean>} */
  const ask = async (method, told) => {
    const begun = (changes.current += method ? 1 : 0);
    try {
      const found = await groupOf(link, method, told);
      if (method) changes.current += 1;
      else if (begun !== changes.current) return true;
      if (found?.member) rememberGroup(found);
      else forgetGroup(link);
      set(found ?? "unknown-group");
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      const { code } = refusal;
      if (method) notice("refusal", code);
      else set((before) => (typeof before === "object" && before) || code);
      return false;
    }
  };
  useEffect(() => {
    set(null);
    const look = () => { if (!document.hidden) ask(); };
    look();
    const timer = setInterval(look, POLL_INTERVAL_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [link]);
  return { group, ask };
}

/** @param {{ group: Group, ask: (method?: string, told?: object) => Promise<boolean> }} props */
function Inside({ group, ask }) {
  const change = (/** @type {object} */ told) => { ask("PATCH", told); };
  const leave = async () => {
    if (await ask("DELETE")) go();
  };
  return html`
    <${Playing} group=${group} />
    <${Evening} group=${group} change=${change} />
    <${Standings} group=${group} />
    ${group.games.length > 0 && html`
      <section class="card" aria-labelledby="group-games"><h2 id="group-games">${t("book.played")}</h2>
        <ol data-test="group-games">${[...group.games].reverse().map((row) => html`
          <${Game} key=${row.table} row=${row} />`)}</ol></section>`}
    <${Streaming} group=${group} />
    <${Members} key=${group.title} group=${group} change=${change} leave=${leave} />
  `;
}

/** @param {{ link: string }} props */
export function GroupPage({ link }) {
  const { group, ask } = useGroup(link);
  const there = typeof group === "object" && group;
  const title = there ? there.title : t("group.label");
  useTitle(title);
  return html`
    <div class="page book-page">
      <p><a class="back" href="#/"><${Icon} name="back" />${t("nav.home")}</a></p>
      <${Heading}>${title}<//>
      ${group === null && html`<p class="muted" role="status">${t("lobby.loading")}</p>`}
      ${typeof group === "string" && html`<p class="card" role="status">${refusalText(group)}
        <button type="button" onClick=${() => ask()}>${t("gone.again")}</button></p>`}
      ${there && (there.member ? html`<${Inside} group=${there} ask=${ask} />`
        : html`<${Outside} group=${there} join=${() => ask("PUT", { name: name.value })} />`)}
    </div>
  `;
}

/** The form that founds a group; it only needs a name. */
export function Founding() {
  const [title, set] = useState("");
  const [busy, work] = useState(false);
  const heading = t("group.found");
  useTitle(heading);
  const found = async (/** @type {Happening} */ event) => {
    event.preventDefault();
    work(true);
    try {
      const made = await groupOf("", "POST", { title, name: name.value });
      if (made) go("g", made.group);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      notice("refusal", refusal.code);
      work(false);
    }
  };
  return html`
    <div class="page book-page">
      <p><a class="back" href="#/"><${Icon} name="back" />${t("nav.home")}</a></p>
      <${Heading}>${heading}<//>
      <form class="card stack" onSubmit=${found}>
        <p>${t("group.what")}</p>
        <label class="field"><span>${t("group.title")}</span>
          <input value=${title} maxlength="48" required data-test="group-title"
            onInput=${(/** @type {Happening} */ event) => set(event.target.value)} /></label>
        <div><button type="submit" class="primary big" disabled=${busy || !title.trim()} data-test="found">
          ${heading}</button></div>
      </form>
    </div>
  `;
}
