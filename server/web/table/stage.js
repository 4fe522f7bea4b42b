/**
 * The layout of every table with a game on it. It fills the window; only regions scroll. From top to bottom: the bar,
 * the strip of players, the common board, the action line, the person's own area with the hand. Log, chat and rules
 * are beside it in a wide window; otherwise they are a drawer: beside the table on a laptop, over the board in a
 * narrower window. On a phone, and on a tablet in portrait, the board, the own area and the others are three pages,
 * and the hand is below the action line, or beside the pages on a phone in landscape. A game fills the regions; see
 * table.js for the exports of its module.
 */

import { END } from "../core/lazy_list.js";
import { late } from "../core/lazy_modules.js";
import { Fragment, html, useEffect, useRef, useState } from "../core/lib.js";
import { others } from "./board.js";
import { forgetReasons } from "../things/explanation.js";
import { seatName } from "../core/gametext.js";
import { useKeys } from "./keys.js";
import { Line } from "./line.js";
import { laptop, phone, wide } from "../core/media.js";
import { Pages } from "./pages.js";
import { throughEyes } from "./play.js";
import { useInSight, useReachable } from "../things/keep_in_view.js";
import { useScores } from "./scores.js";
import { Side } from "./side.js";
import { leadsTo, Strip } from "./strip.js";
import { t } from "../core/text.js";
import { Icon, useEscape } from "../core/ui.js";

/**
 * If all choices of the board are in other players' areas, the first of those seats; otherwise null.
 * @param {Play} play
 */
function onlySeat(play) {
  const at = others(play.seat, play.open.seats).filter((seat) => leadsTo(play, seat));
  const there = new Set(at.flatMap((seat) => leadsTo(play, seat).split(";")));
  const rows = [...play.offers]
    .flatMap(([verb, nouns]) => [...nouns].map((noun) => /** @type {Choice} */ ([verb, noun])))
    .filter(([verb, noun]) => play.module.onBoard(verb, noun))
    .map((row) => row.join(" "));
  return rows.length && rows.every((row) => there.has(row)) ? at[0] : null;
}

/**
 * The seat whose area is shown large over the board: the tapped one, until a question concerns another area.
 * @param {Play} play
 * @returns {[large: number | null, show: ShowArea]}
 */
function useLarge(play) {
  const [large, show] = useState(null);
  useEffect(() => { if (play.ask.number !== undefined) show(onlySeat(play)); }, [play.ask.number]);
  useEscape(() => show(null));
  return [large, show];
}

/**
 * A player's area over the board, as the others see it.
 * @param {{ play: Play, seat: number, onClose: () => void }} props
 */
function Large({ play, seat, onClose }) {
  const ref = useRef(null);
  useEffect(() => ref.current.focus({ preventScroll: true }), [seat]);
  const name = seatName(play.open.seats, seat);
  return html`
    <section class="stage-seat seat-${seat}" tabindex="-1" ref=${ref} aria-label=${name} data-large=${seat}>
      <button type="button" class="round quiet stage-close" aria-label=${t("close")} onClick=${onClose}>
        <${Icon} name="close" /></button>
      <${play.module.Seat} play=${play} seat=${seat} />
    </section>
  `;
}

/**
 * The person's own area, beside or above the hand.
 * @param {{ play: Play }} props
 */
const Mine = ({ play }) => html`
  <section class="stage-mine ${play.module.Hand ? "with-hand" : ""}" aria-label=${t("stage.mine")}>
    <div class="mine-area"><${play.module.Mine} play=${play} /></div>
    ${play.module.Hand && html`<div class="stage-hand"><${play.module.Hand} play=${play} /></div>`}
  </section>
`;

/**
 * The hands of all seats side by side, in replays where nothing is hidden any more.
 * @param {{ play: Play }} props
 */
