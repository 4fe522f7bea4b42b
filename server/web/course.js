/** The course of the scores over a game: at its end the past is asked for what was not seen. */

import { nameOf } from "./faces.js";
import { documentAt, newest } from "./history.js";
import { html, useEffect, useState } from "./lib.js";
import { endOf, remember, rowsOf, scoresIn } from "./scores.js";
import { t } from "./text.js";

/** So many moments make a line that one can follow. */
const MOMENTS = 12;

/** Milliseconds from one question about the past to the next: nobody waits for these, the hub has others to serve. */
const PAUSE = 700;

/**
 * A number with a real minus sign.
 * @param {number} n
 */
export const signed = (n) => String(n).replace("-", "−");

/** Of a graph, and what is left beside it for numbers, and above and below it. */
export const [WIDTH, HEIGHT, LEFT, FOOT] = [560, 190, 44, 8];

/**
 * Versions at which the scores are to be known whoever asks, and whenever: what is said of a game goes by these and
 * its end alone, so that nobody who was there is told something else than who comes back.
 * @param {number} last
 */
function evenly(last) {
  const step = Math.max(1, Math.floor(last / MOMENTS));
  return Array.from({ length: MOMENTS }, (_, n) => n * step + 1).filter((version) => version < last);
}

/**
 * The moments of the game that are known, of which more come while one looks; and, once they are all there, those that
 * it is told by.
 * @param {Play} play
 * @returns {[rows: [version: number, scores: number[]][], even: [version: number, scores: number[]][]]}
 */
export function useMoments(play) {
  remember(play);
  const known = rowsOf(play.table);
  const last = endOf(play.table) ?? newest(play);
  const [whole, came] = useState(false);
  const [, again] = useState({});
  useEffect(() => {
    let here = true;
    const fill = async () => {
      for (const version of evenly(last).filter((one) => !known.has(one))) {
        const past = await documentAt(play, version).catch(() => null);
        if (!here || !past) return;
        if (!Object.keys(past.public.game).length) continue;
        const scores = scoresIn({ ...play, open: past.public, mine: past.mine, hints: past.mine.hints ?? {} });
        if (scores) known.set(version, scores);
        again({});
        await new Promise((go) => setTimeout(go, PAUSE));
      }
      if (here) came(true);
    };
    fill();
    return () => (here = false);
  }, [play.table]);
  return [momentsOf(play.table), whole ? evenMoments(play.table, last) : []];
}

/**
 * The moments of a game that are known by now.
 * @param {string} table
 */
export const momentsOf = (table) => [...rowsOf(table)].sort(([a], [b]) => a - b);

/**
 * Those of them that a game is told by which was over at version `last`.
 * @param {string} table
 * @param {number} last
 */
export function evenMoments(table, last) {
  const versions = new Set([...evenly(last), last]);
  return momentsOf(table).filter(([version]) => versions.has(version));
}

/**
 * The numbers beside a graph, from the lowest to the highest: a few round ones, as far apart as each other.
 * @param {number[]} scores
 */
function scale(scores) {
  const [least, most] = [Math.min(0, ...scores), Math.max(1, ...scores)];
  const power = 10 ** Math.floor(Math.log10(most - least));
  const step = Math.max(1, power * ([0.2, 0.5, 1, 2].find((one) => one * 4 * power >= most - least) ?? 5));
  const from = Math.floor(least / step);
  return Array.from({ length: Math.ceil(most / step) - from + 1 }, (_, n) => (from + n) * step);
}

/**
 * Where moments lie in a graph: by version, by score, a seat's line, and the scores that are written beside it.
 * @param {[version: number, scores: number[]][]} rows
 */
export function plotted(rows) {
  const [[first], [last]] = [rows[0], rows[rows.length - 1]];
  const marks = scale(rows.flatMap(([, scores]) => scores));
  const [least, most] = [marks[0], marks[marks.length - 1]];
  /** @param {number} version */
  const x = (version) => LEFT + ((WIDTH - LEFT - 8) * (version - first)) / Math.max(1, last - first);
  /** @param {number} score */
  const y = (score) => FOOT + (HEIGHT - 2 * FOOT) * (1 - (score - least) / (most - least));
  /** @param {number} seat */
  const line = (seat) => rows.map(([version, scores]) =>
    `${x(version).toFixed(1)},${y(scores[seat]).toFixed(1)}`).join(" ");
  return { x, y, line, marks };
}

/**
 * One line for each seat, from the first moment to the last. `says`: the key of what it is, for who can't see it;
 * `marked`: moments of a seat that stand out.
 * @param {{ play: Play, rows: [version: number, scores: number[]][], says?: string,
 *   marked?: { seat: number, version: number }[] }} props
 */
export function ScoreGraph({ play, rows, says = "end.graph", marked = [] }) {
  if (rows.length < 2) return null;
  const [last, final] = rows[rows.length - 1];
  const { x, y, line, marks } = plotted(rows);
  const { seats } = play.open;
  const ends = seats.map((row, seat) => `${nameOf(row, seat)} ${signed(final[seat])}`);
  const label = t(says, { scores: ends.join(", ") });
  /** @param {number} version */
  const rowAt = (version) => rows.findLast(([one]) => one <= version) ?? rows[0];
  return html`
    <figure class="score-graph" data-test="graph" data-moments=${rows.length}>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label}>
        ${marks.map((mark) => html`
          <g key=${mark}>
            <path class="graph-mark" d="M${LEFT} ${y(mark)}H${WIDTH - 8}" />
            <text x=${LEFT - 6} y=${y(mark) + 4} text-anchor="end">${signed(mark)}</text>
          </g>`)}
        ${seats.map((_, seat) => html`
          <g key=${seat} class="graph-line seat-${seat}">
            <polyline points=${line(seat)} />
            <circle cx=${x(last)} cy=${y(final[seat])} r="5" /></g>`)}
        ${marked.map(({ seat, version }) => html`
          <circle key=${version} class="graph-marked seat-${seat}" cx=${x(rowAt(version)[0])}
            cy=${y(rowAt(version)[1][seat])} r="6" />`)}
      </svg>
      <figcaption aria-hidden="true">${seats.map((row, seat) => html`<span key=${seat} class="seat-${seat}"><i
        class="seat-chip"></i>${nameOf(row, seat)}</span>`)}</figcaption>
    </figure>
  `;
}
