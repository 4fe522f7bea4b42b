/**
 * A table on a big screen in the room: readable from three metres, board first, whose turn it is, what just happened,
 * and a code that brings a phone to the table. The page has a person of its own (core/settings.js), who has no seat, so
 * the server never sends it what a player hides.
 */

import { Face, nameOf } from "../core/faces.js";
import { resultText, seatName } from "../core/gametext.js";
import { tablePath } from "../core/invite.js";
import { html, useEffect } from "../core/lib.js";
import { CodeForPhone } from "../core/sharing.js";
import { gameTitle, listed, t } from "../core/text.js";
import { rowsFrom, seatOf, Told } from "../table/log.js";
import { playOf, useTurn } from "../table/play.js";
import { Strip } from "../table/strip.js";
import { Bare, useScale, useWatched } from "./watched.js";

/** The screen (px) whose sizes screen.css has. */
export const WIDTH_PX = 1920, HEIGHT_PX = 1080;

/** Number of the last events that are shown. */
const EVENTS = 5;

/**
 * The last events, the newest first.
 * @param {{ play: Play }} props
 */
export function Events({ play }) {
  const { open } = play;
  const { game } = open.table;
  const rows = rowsFrom(game, open.log).filter(({ row }) => row[0][0] !== "gone").slice(-EVENTS).reverse();
  return html`
    <ol class="tv-events" aria-label=${t("tv.events")} data-test="tv-events">
      ${rows.map(({ first, row }, n) => html`
        <li key=${first} class="${n ? "" : "newest"} ${seatOf(game, row) < 0 ? "" : `seat-${seatOf(game, row)}`}">
          <${Told} play=${play} row=${row} /></li>`)}
    </ol>`;
}

/** @param {Protocol.Seat} row */
const isFree = (row) => row.kind === "open" && !row.mind;

/**
 * What a table waits for before the game.
 * @param {Protocol.Public} open
 */
function waitsFor({ seats, table: { phase } }) {
  if (phase !== "open") return t(`phase.${phase}`);
  const n = seats.filter(isFree).length;
  return n ? t("waiting.missing", { n }) : t("waiting.all-here");
}

/**
 * Whose turn it is, what is waited for, or how the game has ended.
 * @param {{ play: Play }} props
 */
function Now({ play: { open } }) {
  const asked = open.asks.map(([who]) => who);
  const { game, phase } = open.table;
  const text = phase === "over" ? resultText(open, -1)
    : asked.length
    ? t("table.turn-of", { n: asked.length, name: listed(asked.map((who) => seatName(open.seats, who))) })
    : waitsFor(open);
  return html`
    <header class="tv-now">
      <h1>${gameTitle(game)}</h1>
      <p class="tv-turn" role="status" data-test="tv-turn">
        ${asked.map((who) => html`<${Face} key=${who} row=${open.seats[who]} seat=${who} />`)}<span>${text}</span></p>
    </header>`;
}

/**
 * The code that brings a phone to the table.
 * @param {{ play: Play }} props
 */
const Code = ({ play: { table, open } }) => html`
  <div class="tv-code">
    <${CodeForPhone} path=${`#/${tablePath(table)}`} label=${t("tv.code-of")}
      text=${t(open.table.phase === "open" ? "tv.sit" : "tv.join")} /></div>`;

/**
 * Before the game: who sits, and the code to sit down.
 * @param {{ play: Play, scale: string }} props
 */
const Waiting = ({ play, scale }) => html`
  <div class="tv tv-waiting table-page" style=${scale} data-phase=${play.open.table.phase}>
    <${Now} play=${play} />
    <ul class="tv-seats">
      ${play.open.seats.map((row, seat) => {
        const free = isFree(row);
        return html`
          <li key=${seat} class="seat-${seat} ${free ? "free" : ""}"><${Face} row=${row} seat=${seat} />
            <span>${free ? t("tv.free") : nameOf(row, seat)}</span></li>`;
      })}
    </ul>
    <${Code} play=${play} />
  </div>`;

/**
 * A running table, with something beside the board.
 * @param {{ play: Play, scale: string, kind?: string, children: Children }} props
 */
export function Big({ play, scale, kind = "", children }) {
  const { module, open, version, settled } = play;
  const { Common, Frame = Bare } = module;
  const { game, phase } = open.table;
  return html`
    <div class="tv ${kind} stage table-page desk watching game-${game} ${phase}" style=${scale} data-version=${version}
      data-settled=${settled ? "yes" : "no"} data-phase=${phase} data-seat=${play.seat}>
      <${Now} play=${play} />
      <${Frame} play=${play}>
        <${Strip} play=${play} large=${null} onPick=${() => {}} />
        <section class="stage-board" aria-label=${t("stage.board")} data-test="board">
          <${Common} play=${play} /></section>
      <//>
      <aside class="tv-side">${children}</aside>
    </div>`;
}

/** @param {{ play: Play, scale: string }} props */
const Playing = ({ play, scale }) => html`
  <${Big} play=${play} scale=${scale}><${Events} play=${play} /><${Code} play=${play} /><//>`;

/** @param {{ view: View, module: Board }} props */
function Table({ view, module }) {
  const play = playOf(view, module);
  const scale = useScale(WIDTH_PX, HEIGHT_PX);
  useTurn(play);
  const title = gameTitle(play.open.table.game);
  useEffect(() => { document.title = `${title} · Stammtisch`; }, [title]);
  const Part = Object.keys(play.open.game).length ? Playing : Waiting;
  return html`<${Part} play=${play} scale=${scale} />`;
}

/** @param {{ table: string }} props */
export function Tv({ table }) {
  const { view, module } = useWatched(table);
  const scale = useScale(WIDTH_PX, HEIGHT_PX);
  if (view.show.shown.value && module) return html`<${Table} view=${view} module=${module} />`;
  return html`<div class="tv" style=${scale}><p class="tv-alone" role="status" data-test="tv-alone">
    ${t(view.gone.value ? "tv.gone" : "table.loading")}</p></div>`;
}
