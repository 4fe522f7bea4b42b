/** The lobby: the person's own tables, the games, and the tables of others that are open or running. */

import { Cover, GameTile } from "./covers.js";
import { told } from "../core/files.js";
import { groups } from "../core/group_list.js";
import { html, useEffect, useState } from "../core/lib.js";
import { clockText, OptionTags } from "../core/options.js";
import { OwnTables, useOwnTables } from "./own_tables.js";
import { recent } from "../core/recent.js";
import { language } from "../core/settings.js";
import { lobby, lobbyMore, person, wire } from "../core/state.js";
import { isAsked, roomAt, seatsOf, Sitters } from "./tables.js";
import { catalogue, dated, gameTitle, hasBoard, isolated, loadGame, t } from "../core/text.js";
import { Heading, Icon, Segments } from "../core/ui.js";

/**
 * The action that a table offers: its label, its icon, and whether it is a main action.
 * @param {Summary} row
 * @returns {[what: string, icon: string, main: boolean]}
 */
function way(row) {
  const own = seatsOf(row, person.value).length > 0;
  if (own && row.phase === "playing") return ["lobby.continue", "forward", true];
  if (own || row.host === person.value) return ["lobby.go-there", "forward", row.phase === "open"];
  return roomAt(row) ? ["lobby.join", "person", true] : ["lobby.watch", "eye", false];
}

/** @param {number} ms */
const moment = (ms) =>
  dated(ms, { dateStyle: "medium", timeStyle: "short" });

/** @param {{ table: string, row: Summary }} props */
export function TableRow({ table, row }) {
  const [what, icon, main] = way(row);
  const full = row.phase === "open" && !roomAt(row);
  const yours = row.host === person.value;
  useEffect(() => { loadGame(row.game); }, [row.game]);
  const title = t("lobby.table-of", { game: gameTitle(row.game), host: row.host_name });
  return html`
    <li class="table-row" data-table=${table}>
      <${Cover} game=${row.game} board=${hasBoard(row.game)} />
      <div class="table-row-words">
        <h3>${gameTitle(row.game)}</h3>
        <p class="muted">${t("lobby.host", { host: row.host_name })}${yours && ` · ${t("lobby.yours")}`}</p>
        ${row.quiet && html`<p class="muted">${t("lobby.left-since", { at: moment(row.since ?? row.made) })}</p>`}
        <p class="tags">
          ${row.clock.length > 0 && html`<span class="tag"><${Icon} name="clock" />${clockText(row.clock)}</span>`}
          ${row.branch && html`<span class="tag"><${Icon} name="branch" />${t("branch.tag")}</span>`}
          <${OptionTags} game=${row.game} options=${row.options} />
        </p>
      </div>
      <${Sitters} row=${row} />
      <span class="tag ${row.phase}">${t(full ? "lobby.full" : `phase.${row.phase}`)}</span>
      <a class="button ${main ? "primary" : ""}" href="#/t/${table}?look" aria-label="${t(what)}: ${title}">
        <${Icon} name=${icon} />${t(what)}</a>
    </li>
  `;
}

/**
 * The filters of the list by a table's state.
 * @type {Record<string, (row: Summary) => boolean>}
 */
const STATES = {
  all: () => true,
  open: (row) => roomAt(row) > 0,
  playing: (row) => row.phase === "playing",
  mine: (row) => row.host === person.value || seatsOf(row, person.value).length > 0,
};

/**
 * @param {{ state: string, pick: (state: string) => void, game: string, pickGame: (game: string) => void,
 *   games: string[] }} props
 */
function Filters({ state, pick, game, pickGame, games }) {
  return html`
    <div class="lobby-filters">
      <${Segments} legend=${t("lobby.filter")} hidden=${true} name="tables" value=${state} onPick=${pick}
        values=${Object.keys(STATES).map((key) => [key, t(`lobby.filter-${key}`)])} />
      ${games.length > 1 && html`
        <label><span class="sr">${t("setup.game")}</span>
          <select data-test="filter-game" value=${game}
            onChange=${(/** @type {Happening} */ event) => pickGame(event.target.value)}>
            <option value="">${t("lobby.every-game")}</option>
            ${games.map((name) =>
                html`<option key=${name} value=${name}>${gameTitle(name)}</option>`)}
          </select>
        </label>`}
    </div>
  `;
}

/** @param {{ rows: Listed[] }} props */
const Rows = ({ rows }) => rows.length > 0 && html`
  <ul class="tables card" data-test="tables">
    ${rows.map(([table, row]) => html`<${TableRow} key=${table} table=${table} row=${row} />`)}</ul>`;

/**
 * Running tables whose players are all absent: collapsed, below the others.
 * @param {{ rows: Listed[] }} props
 */
