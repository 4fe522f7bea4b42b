/**
 * A table: the waiting room before the start, then the stage (stage.js) with the game on it. Knows nothing of any
 * single game; a game brings `games/<game>/board.js`, whose default export fills the stage:
 *
 *   Common({ play })          what lies between all players; `play` as in play.js
 *   Mine({ play })            one's own area, without the hand where there is a `Hand`
 *   Hand({ play })            one's own hand
 *   Seat({ play, seat })      one player's whole area as others see it, large
 *   Choices({ play })         what is chosen on the line of action by more than a button: a form, a card's actions
 *   figures(play, seat)       rows { key, icon, value, label } for the strip: "score" first, then "money", then others
 *   offersAt(play, seat)      rows [verb, noun] of what a question offers in another player's area
 *   Frame({ play, children }) around all of these: what drawings refer to, explanations, what flies
 *   pageOf(play)              the page for a question on a phone, "board" or "mine", where not simply the one with most
 *   onBoard(verb, noun)       is this option clicked in one of these? All others get a button on the line of action
 *   stages(before, after, lines)   one move in pieces: rows of { game, lines, ms }
 *   turns                     keys of the log lines that begin a turn
 *   turn(game, hints)         whose turn it is, or anything that differs from turn to turn
 *   longTurns                 turns may have very many moves; what `turn` says never comes again then
 *   prepare()                 fetch what the board needs before it is drawn
 *   tune(lines)               which small sound goes with these lines, or null
 *   costs(play, verb, noun)   what an option costs or brings, in words, or nothing; for the list of options
 *   picture(group, n)         the drawing of a thing that the texts explain, or null; for the rules page
 *   sign(line)                a small drawing for a line of the log, or null
 *   own(group, n)             words where something of it is our own design, or ""
 *   Drawings()                what such drawings refer to, to stand once in that page
 *   around(play)              the classes that `Frame` stands in, for a board that is drawn without one
 */

import { fileAt } from "./files.js";
import { loadModule, modules } from "./games.js";
import { adviceOffered } from "./advice.js";
import { soundsOffered } from "./hearing.js";
import { History, newest } from "./history.js";
import { COACH, GONE, HOME, late, lateDialog, OFFERS, REPLAY, UNFAIR } from "./late.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "./lib.js";
import { phone } from "./media.js";
import { playOf, useTurn } from "./play.js";
import { forget, remember } from "./recent.js";
import { lines, seatName } from "./gametext.js";
import { Side, ToSide, useSide } from "./side.js";
import { language } from "./settings.js";
import { Stage } from "./stage.js";
import { away, look, lookFrom, notice, person, preferencesOpen } from "./state.js";
import { gameTitle, isolated, loadGame, listed, t } from "./text.js";
import { Heading, Icon, Segments, staged } from "./ui.js";

const TableMenu = lateDialog(HOME, "TableMenu");
const Waiting = late(HOME, "Waiting");
const Viewer = late(REPLAY, "Viewer");
const Gone = late(GONE, "Gone");

const Loading = () => html`
  <div class="page"><${Heading}>${t("table.loading")}<//><p class="spinner big" aria-hidden="true"></p></div>`;

/**
 * One page for one table. `Replay`: what looks through the whole game, where that is wanted; see replay.js.
 * @param {{ table: string, Replay: typeof import("./replay.js").Replay | null }} props
 */
export function TablePage({ table, Replay }) {
  const view = look(table);
  const shown = view.show.shown.value;
  const game = shown?.public.table.game;
  const gone = view.gone.value;
  useEffect(() => () => away(table), [table]);
  useEffect(() => {
    if (game) Promise.all([loadGame(game), loadModule(game)]).catch(() => notice("note", "table.no-module"));
  }, [game, language.value]);
  useEffect(() => { if (gone === "unknown-table") forget(table); }, [gone]);
  if (gone) return html`<${Gone} table=${table} code=${gone} />`;
  const module = modules.value[game ?? ""];
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
 * Whoever has given up the seat in a running game, or lost it to a bot or to somebody else, is told so.
 * @param {View} view
 */
function useSeatLost({ show }) {
  const { table, seats, log } = /** @type {Shown} */ (show.shown.value).public;
  const seat = seats.findIndex((row) => row.person === person.value);
  const sat = useRef(seat);
  useEffect(() => {
    if (sat.current >= 0 && seat < 0 && table.phase === "playing") {
      const [how] = lines(log).findLast(([key, who]) => LOSSES.has(key) && who === sat.current) ?? [];
      notice("note", how === "left" ? "table.seat-left" : "table.seat-lost");
    }
    sat.current = seat;
  }, [seat]);
}

/** The lines of the log that say how a seat has lost its player. */
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
 * On the stage the table's bar is the only one.
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
  const asks = phone.value && playing && (advises || soundsOffered(play));
  return html`
    <header class="table-bar ${playing ? "stage-bar" : ""}">
      ${playing && html`<a class="stage-home" href="#/" title=${t("nav.home")} aria-label=${t("nav.home")}>
          <img src=${fileAt("icon.svg")} alt="" width="30" height="30" /></a>`}
      <${Heading}>${gameTitle(game)}<//>
      <div class="table-now">
        <${Status} play=${play} />
        ${!phone.value && play.view.reel.value && html`<${Viewer} play=${play} />`}
      </div>
      <div class="table-tools">
        ${playing && !play.past && html`<${History} play=${play} />`}
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
const Offers = lateDialog(OFFERS, "Offers");
const Unfair = lateDialog(UNFAIR, "Unfair");

/**
 * What is to be told above everything else: unfair dealing, seats that change hands, one's several seats, a lesson.
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
  ${play.open.table.phase === "closed" && html`<p class="card closed-note" role="status">${t("log.closed")}</p>`}
`;

/**
 * What the table waits for, in one line.
 * @param {{ open: Protocol.Public, seat: number }} props
 */
function waitsFor({ open, seat }) {
  const asked = open.asks.map(([who]) => who);
  if (asked.includes(seat)) return t("table.your-turn");
  if (asked.length) return t("table.turn-of", { name: listed(asked.map((who) => seatName(open.seats, who))) });
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
 * The window's title says which game it is and what it waits for, with a dot where that is oneself.
 * @param {Play} play
 */
function useTitle({ view, ask }) {
  const { public: open, seat } = /** @type {Shown} */ (view.show.shown.value);
  const waits = waitsFor({ open, seat }).replace(/\.$/, "");
  const title = `${ask.number === undefined ? "" : "● "}${waits} · ${gameTitle(open.table.game)} · Stammtisch`;
  useEffect(() => { document.title = title; }, [title]);
}

/**
 * Whoever has several seats looks through one of them at a time.
 * @param {{ view: View, open: Protocol.Public }} props
 */
function SeatSwitch({ view, open }) {
  const values = [...view.mirrors.value.keys()].sort().map((seat) =>
    [seat, `${seat + 1}: ${seatName(open.seats, seat)}`]);
  return html`<${Segments} legend=${t("table.seat-switch")} name="seat" value=${view.seat.value} values=${values}
    onPick=${(/** @type {number} */ seat) => lookFrom(view, seat)} />`;
}
