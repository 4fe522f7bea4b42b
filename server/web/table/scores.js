/** The course of the scores over a game, collected while it is shown; `score_chart.js` draws it. */

import { useEffect } from "../core/lib.js";
import { gameTexts } from "../core/text.js";

/**
 * By table and version, the scores of all seats.
 * @type {Map<string, Map<number, number[]>>}
 */
const collected = new Map();

/**
 * The score of each seat as a number: at the end the points, before it the strip's worth if the game ended now, or
 * its score; null if that is hidden or not a number.
 * @param {Play} play
 */
export function scoresIn(play) {
  const { scores, table } = play.open;
  const told = gameTexts(table.game)?.scores?.total ? scores : [];
  const all = play.open.seats.map((_, seat) => {
    const points = told.find(([who]) => who === seat)?.[2];
    if (points !== undefined) return points;
    const rows = play.module.figures?.(play, seat) ?? [];
    const row = ["worth", "score"].map((one) => rows.find(({ key }) => key === one)).find(Boolean);
    return Number.parseFloat(String(row?.value).replace("(", ""));
  });
  return all.some(Number.isNaN) ? null : all;
}

/** @param {string} table */
export function rowsOf(table) {
  const rows = collected.get(table) ?? new Map();
  collected.set(table, rows);
  return rows;
}

/**
 * By table, the version at which its game was first seen as over: later versions, such as a rematch, are not part of
 * it.
 * @type {Map<string, number>}
 */
const ended = new Map();

/** @param {Play} play */
function afterTheEnd({ open, table, version }) {
  if (open.table.phase !== "over") return false;
  if (!ended.has(table)) ended.set(table, version);
  return version !== ended.get(table);
}

/**
 * The version at which a finished game was first seen as over; undefined if none was.
 * @param {string} table
 */
export const endOf = (table) => ended.get(table);

/** @param {Play} play */
export function remember(play) {
  const scores = !play.past && play.settled && !afterTheEnd(play) && scoresIn(play);
  if (scores) rowsOf(play.table).set(play.version, scores);
}

/**
 * Record the scores of the displayed and of all incoming documents: a skipped version would have to be fetched at the
 * end.
 * @param {Play} play
 */
export function useScores(play) {
  useEffect(() => remember(play), [play.version, play.settled]);
  useEffect(() => {
    const { listeners } = play.view.show;
    /** @param {unknown} _ @param {Mirror} mirror */
    const hear = (_, { version, public: open, mine }) =>
      remember({ ...play, version, open, mine, hints: mine.hints ?? {}, settled: true, past: false });
    listeners.add(hear);
    return () => listeners.delete(hear);
  }, [play.view, play.seat]);
}
