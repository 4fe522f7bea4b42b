/**
 * The reasons for a game's result in a few sentences: the decisive points or tie-breaks, the turning point as the graph
 * shows it, and advice for next time.
 */

import { seatName } from "../core/gametext.js";
import { html, useEffect } from "../core/lib.js";
import { CHART_MOMENTS, ScoreGraph, signed, useMoments } from "./score_chart.js";
import { language } from "../core/settings.js";
import { fill, loadRules, t, wholeTexts } from "../core/text.js";

/** @typedef {[part: string, ahead: number, behind: number]} Apart */

/**
 * The part of the score with the largest lead of one player over another; undefined if there is none. Parts that only
 * break ties have no advice in the game's texts and are not counted.
 * @param {Texts} texts
 * @param {Score} ahead
 * @param {Score} behind
 * @returns {Apart | undefined}
 */
function apart(texts, [, , , ahead], [, , , behind]) {
  const rows = Object.keys(ahead).filter((part) => !texts.next || part in texts.next)
    .map((part) => /** @type {Apart} */ ([part, ahead[part], behind[part] ?? 0]));
  const [widest] = rows.sort(([, a, b], [, c, d]) => c - d - (a - b));
  return widest && widest[1] > widest[2] ? widest : undefined;
}

/** Equal points are no tie in a game with this tie-break: its places go by the order in which players finish. */
const FINISH = "finish";

/**
 * What put one player before another with the same points: the first tie-break of the game's texts in which they
 * differ. A tie-break is a part of the score, or FINISH. Undefined for a game whose texts name none.
 * @param {Texts} texts
 * @param {Score} ahead
 * @param {Score} behind
 * @returns {Apart | undefined}
 */
function broken(texts, [, , , ahead], [, , , behind]) {
  return Object.keys(texts.ties ?? {}).map((part) => /** @type {Apart} */ ([part, ahead[part] ?? 0, behind[part] ?? 0]))
    .find(([part, a, b]) => part === FINISH || a !== b);
}

/**
 * Why one player has a better place than the next one: the tie-break if both have the same points, else, for the
 * winner alone, the part of the score that separated them.
 * @param {Play} play
 * @param {Score} ahead
 * @param {Score} behind
 */
function separated({ open }, ahead, behind) {
  const texts = wholeTexts(open.table.game);
  const tied = ahead[2] === behind[2];
  if (!texts || ahead[1] === behind[1] || (!tied && ahead[1] > 1)) return "";
  const [part, a = 0, b = 0] = (tied ? broken : apart)(texts, ahead, behind) ?? [];
  if (!part) return "";
  const [winner, other] = [ahead, behind].map(([seat]) => seatName(open.seats, seat));
  const words = { winner, other, a: signed(a), b: signed(b) };
  if (!tied) return t("end.decided", { part: texts.scores?.[part] ?? part, ...words });
  return fill(texts.ties[part], { n: signed(ahead[2]), ...words });
}

/** Percent of the game: the distance of the moments, so the turning point is not known more precisely. */
const STEP_PCT = 100 / CHART_MOMENTS;

/**
 * How much of the game had been played at a moment, in percent.
 * @param {Moment[]} moments
 * @param {number} at
 */
function percent(moments, at) {
  const [begin, here, end] = [0, at, moments.length - 1].map((n) => moments[n][0]);
  return STEP_PCT * Math.round(((here - begin) / (end - begin)) * (100 / STEP_PCT));
}

/**
 * Since when the winner has led, as far as the moments show; where equal points ended in a tie, who caught up when.
 * @param {Play} play
 * @param {Score[]} rows
 * @param {Moment[]} moments
 */
function turned({ open }, rows, moments) {
  const [first, second] = rows;
  if (!second || second[1] === 1) return "";
  const last = moments.length - 1;
  /** @param {string} key @param {number} at @param {number} seat */
  const say = (key, at, seat) => {
    const name = seatName(open.seats, seat);
    return at < last ? t(`end.${key}`, { name, n: percent(moments, at) }) : t(`end.${key}-last`, { name });
  };
  if (first[2] > second[2]) {
    const behind = moments.findLastIndex(([, scores]) =>
      scores.some((score, seat) => seat !== first[0] && score >= scores[first[0]]));
    if (behind < 0) return t("end.turned-never", { name: seatName(open.seats, first[0]) });
    return say("turned", behind + 1, first[0]);
  }
  if (FINISH in (wholeTexts(open.table.game)?.ties ?? {})) {
    return say("finished", moments.findIndex(([, scores]) => scores[first[0]] === first[2]), first[0]);
  }
  const apart = moments.findLastIndex(([, scores]) => scores[first[0]] !== scores[second[0]]);
  if (apart < 0) return "";
  const [, scores] = moments[apart];
  return say("level", apart + 1, scores[first[0]] < scores[second[0]] ? first[0] : second[0]);
}

/**
 * Advice for next time: where this player was farthest behind the winner; or what a winner may try.
 * @param {Play} play
 * @param {Score[]} rows
 */
function next({ open, seat }, rows) {
  const texts = wholeTexts(open.table.game);
  const own = rows.find(([who]) => who === seat);
  if (!own || !texts?.next) return "";
  const widest = own[1] > 1 ? apart(texts, rows[0], own) : undefined;
  return texts.next[widest ? widest[0] : own[1] > 1 ? "any" : "won"] ?? texts.next.any;
}

/**
 * The sentences, as far as they apply. `moments`: those of the graph; empty if not all are known.
 * @param {Play} play
 * @param {Score[]} rows
 * @param {Moment[]} moments
 */
export const said = (play, rows, moments) => [
  ...rows.slice(1).map((row, n) => separated(play, rows[n], row)),
  moments.length > 2 ? turned(play, rows, moments) : "",
  next(play, rows),
].filter(Boolean);

/**
 * The sentences, and the course of the scores. `rows`: the scores, best first.
 * @param {{ play: Play, rows: Score[] }} props
 */
export function Story({ play, rows }) {
  const [moments, whole] = useMoments(play);
  const { game } = play.open.table;
  useEffect(() => { loadRules(game).catch(() => {}); }, [game, language.value]); // for the advice for next time
  return html`
    <div class="end-story">
      <div data-test="story" data-whole=${whole ? "yes" : "no"}>
        ${said(play, rows, whole ? moments : []).map((one) => html`<p key=${one} class="end-why">${one}</p>`)}</div>
      <${ScoreGraph} play=${play} rows=${moments} />
    </div>
  `;
}
