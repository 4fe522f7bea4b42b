/** What a tip says: in words, and by what of the table it lights. */

import { optionText } from "./gametext.js";
import { html, useEffect, useState } from "./lib.js";
import { useLit } from "./lit.js";
import { phone } from "./media.js";
import { language } from "./settings.js";
import { gameTexts, t } from "./text.js";
import { Thinking } from "./tip.js";
import { Icon, announce } from "./ui.js";

/** @typedef {[part: string, way: number, tenths: number]} Changed */

/** @param {number} n */
const signed = (n) => n.toLocaleString(language.value, { signDisplay: "always" }).replace("-", "−");

/**
 * What changes, in words.
 * @param {string} game
 * @param {Changed[]} rows
 */
export const changes = (game, rows) => rows.map(([part, way, tenths]) => {
  const name = gameTexts(game)?.parts?.[part] ?? t("tip.points"); // a game that names no parts has its points alone
  const counted = tenths ? `${name} ${signed(tenths / 10)}` : name;
  return tenths * way > 0 ? counted : t(way > 0 ? "tip.better" : "tip.worse", { part: counted });
}).join(" · ");

/**
 * Is nothing better by these changes?
 * @param {Changed[]} rows
 */
export const onlyWorse = (rows) => rows.every(([, way]) => way < 0);

/**
 * A choice, and the chance of winning with it, where somebody can tell; nobody is told that all is won or lost
 * before it is.
 * @param {Play} play
 * @param {[verb: string, noun: number]} choice
 * @param {number | undefined} share
 */
function named({ open }, [verb, noun], share) {
  const text = optionText(open.table.game, open.seats, verb, noun);
  if (share === undefined) return text;
  const n = Math.round(share / 10);
  return t(n > 99 ? "tip.share-most" : n < 1 ? "tip.share-least" : "tip.share", { choice: text, n });
}

/** Chances that are less than this apart are as good as the same, in thousandths. */
const APART = 10;

/**
 * What the next best would be, and what sets it apart.
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
  return t(best - next < APART ? "tip.same" : "tip.apart", { choice });
}

/**
 * What the choice is for, where that comes with others. What it costs for itself is in that, and compared with the
 * next best it would only be worse.
 * @param {Play} play
 * @param {Protocol.Tip} tip
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
 * @param {Protocol.Tip} tip
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
 * The tip, or that a bot still thinks. On a phone the reasons for it would cover most of the board: they come when they
 * are asked for.
 * @param {{ play: Play, tip: Protocol.Tip }} props
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
