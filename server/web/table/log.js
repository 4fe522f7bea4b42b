/** The log, line by line: names bold in their players' colours, small pictures, turns separated. */

import { html, useEffect, useRef, useState } from "../core/lib.js";
import { aboutSeat, lines, rowParts, seatName, told } from "../core/gametext.js";
import { Face } from "../core/faces.js";
import { newest, showLine } from "./history.js";
import { REPLAY } from "../core/lazy_list.js";
import { late } from "../core/lazy_modules.js";
import { useRoving } from "../things/roving.js";
import { t } from "../core/text.js";

/**
 * A row of lines as a sentence with the players' names marked.
 * @param {{ play: Play, row: Line[] }} props
 */
export function Told({ play, row }) {
  const { seats, table } = /** @type {Shown} */ (play.view.show.shown.value).public;
  return rowParts(table.game, row).map((/** @type {string | { seat: number }} */ part, /** @type {number} */ n) =>
    typeof part === "string" ? part : html`<b key=${n} class="who seat-${part.seat}">${seatName(seats, part.seat)}</b>`,
  );
}

/**
 * The seat that is the subject of a row, or -1.
 * @param {string} game
 * @param {Line[]} row
 */
export const seatOf = (game, row) => (row.length === 1 && aboutSeat(game, row[0]) ? row[0][1] : -1);

/**
 * The rows of a log from line `from` on: { first, last, row } with the numbers of their lines.
 * @param {string} game
 * @param {any[]} log
 * @param {number} [from]
 */
export function rowsFrom(game, log, from = 0) {
  const known = lines(log);
  return rowsOf(game, known, log[0] - known.length, from);
}

/**
 * The rows of these lines; `begin` is the number of the first one.
 * @param {string} game
 * @param {Line[]} known
 * @param {number} begin
 * @param {number} [from]
 */
function rowsOf(game, known, begin, from = 0) {
  let number = Math.max(begin, from);
  return told(game, known.slice(number - begin)).map((row) => {
    const first = number;
    number += row.length;
    return { first, last: number - 1, row };
  });
}

/**
 * A filter for the rows.
 * @typedef {{ fits?: (one: ReturnType<typeof rowsOf>[number]) => boolean }} Sought
 */

/** @param {{ play: Play, first: number, last: number, row: Line[], now: number }} props */
function Line({ play, first, last, row, now }) {
  const { module, open } = play;
  const { game } = open.table;
  const seat = seatOf(game, row);
  const starts = module.turns.includes(row[0][0]);
  const sign = module.sign?.(row[0]);
  const fresh = row.some((line) => play.lines.includes(line));
  const here = now >= first && now <= last;
  return html`
    <li class="log-line ${starts ? "starts" : ""} ${fresh || here ? "last" : ""} ${seat < 0 ? "" : `seat-${seat}`}">
      <button type="button" data-rove aria-current=${here} title=${t("history.show-this")}
        onClick=${() => showLine(play, last)}>
        ${starts && seat >= 0 ? html`<${Face} row=${open.seats[seat]} seat=${seat} />` : sign && html`<span
          class="log-sign" aria-hidden="true">${sign}</span>`}
        <span><${Told} play=${play} row=${row} /></span>
      </button>
    </li>`;
}

const Search = late(REPLAY, "Search");

/**
 * The newest lines. While the person looks back, the lines of that moment are marked, and later ones lead forward
 * again.
 * @param {{ play: Play }} props
 */
export function Log({ play }) {
  const { log } = /** @type {Shown} */ (play.view.show.shown.value).public;
  const { game } = play.open.table;
  const reel = play.view.reel.value;
  const roving = useRoving(true);
  const [{ fits }, seek] = useState(/** @type {Sought} */ ({}));
  const known = (reel ? rowsOf(game, reel.log, 0) : rowsFrom(game, log)).filter(({ row }) => row[0][0] !== "gone");
  const now = reel || (play.past && play.version < newest(play)) ? play.open.log[0] - 1 : -1;
  const whole = useLineInSight(now, !!reel);
  const rows = reel && fits ? known.filter(fits) : known;
  return html`
    ${reel && html`<${Search} play=${play} rows=${rows} seek=${seek} />`}
    <div class=${reel ? "log-whole" : "to-end"} ref=${whole} role="group" aria-label=${t("side.log")}>
      <ol class="log" data-test="log" ...${roving}>
      ${rows.map((one) => html`<${Line} key=${one.first} play=${play} now=${now} ...${one} />`)}
    </ol></div>
  `;
}

/**
 * Keep the line of the displayed moment in view; after the return to the present, scroll to the newest line.
 * @param {number} moment
 * @param {boolean} whole
 */
function useLineInSight(moment, whole) {
  const ref = useRef(null);
  const looked = useRef(false);
  useEffect(() => {
    const box = ref.current;
    const line = box.querySelector("[aria-current=true]");
    if (!line && looked.current && !whole) box.scrollTop = 0; // the newest lines are at the top there
    looked.current = !!line;
    if (!line) return;
    const [top, room] = [line, box].map((element) => element.getBoundingClientRect());
    if (top.top < room.top || top.bottom > room.bottom) box.scrollTop += top.top - room.top - room.height / 2;
  }, [moment]);
  return ref;
}
