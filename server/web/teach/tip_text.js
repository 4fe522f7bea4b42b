/** The content of a tip: its sentences, and the highlighted things on the table. */

import { optionText } from "../core/gametext.js";
import { html, useEffect, useState } from "../core/lib.js";
import { useLit } from "../things/highlight.js";
import { phone } from "../core/media.js";
import { language } from "../core/settings.js";
import { gameTexts, t } from "../core/text.js";
import { Thinking } from "../table/tip.js";
import { Icon, announce } from "../core/ui.js";

/** @typedef {[part: string, way: number, tenths: number]} Changed */

/** @param {number} n */
const signed = (n) => n.toLocaleString(language.value, { signDisplay: "always" }).replace("-", "−");

/**
 * The changes as text.
 * @param {string} game
 * @param {Changed[]} rows
 */
export const changes = (game, rows) => rows.map(([part, way, tenths]) => {
  const name = gameTexts(game)?.parts?.[part] ?? t("tip.points"); // a game without named parts has only its points
  const counted = tenths ? `${name} ${signed(tenths / 10)}` : name;
  return tenths * way > 0 ? counted : t(way > 0 ? "tip.better" : "tip.worse", { part: counted });
}).join(" · ");

/**
 * Are all changes for the worse?
 * @param {Changed[]} rows
 */
export const onlyWorse = (rows) => rows.every(([, way]) => way < 0);

/**
 * A choice, with its chance of winning if that is known. The text never claims a certain win or loss during the game.
 * @param {Play} play
 * @param {[verb: string, noun: number]} choice
 * @param {number | undefined} share
 */
export function named({ open }, [verb, noun], share) {
  const text = optionText(open.table.game, open.seats, verb, noun);
  if (share === undefined) return text;
  const n = Math.round(share / 10);
  return t(n > 99 ? "tip.share-most" : n < 1 ? "tip.share-least" : "tip.share", { choice: text, n });
}

/** Chances that differ by less (in thousandths) count as equal. */
const MIN_DIFFERENCE_PERMILLE = 10;

/**
 * The next best choice, and the difference.
 * @param {Play} play
 * @param {[verb: string, noun: number]} second
 * @param {number[]} shares
 * @param {Changed[]} rather
 */
function compared(play, second, [best, next], rather) {
  const choice = named(play, second, next);
  const list = changes(play.open.table.game, rather);
  if (rather.length) return t(onlyWorse(rather) ? "tip.later" : "tip.rather", { choice, list });
  if (next === undefined) return t("tip.next", { choice });
  return t(best - next < MIN_DIFFERENCE_PERMILLE ? "tip.same" : "tip.apart", { choice });
}

/**
 * The purpose of a choice that prepares others. Its own cost is included there, and a comparison with the next best
 * would only show a loss.
 * @param {Play} play
 * @param {Protocol.SeatTip} tip
 */
function prepared(play, { then = [], together = [], second = [], shares = [] }) {
  const choice = then.map((one) => named(play, one, undefined)).join(" · ");
  const rows = [t("tip.then", { choice, list: changes(play.open.table.game, together) })];
  if (second.length) rows.push(t("tip.next", { choice: named(play, second[0], shares[1]) }));
  return rows;
}

/**
 * The sentences of a tip.
 * @param {Play} play
 * @param {Protocol.SeatTip} tip
 */
export function sentences(play, tip) {
  const { verb = "", noun = -1, second = [], shares = [], brings = [], rather = [], then = [] } = tip;
  const { game } = play.open.table;
  const rows = [t("tip.best", { choice: named(play, [verb, noun], shares[0]) })];
  if (then.length) return [...rows, ...prepared(play, tip)];
  if (brings.length) rows.push(t(onlyWorse(brings) ? "tip.costs" : "tip.brings", { list: changes(game, brings) }));
  if (second.length) rows.push(compared(play, second[0], shares, rather));
  return rows;
}

/**
 * The tip, or the placeholder while a bot computes it. On a phone the reasons would cover most of the board, so they
 * are shown on request.
 * @param {{ play: Play, tip: Protocol.SeatTip }} props
 */
export function Tip({ play, tip }) {
  const here = tip.verb !== undefined;
  const rows = here ? sentences(play, tip) : [];
  const [opened, open] = useState(/** @type {number | undefined} */ (undefined));
  const folds = phone.value && rows.length > 1;
  const shown = folds && opened !== tip.ask ? rows.slice(0, 1) : rows;
  useLit(`tip ${tip.ask}`, [], tip.verb === undefined ? [] : [[tip.verb, tip.noun ?? -1]]);
  useEffect(() => { if (here) announce(rows.join(" ")); }, [here, tip.ask]);
  if (!here) return html`<${Thinking} />`;
  return html`
    <div class="line-tip" data-test="tip-text" data-taught="yes">
      <${Icon} name="bulb" /><p>${shown.map((row, n) => html`<span key=${n}>${row} </span>`)}</p>
      ${folds && html`<button type="button" class="small" data-test="tip-why" aria-expanded=${shown === rows}
        onClick=${() => open(shown === rows ? undefined : tip.ask)}>${t("tip.why")}</button>`}
    </div>`;
}
