/** What has happened, line by line: names bold in their players' colours, small pictures, turns set apart. */

import { html } from "./lib.js";
import { aboutSeat, lines, rowParts, seatName, told } from "./gametext.js";
import { Face } from "./faces.js";
import { newest, showLine } from "./history.js";
import { useRoving } from "./roving.js";
import { t } from "./text.js";

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
 * The seat that a row tells of, or -1.
 * @param {string} game
 * @param {Line[]} row
 */
export const seatOf = (game, row) => (row.length === 1 && aboutSeat(game, row[0]) ? row[0][1] : -1);

/**
 * The rows of a log from its line `from` on: { first, last, row } with the numbers of their lines.
 * @param {string} game
 * @param {any[]} log
 * @param {number} [from]
 */
export function rowsFrom(game, log, from = 0) {
  const known = lines(log);
  const begin = log[0] - known.length;
  let number = Math.max(begin, from);
  return told(game, known.slice(number - begin)).map((row) => {
    const first = number;
    number += row.length;
    return { first, last: number - 1, row };
  });
}

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

/**
 * The newest lines, also while one looks back: those of then are marked, later ones lead forward again.
 * @param {{ play: Play }} props
 */
export function Log({ play }) {
  const { log } = /** @type {Shown} */ (play.view.show.shown.value).public;
  const { game } = play.open.table;
  const roving = useRoving(true);
  const now = play.past && play.version < newest(play) ? play.open.log[0] - 1 : -1;
  return html`
    <div class="to-end" role="group" aria-label=${t("side.log")}><ol class="log" data-test="log" ...${roving}>
      ${rowsFrom(game, log).filter(({ row }) => row[0][0] !== "gone").map((one) => html`<${Line} key=${one.first}
        play=${play} now=${now} ...${one} />`)}
    </ol></div>
  `;
}
