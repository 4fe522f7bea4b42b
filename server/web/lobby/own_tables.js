/** The person's own unfinished tables, each with a link and what it waits for. */

import { html, useEffect } from "../core/lib.js";
import { Cover } from "./covers.js";
import { nameOf } from "../core/faces.js";
import { recent } from "../core/recent.js";
import { lobby, person } from "../core/state.js";
import { glance, glances, isAsked, roomAt, seatsOf, Sitters } from "./tables.js";
import { gameTitle, hasBoard, isolated, listed, t } from "../core/text.js";
import { Icon } from "../core/ui.js";

/** Polling interval (ms) of a running table. */
const POLL_INTERVAL_MS = 8_000;

/** @param {Summary} row */
const mine = (row) => row.host === person.value || seatsOf(row, person.value).length > 0;

/**
 * Is a seat reserved for this person, at a table where the others meet again?
 * @param {Summary} row
 */
const isExpected = (row) =>
  row.phase === "open" && row.seats.some((seat) => seat.kind === "kept" && seat.person === person.value);

/** The names of all tables that may be the person's own: those in the lobby, and those that this browser visited. */
function candidates() {
  const listed = Object.entries(lobby.value ?? {}).filter(([, row]) => mine(row)).map(([table]) => table);
  return [...new Set([...listed, ...recent.value.map(({ table }) => table)])];
}

/**
 * The person's own tables that are open or running: first those that wait for this person, then the newest.
 * @returns {Listed[]}
 */
function ownTables() {
  const rows = candidates().flatMap((table) => {
    const row = glances.value[table];
    return row && mine(row) ? [/** @type {Listed} */ ([table, row])] : [];
  });
  /** @param {Summary} row */
  const rank = (row) => (isAsked(row, person.value) || isExpected(row) ? 0 : row.phase === "playing" ? 1 : 2);
  return rows.sort(([, a], [, b]) => rank(a) - rank(b) || b.made - a.made);
}

/** Keep the state of the person's own tables current while the page is visible. */
export function useOwnTables() {
  const names = candidates().join(" ");
  const stands = candidates().map((table) => JSON.stringify(lobby.value?.[table] ?? "")).join(" ");
  useEffect(() => { if (names) for (const table of names.split(" ")) glance(table); }, [names, stands, person.value]);
  useEffect(() => {
    const look = () => {
      if (document.hidden) return;
      for (const [table, row] of ownTables()) if (row.phase === "playing") glance(table);
    };
    const timer = setInterval(look, POLL_INTERVAL_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return ownTables();
}

/**
 * What the table waits for, as text.
 * @param {Summary} row
 */
function waitsFor(row) {
  if (isAsked(row, person.value)) return t("table.your-turn");
  const asked = row.asked ?? [];
  const n = asked.length;
  if (n) return t("table.turn-of", { n, name: listed(asked.map((seat) => nameOf(row.seats[seat], seat))) });
  if (row.phase !== "open") return t(`phase.${row.phase}`);
  if (isExpected(row)) return t("waiting.for-you");
  const missing = roomAt(row) + row.seats.filter(({ kind }) => kind === "kept").length;
  return missing ? t("waiting.missing", { n: missing }) : t("waiting.all-here");
}

/** @param {Summary} row */
const others = (row) => listed(
  row.seats.flatMap((seat, n) =>
    (seat.person !== person.value && seat.kind !== "open" ? [isolated(nameOf(seat, n))] : [])));

/** @param {{ table: string, row: Summary }} props */
function Own({ table, row }) {
  const asked = isAsked(row, person.value);
  const plays = seatsOf(row, person.value).length > 0;
  const way = t(row.phase !== "playing" ? "lobby.go-there" : plays ? "lobby.continue" : "lobby.watch");
  return html`
    <li class="card own-table ${asked ? "asked" : ""}" data-table=${table}>
      <${Cover} game=${row.game} board=${hasBoard(row.game)} />
      <div>
        <h3>${gameTitle(row.game)}</h3>
        <p class="own-waits">${waitsFor(row)}</p>
        <${Sitters} row=${row} />
      </div>
      <a class="button ${asked || row.phase === "open" ? "primary" : ""}" href="#/t/${table}"
        aria-label="${way}: ${gameTitle(row.game)}, ${others(row)}"><${Icon} name="forward" />${way}</a>
    </li>
  `;
}

/** @param {{ rows: Listed[] }} props */
export const OwnTables = ({ rows }) => html`
  <section aria-labelledby="own-title">
    <h2 id="own-title">${t("lobby.own")}</h2>
    <ul class="own-tables" data-test="own-tables">
      ${rows.map(([table, row]) => html`<${Own} key=${table} table=${table} row=${row} />`)}</ul>
  </section>
`;