function Opened({ play }) {
  const Own = play.module.Hand ?? play.module.Mine;
  const all = play.open.seats.map((_, seat) => throughEyes(play, seat));
  const holding = all.filter(({ mine: { game = {} } }) => Object.keys(game).length > 0);
  if (!Own || !holding.length) return html`<p class="opened-none muted">${t("replay.no-hands")}</p>`;
  return html`
    <section class="stage-mine stage-hand opened" tabindex="0" aria-label=${t("replay.hands")} data-test="opened">
      ${holding.map((own) => html`
        <div key=${own.seat} class="opened-seat seat-${own.seat}">
          <b class="who seat-${own.seat}">${seatName(play.open.seats, own.seat)}</b><${Own} play=${own} /></div>`)}
    </section>
  `;
}

/**
 * The frame for games whose module has none.
 * @param {{ children: Children }} props
 */
const Bare = ({ children }) => children;

/**
 * The regions on a desktop; `large` and `show`: the seat whose area covers the board.
 * @param {{ play: Play, large: number | null, show: ShowArea }} props
 */
function Desk({ play, large, show }) {
  const { Common, Mine: Own } = play.module;
  return html`
    <section class="stage-board" aria-label=${t("stage.board")} data-test="board"><${Common} play=${play} /></section>
    ${large !== null && html`<${Large} play=${play} seat=${large} onClose=${() => show(null)} />`}
    <${Line} play=${play} />
    ${play.seat >= 0 && Own && html`<${Mine} play=${play} />`}
    ${play.view.bare.value && html`<${Opened} play=${play} />`}
  `;
}

/**
 * The regions on a phone: three pages, the action line, the hand.
 * @param {{ play: Play, large: number | null, show: ShowArea }} props
 */
const Phone = ({ play, large, show }) => html`
  <${Pages} play=${play} large=${large} show=${show} />
  <${Line} play=${play} />
  ${play.seat >= 0 && play.module.Hand && html`<div class="stage-hand"><${play.module.Hand} play=${play} /></div>`}
  ${play.view.bare.value && html`<${Opened} play=${play} />`}
`;

const End = late(END, "End");

/**
 * The end of the game covers the stage until the person wants to see the table again. `ahead`: the person has not
 * seen it yet.
 * @param {{ play: Play, ahead: Ref }} props
 */
function Over({ play, ahead }) {
  const [folded, fold] = useState(false);
  if (folded) return html`<button type="button" class="primary stage-result" data-test="result"
    onClick=${() => fold(false)}><${Icon} name="trophy" />${t("end.result")}</button>`;
  return html`<div class="stage-over"><${End} play=${play} ahead=${ahead} onClose=${() => fold(true)} /></div>`;
}

/**
 * `bar` and `notes` are drawn above the players; `side`: see side.js.
 * @param {{ play: Play, side: Beside, bar: Children, notes: Children }} props
 */
export function Stage({ play, side, bar, notes }) {
  const ref = useRef(null);
  const [large, show] = useLarge(play);
  useInSight(play, ref);
  useReachable(ref);
  useScores(play);
  const { module, open, version, settled, past, seat } = play;
  const { phase } = open.table;
  const ahead = useRef(phase !== "over");
  useEffect(forgetReasons, [play.ask.number, String(open.asks.map(([who]) => who))]);
  const Frame = module.Frame ?? Bare;
  /** @param {number} tapped */
  const pick = (tapped) => show(tapped === large ? null : tapped);
  useKeys(play, side, pick);
  const shape = phone.value ? "phone" : wide.value ? "wide" : laptop.value ? "desk laptop" : "desk";
  return html`
    <div class="stage table-page ${shape} ${phase} game-${open.table.game} ${seat < 0 ? "watching" : ""}" ref=${ref}
      data-version=${version} data-settled=${settled ? "yes" : "no"} data-phase=${phase} data-seat=${seat}>
      ${bar}
      <div class="stage-notes">${notes}</div>
      <${Frame} play=${play}>
        <${Strip} play=${play} large=${large} onPick=${pick} />
        <${Fragment} key=${shape === "phone"}>
          <${shape === "phone" ? Phone : Desk} play=${play} large=${large} show=${show} /><//>
      <//>
      <${Side} play=${play} side=${side} />
      ${phase === "over" && !past && html`<${Over} play=${play} ahead=${ahead} />`}
    </div>
  `;
}
