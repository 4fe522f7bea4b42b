/**
 * A table: the waiting room before the start, then the stage (stage.js) with the game on it. Independent of any
 * single game; a game provides `games/<game>/board.js`, whose default export fills the stage:
 *
 *   Common({ play })          the common area; `play` as in play.js
 *   Mine({ play })            the person's own area, without the hand if there is a `Hand`
 *   Hand({ play })            the person's own hand
 *   Seat({ play, seat })      one player's whole area as others see it, large
 *   Choices({ play })         choices on the action line that need more than a button: a form, a card's actions
 *   figures(play, seat)       rows { key, icon, value, label } for the strip: "score" first, then "money", then others
 *   held(play)                rows as from `figures`: what this seat holds that others don't see; for streams
 *   offersAt(play, seat)      rows [verb, noun] of the choices in another player's area
 *   Frame({ play, children }) the wrapper of all these: definitions for drawings, explanations, flying pieces
 *   pageOf(play)              the page for a question on a phone, "board" or "mine"; default: the one with most choices
 *   onBoard(verb, noun)       is this option clicked in one of these? All others get a button on the action line
 *   stages(before, after, lines)   one move in pieces: rows of { game, lines, ms }
 *   turns                     keys of the log lines that begin a turn
 *   turn(game, hints)         the current player, or any value that differs from turn to turn
 *   longTurns                 turns may have very many moves; then values of `turn` never repeat
 *   prepare()                 fetch what the board needs before it is drawn
 *   tune(lines)               the sound for these lines, or null
 *   costs(play, verb, noun)   the price or gain of an option as text, or nothing; for the list of options
 *   picture(group, n)         the drawing of a thing that the texts explain, or null; for the rules page
 *   sign(line)                a small drawing for a line of the log, or null
 *   own(group, n)             a note if part of it is our own design, or ""
 *   Drawings()                definitions for such drawings, included once in that page
 *   around(play)              the classes around `Frame`, for a board that is drawn without one
 */

import { fileAt, loadCode } from "../core/files.js";
import { loadModule, useModule } from "../core/games.js";
import { adviceOffered } from "../things/advice.js";
import { noteOffer } from "../things/evening.js";
import { soundsOffered } from "../things/sound_offer.js";
import { History, newest } from "./history.js";
import {
  COACH, DEALING_WARNING, HOME, MENU, REPLAY, SEAT_OFFERS, TABLE_MISSING, WAKE_LOCK,
} from "../core/lazy_list.js";
import { late, lateDialog } from "../core/lazy_modules.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/lib.js";
import { phone } from "../core/media.js";
import { pasts, playOf, useTurn } from "./play.js";
import { forget, remember } from "../core/recent.js";
import { lines, linesSince, seatName } from "../core/gametext.js";
import { Side, ToSide, useSide } from "./side.js";
import { language } from "../core/settings.js";
import { Stage } from "./stage.js";
import { away, look, lookFrom, notice, person, preferencesOpen } from "../core/state.js";
import { gameTitle, isolated, loadGame, listed, t } from "../core/text.js";
import { Heading, Icon, Segments, staged } from "../core/ui.js";

const TableMenu = lateDialog(MENU, "TableMenu");
const Waiting = late(HOME, "Waiting");
const Viewer = late(REPLAY, "Viewer");
const Gone = late(TABLE_MISSING, "Gone");

const Loading = () => html`
  <div class="page"><${Heading}>${t("table.loading")}<//><p class="spinner big" aria-hidden="true"></p></div>`;

/**
 * The page of one table. `Replay`: the component for a replay, if that is wanted; see replay.js.
 * @param {{ table: string, Replay: typeof import("../after/replay.js").Replay | null }} props
 */
export function TablePage({ table, Replay }) {
  const view = look(table);
  const shown = view.show.shown.value;
  const game = shown?.public.table.game;
  const gone = view.gone.value;
  const module = useModule(game ?? "");
  useEffect(() => () => {
    away(table);
    pasts.value = {}; // whoever comes back comes to the present
  }, [table]);
  useEffect(() => {
    if (game) Promise.all([loadGame(game), loadModule(game)]).catch(() => notice("note", "table.no-module"));
  }, [game, language.value, !module]);
  useEffect(() => { if (gone === "unknown-table") forget(table); }, [gone]);
  if (gone) return html`<${Gone} table=${table} code=${gone} game=${view.missing} />`;
  if (!shown || !module) return html`<${Loading} />`;
  view.show.stages = module.stages;
  if (Replay) return html`<${Replay} view=${view} module=${module} over=${shown.public.table.phase === "over"} />`;
  return html`<${Table} view=${view} module=${module} />`;
}

/**
 * @param {View} view
 * @param {Protocol.Public} open
 */
