/** The course of the scores over a game; at the end the missing versions are fetched. */

import { nameOf } from "../core/faces.js";
import { documentAt, newest } from "../table/history.js";
import { html, useEffect, useState } from "../core/lib.js";
import { endOf, remember, rowsOf, scoresIn } from "../table/scores.js";
import { t } from "../core/text.js";

/** Number of moments in the chart, apart from the end. */
export const CHART_MOMENTS = 20;

/** Delay (ms) between requests for past versions: they are not urgent, and the hub has other clients to serve. */
const FETCH_PAUSE_MS = 700;

/**
 * A number with a real minus sign.
 * @param {number} n
 */
export const signed = (n) => String(n).replace("-", "−");

/** Size of a graph, its left margin for numbers, and its margin above and below. */
export const [WIDTH, HEIGHT, LEFT, FOOT] = [560, 190, 44, 8];

/**
 * The versions in the chart, apart from the end. They do not depend on the viewer, so that a player who was present
 * sees and reads the same as one who returns later.
 * @param {number} last
 */
export function evenly(last) {
  const step = Math.max(1, last / CHART_MOMENTS);
  return Array.from({ length: CHART_MOMENTS }, (_, n) => Math.floor(n * step) + 1).filter((version) => version < last);
}

/**
 * The moments of the chart, which are fetched one after the other, and whether they are complete.
 * @param {Play} play
 * @returns {[rows: Moment[], whole: boolean]}
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
        const scores = Object.keys(past.public.game).length && scoresAt(play, past);
        if (scores) known.set(version, scores);
        again({});
        await new Promise((go) => setTimeout(go, FETCH_PAUSE_MS));
      }
      if (here) came(true);
    };
    fill();
    return () => (here = false);
  }, [play.table]);
  return [momentsOf(play.table, last), whole];
}

/**
 * The scores of all seats in a past document, as `scoresIn`.
 * @param {Play} play
 * @param {{ public: Protocol.Public, mine: Protocol.Mine }} past
 */
export const scoresAt = (play, { public: open, mine }) => scoresIn({ ...play, open, mine, hints: mine.hints ?? {} });

/**
 * The known moments of the chart of a game that was over at version `last`.
 * @param {string} table
 * @param {number} last
 * @returns {Moment[]}
 */
export function momentsOf(table, last) {
  const versions = new Set([...evenly(last), last]);
  return [...rowsOf(table)].filter(([version]) => versions.has(version)).sort(([a], [b]) => a - b);
}

/**
 * The numbers of a graph's axis, ascending: a few round ones at equal distances.
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
 * The coordinates in a graph: by version, by score, a seat's line, and the numbers of the axis.
 * @param {Moment[]} rows
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
 * One line for each seat, from the first moment to the last. `says`: the key of the text alternative; `marked`:
 * highlighted moments of a seat.
 * @param {{ play: Play, rows: Moment[], says?: string,
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