const LeftAlone = ({ rows }) => rows.length > 0 && html`
  <details class="left-alone" data-test="left-alone">
    <summary>${t("lobby.left", { n: rows.length })}</summary>
    <${Rows} rows=${rows} />
  </details>`;

/**
 * The tables of others, and the person's own if the filter asks for them; open ones first, then the newest.
 * @param {{ own: Listed[] }} props
 */
function Tables({ own }) {
  const [state, pick] = useState("all");
  const [game, pickGame] = useState("");
  const above = new Set(own.map(([table]) => table));
  const all = Object.entries(lobby.value ?? {});
  /** @param {Listed} row */
  const rank = ([, row]) => (row.phase === "open" ? 0 : 1);
  /** @param {Listed} row */
  const passes = ([table, row]) =>
    (state === "mine" || !above.has(table)) && STATES[state](row) && (!game || row.game === game);
  const shown = all.filter(passes).sort((a, b) => rank(a) - rank(b) || b[1].made - a[1].made);
  const games = [...new Set(all.map(([, row]) => row.game))].sort();
  const [left, lively] = [true, false].map((quiet) => shown.filter(([, row]) => !!row.quiet === quiet));
  return html`
    <section aria-labelledby="tables-title">
      <div class="row spread">
        <h2 id="tables-title">${t("lobby.tables")}</h2>
        ${all.length > 0 && html`<${Filters} ...${{ state, pick, game, pickGame, games }} />`}
      </div>
      ${lobby.value === null
        ? html`<p class="muted">${t("lobby.loading")}</p>`
        : lively.length === 0
          ? html`<p class="card empty-note">${t(all.length > left.length ? "lobby.none-such" : "lobby.none")}</p>`
          : html`<${Rows} rows=${lively} />`}
      <${LeftAlone} rows=${left} />
      ${lobbyMore.value && html`<button class="button" data-test="more-tables"
          onClick=${() => wire.browse(true, lobbyMore.value)}>${t("lobby.more")}</button>`}
    </section>
  `;
}

/** @param {{ rows: Recent[] }} props */
const Recent = ({ rows }) => html`
  <section aria-labelledby="recent-title">
    <h2 id="recent-title">${t("lobby.recent")}</h2>
    <ul class="recent">
      ${rows.map(({ table, game, at, with: names }) => html`
        <li key=${table}><a href="#/t/${table}">${gameTitle(game)}</a>
          <span class="muted"> ${names} · ${moment(at)}</span></li>`)}
    </ul>
  </section>
`;

/** The person's groups, and a link to found one. */
const Groups = () => html`
  <section aria-labelledby="groups-title">
    <h2 id="groups-title">${t("group.mine")}</h2>
    <p class="row">
      ${groups.value.map(({ group, title }) => html`<a key=${group} class="button" href="#/g/${group}">
        <${Icon} name="person" />${isolated(title)}</a>`)}
      <a class="button" href="#/g" data-test="to-founding"><${Icon} name="plus" />${t("group.found")}</a>
    </p>
  </section>
`;

export function Lobby() {
  const own = useOwnTables();
  useEffect(() => {
    wire.browse(true);
    return () => wire.browse(false);
  }, [language.value]);
  const asked = own.some(([, row]) => isAsked(row, person.value));
  const title = `${asked ? `● ${t("table.your-turn")} · ` : ""}${t("lobby.title")} · Stammtisch`;
  useEffect(() => { document.title = title; }, [title]);
  const running = new Set(own.map(([table]) => table));
  const earlier = recent.value.filter(({ table }) => !running.has(table));
  return html`
    <div class="page lobby">
      <${Heading}>${t("lobby.title")}<//>
      ${own.length > 0 && html`<${OwnTables} rows=${own} />`}
      <section aria-labelledby="games-title">
        <h2 id="games-title" class=${own.length ? "" : "sr"}>${t("lobby.games")}</h2>
        <ul class="games">
          ${(catalogue.value ?? []).map((game) => html`<${GameTile} key=${game.name} game=${game} />`)}</ul>
      </section>
      ${catalogue.value?.some(({ puzzles }) => puzzles > 0) && html`<section class="row" aria-label=${t("puzzle.to")}>
        <a class="button" href="#/puzzle" data-test="to-puzzles"><${Icon} name="bulb" />${t("puzzle.to")}</a>
        <span class="muted">${t("puzzle.to-help")}</span></section>`}
      <${Tables} own=${own} />
      ${earlier.length > 0 && html`<${Recent} rows=${earlier} />`}
      <${Groups} />
      <p class="row"><a href="#/book" data-test="to-book">${t("book.title")}</a>
        <a href="#/replay">${t("replay.title")}</a>
        ${told.offline && html`<a href="offline.html" data-test="to-offline">${t("offline.play")}</a>`}</p>
    </div>
  `;
}