function useRemembered(view, open) {
  const sits = open.seats.some((row) => row.person === person.value) || open.table.host === person.value;
  const others = open.seats.filter((row) => row.person && row.person !== person.value);
  const names = listed(others.map((row) => isolated(row.name)));
  const own = sits && person.value && !view.brought;
  useEffect(() => { if (own) remember(view.table, open.table.game, names); }, [own, names]);
}

/**
 * Notify a person who has given up the seat in a running game, or lost it to a bot or to another person, or whose seat
 * was freed before the game began.
 * @param {View} view
 */
function useSeatLost({ show }) {
  const { table, seats, log } = /** @type {Shown} */ (show.shown.value).public;
  const seat = seats.findIndex((row) => row.person === person.value);
  const before = useRef({ seat, lines: log[0] });
  useEffect(() => {
    const { seat: sat, lines: known } = before.current;
    if (sat >= 0 && seat < 0) {
      const [how] = lines(log).findLast(([key, who]) => LOSSES.has(key) && who === sat) ?? [];
      const freed = linesSince([known], log).some(([key, who]) => key === "freed" && who === sat);
      if (table.phase === "playing") notice("note", how === "left" ? "table.seat-left" : "table.seat-lost");
      else if (table.phase === "open" && !freed) notice("note", "table.removed");
    }
    before.current = { seat, lines: log[0] };
  }, [seat, log[0]]);
}

/**
 * Notify people when another player becomes the host.
 * @param {View} view
 */
function useHost({ show }) {
  const { table: { host }, seats } = /** @type {Shown} */ (show.shown.value).public;
  const known = useRef(host);
  useEffect(() => {
    if (known.current === host) return;
    known.current = host;
    const seat = seats.findIndex((row) => row.person === host);
    if (host === person.value) notice("note", "table.host-you");
    else if (seat >= 0) notice("note", "table.host-other", { name: seatName(seats, seat) });
  }, [host]);
}

/** @param {boolean} on */
const keepAwake = (on) => {
  if (navigator.maxTouchPoints) loadCode(WAKE_LOCK).then((module) => module.keepAwake(on)).catch(() => {});
};

/**
 * The screen of a phone stays on while the person plays here.
 * @param {View} view
 */
function useAwake({ show, reel }) {
  const { version, public: { table, seats } } = /** @type {Shown} */ (show.shown.value);
  const plays = table.phase === "playing" && !reel.value && seats.some((row) => row.person === person.value);
  useEffect(() => keepAwake(plays), [plays, version]);
  useEffect(() => () => keepAwake(false), []);
}

/** Log keys that say that a seat has lost its player. */
const LOSSES = new Set(["left", "handed"]);

/** @param {{ view: View, module: Board }} props */
export function Table({ view, module }) {
  const play = playOf(view, module);
  const side = useSide(play);
  const { open } = play;
  const [menu, setMenu] = useState(false);
  useTurn(play);
  useTitle(play);
  useSeatLost(view);
  useHost(view);
  useAwake(view);
  useRemembered(view, open);
  const playing = Object.keys(open.game).length > 0;
  useStaged(playing);
  const bar = html`<${Bar} play=${play} side=${side} playing=${playing} onMenu=${() => setMenu(true)} />`;
  const notes = html`<${Notes} play=${play} />`;
  return html`
    ${playing
      ? html`<${Stage} play=${play} side=${side} bar=${bar} notes=${notes} />`
      : html`
        <div class="table-page ${open.table.phase}" data-version=${play.version}
          data-settled=${play.settled ? "yes" : "no"} data-phase=${open.table.phase} data-seat=${play.seat}>
          ${bar}${notes}<div class="table-grid waiting"><${Waiting} play=${play} />
            <${Side} play=${play} side=${side} /></div>
        </div>`}
    ${menu && html`<${TableMenu} play=${play} onClose=${() => setMenu(false)} />`}
  `;
}

/**
 * During a game the table's bar replaces the page's.
 * @param {boolean} playing
 */
function useStaged(playing) {
  useLayoutEffect(() => {
    staged.value = playing;
    return () => (staged.value = false);
  }, [playing]);
}

