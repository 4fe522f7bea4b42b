/** What decided a game, in three sentences: by which points, when it turned, and what to try next time. */

import { seatName } from "./gametext.js";
import { html, useEffect } from "./lib.js";
import { ScoreGraph, signed, useMoments } from "./course.js";
import { language } from "./settings.js";
import { loadRules, t, wholeTexts } from "./text.js";

/** @typedef {[part: string, ahead: number, behind: number]} Apart */

/**
 * The part of the score in which one player is farthest ahead of another; undefined where in none. What only breaks
 * ties has no advice for the next time in the game's texts, and decides nothing.
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

/**
 * By which part of the score the winner was set apart from the next one.
 * @param {Play} play
 * @param {Score[]} rows
 */
function decided({ open }, rows) {
  const texts = wholeTexts(open.table.game);
  const [first, second] = rows;
  const widest = texts && second && second[1] > 1 ? apart(texts, first, second) : undefined;
  if (!texts || !widest) return "";
  const [part, a, b] = widest;
  const [winner, other] = [first, second].map(([seat]) => seatName(open.seats, seat));
  return t("end.decided", { part: texts.scores?.[part] ?? part, winner, other, a: signed(a), b: signed(b) });
}

/** Percent: no moments lie closer than that, so nothing finer is known. */
const NEARLY = 5;

/**
 * Since when the winner has been in front, as far as the moments tell. At the last of them others may have as much
 * and lose the tie.
 * @param {Play} play
 * @param {Score[]} rows
 * @param {[version: number, scores: number[]][]} moments
 */
function turned({ open }, rows, moments) {
  const [[first], second] = rows;
  if (!second || second[1] === 1) return "";
  const name = seatName(open.seats, first);
  const behind = moments.slice(0, -1).findLastIndex(([, scores]) =>
    scores.some((score, seat) => seat !== first && score >= scores[first]));
  if (behind >= moments.length - 2) return t("end.turned-last", { name });
  if (behind < 0) return t("end.turned-never", { name });
  const [begin, ahead, end] = [0, behind + 1, moments.length - 1].map((n) => moments[n][0]);
  return t("end.turned", { name, n: NEARLY * Math.round(((ahead - begin) / (end - begin)) * (100 / NEARLY)) });
}

/**
 * What to try next time: where one was farthest behind the winner; or what a winner may try.
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
 * The sentences, as far as there is something to be said. `moments`: where not all are known, none.
 * @param {Play} play
 * @param {Score[]} rows
 * @param {[version: number, scores: number[]][]} moments
 */
export const said = (play, rows, moments) =>
  [decided(play, rows), moments.length > 2 ? turned(play, rows, moments) : "", next(play, rows)].filter(Boolean);

/**
 * The sentences, and the course of the scores. `rows`: the scores, best first.
 * @param {{ play: Play, rows: Score[] }} props
 */
export function Story({ play, rows }) {
  const [moments, even] = useMoments(play);
  const { game } = play.open.table;
  useEffect(() => { loadRules(game).catch(() => {}); }, [game, language.value]); // they tell what to try next time
  return html`
    <div class="end-story">
      <div data-test="story" data-whole=${even.length ? "yes" : "no"}>
        ${said(play, rows, even).map((one) => html`<p key=${one} class="end-why">${one}</p>`)}</div>
      <${ScoreGraph} play=${play} rows=${moments} />
    </div>
  `;
}