/** @param {{ play: Play, side: Beside, playing: boolean, onMenu: () => void }} props */
function Bar({ play, side, playing, onMenu }) {
  const { game } = play.open.table;
  const advises = adviceOffered(play);
  const offer = !playing ? "" : advises ? "advice" : soundsOffered(play) ? "sounds" : "";
  const asks = phone.value && offer;
  useEffect(() => { if (offer) noteOffer(offer, play.table); }, [offer]);
  return html`
    <header class="table-bar ${playing ? "stage-bar" : ""}">
      ${playing && html`<button type="button" class="skip" data-test="to-words" onClick=${side.words}>
          ${t("side.to-words")}</button>
        <a class="stage-home" href="#/" title=${t("nav.home")} aria-label=${t("nav.home")}>
          <img src=${fileAt("icon.svg")} alt="" width="30" height="30" /></a>`}
      <${Heading}>${gameTitle(game)}<//>
      <div class="table-now">
        <${Status} play=${play} />
        ${!phone.value && play.view.reel.value && html`<${Viewer} play=${play} />`}
      </div>
      <div class="table-tools">
        ${playing && !play.past && !play.view.practice && html`<${History} play=${play} />`}
        <${ToSide} side=${side} />
        ${!playing && html`<a class="button quiet" href="#/rules/${game}" target="_blank" title=${t("lobby.rules")}>
          <${Icon} name="rules" /><span>${t("lobby.rules")}</span></a>`}
        ${playing && html`<button type="button" class="quiet" data-test="preferences" title=${t("nav.preferences")}
          onClick=${() => (preferencesOpen.value = true)}>
          <${Icon} name="gear" /><span class="sr">${t("nav.preferences")}</span></button>`}
        <button type="button" class="quiet ${asks ? "marked" : ""}" data-test="menu" title=${t("table.menu")}
          onClick=${onMenu}><${Icon} name="menu" /><span>${t("table.menu")}</span>
          ${asks && html`<span class="sr">. ${t(advises ? "advice.offer" : "since.sounds")}</span>`}</button>
      </div>
    </header>
  `;
}

const Coach = late(COACH, "Coach");
const Offers = lateDialog(SEAT_OFFERS, "Offers");
const Unfair = lateDialog(DEALING_WARNING, "Unfair");

/**
 * Notes above the table: unfair dealing, pending seat transfers, the switch between own seats, a lesson.
 * @param {{ play: Play }} props
 */
const Notes = ({ play }) => html`
  ${play.view.unfair.value.length > 0 && html`<${Unfair} play=${play} />`}
  ${phone.value && play.view.reel.value && html`<${Viewer} play=${play} />`}
  ${play.open.table.phase === "playing" && !play.past && play.open.seats.some(({ offer }) => offer.number)
    && html`<${Offers} play=${play} />`}
  ${!play.view.reel.value && play.view.mirrors.value.size > 1 && html`
    <${SeatSwitch} view=${play.view} open=${play.open} />`}
  ${!play.view.reel.value && play.open.table.lesson && html`<${Coach} play=${play} />`}
  ${play.view.practice && html`<${play.view.practice.Note} play=${play} />`}
  ${play.open.table.phase === "closed" && html`<p class="card closed-note" role="status">${t("log.closed")}</p>`}
`;

/**
 * What the table waits for, in one line.
 * @param {{ open: Protocol.Public, seat: number }} props
 */
function waitsFor({ open, seat }) {
  const asked = open.asks.map(([who]) => who);
  if (asked.includes(seat)) return t("table.your-turn");
  const n = asked.length;
  if (n) return t("table.turn-of", { n, name: listed(asked.map((who) => seatName(open.seats, who))) });
  if (open.table.phase !== "open") return t(`phase.${open.table.phase}`);
  const missing = open.seats.filter((row) => row.kind !== "person" && row.kind !== "bot").length;
  return missing ? t("waiting.missing", { n: missing }) : t("waiting.all-here");
}

/** @param {{ play: Play }} props */
function Status({ play }) {
  const yours = !play.past && play.open.asks.some(([who]) => who === play.seat);
  const where = play.view.reel.value ? "replay.showing" : "history.showing";
  const text = play.past ? t(where, { version: play.version, newest: newest(play) }) : waitsFor(play);
  return html`<p class="table-status ${yours ? "yours" : ""}" data-test="status" title=${text}>${text}</p>`;
}

/**
 * The window's title names the game and what it waits for, with a dot on the person's own turn.
 * @param {Play} play
 */
function useTitle({ view, ask }) {
  const { public: open, seat } = /** @type {Shown} */ (view.show.shown.value);
  const waits = waitsFor({ open, seat }).replace(/\.$/, "");
  const asked = ask.number === undefined ? "" : "● ";
  const title = view.practice?.title() ?? `${asked}${waits} · ${gameTitle(open.table.game)} · Stammtisch`;
  useEffect(() => { document.title = title; }, [title]);
}

/**
 * A person with several seats sees one of their views at a time.
 * @param {{ view: View, open: Protocol.Public }} props
 */
function SeatSwitch({ view, open }) {
  const values = [...view.mirrors.value.keys()].sort().map((seat) =>
    [seat, `${seat + 1}: ${seatName(open.seats, seat)}`]);
  return html`<${Segments} legend=${t("table.seat-switch")} name="seat" value=${view.seat.value} values=${values}
    onPick=${(/** @type {number} */ seat) => lookFrom(view, seat)} />`;
}
