/** Tips at one's own questions: asked for by a button, told in the line of action, what they speak of is lit. */

import { choices, optionText } from "./gametext.js";
import { html, useEffect, useState } from "./lib.js";
import { useLit } from "./lit.js";
import { language } from "./settings.js";
import { change } from "./state.js";
import { gameTexts, t } from "./text.js";
import { Icon, announce } from "./ui.js";

/** @typedef {[part: string, way: number, tenths: number]} Changed */

/**
 * The tip for the question on the screen, as far as it is there; null where none was asked for.
 * @param {Play} play
 */
function tipOf({ mine, ask, past, waiting }) {
  const { tip } = mine;
  return tip && !past && !waiting && ask.number !== undefined && tip.ask === ask.number ? tip : null;
}

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
 * A choice, and which share of the win it gives, where somebody can tell.
 * @param {Play} play
 * @param {[verb: string, noun: number]} choice
 * @param {number | undefined} share
 */
function named({ open }, [verb, noun], share) {
  const text = optionText(open.table.game, open.seats, verb, noun);
  return share === undefined ? text : t("tip.share", { choice: text, n: Math.round(share / 10) });
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
 * The sentences of a tip.
 * @param {Play} play
 * @param {Protocol.Tip} tip
 */
export function sentences(play, { verb = "", noun = -1, second = [], shares = [], brings = [], rather = [] }) {
  const { game } = play.open.table;
  const rows = [t("tip.best", { choice: named(play, [verb, noun], shares[0]) })];
  if (brings.length) rows.push(t(onlyWorse(brings) ? "tip.costs" : "tip.brings", { list: changes(game, brings) }));
  if (second.length) rows.push(compared(play, second[0], shares, rather));
  return rows;
}

/**
 * Asks for a tip, where that is allowed and there is something to choose.
 * @param {{ play: Play }} props
 */
export function TipButton({ play }) {
  const { mine, ask, past, waiting, table, seat } = play;
  const [asked, set] = useState(0);
  const left = mine.tip?.left;
  if (left === undefined || past || waiting || ask.number === undefined || tipOf(play)) return null;
  if (choices(ask).length < 2) return null;
  const { number } = ask;
  const label = left > 0 ? t("tip.ask", { n: left }) : t("tip.none-left");
  const press = async () => {
    set(number);
    if (!await change("tip", table, seat, number)) set(0);
  };
  return html`<button type="button" class="quiet line-bulb" data-test="tip" title=${label} aria-label=${label}
    disabled=${left <= 0 || asked === number} onClick=${press}><${Icon} name="bulb" /></button>`;
}

/**
 * What the tip says, or that a bot still thinks.
 * @param {{ play: Play }} props
 */
export function Tip({ play }) {
  const tip = tipOf(play);
  const here = tip?.verb !== undefined;
  const rows = tip && here ? sentences(play, tip) : [];
  useLit(`tip ${tip?.ask}`, [], tip?.verb === undefined ? [] : [[tip.verb, tip.noun ?? -1]]);
  useEffect(() => { if (here) announce(rows.join(" ")); }, [here, tip?.ask]);
  if (!tip) return null;
  return html`
    <div class="line-tip" data-test="tip-text" data-taught=${here ? "yes" : "no"}>
      <${Icon} name="bulb" />
      ${here ? html`<p>${rows.map((row, n) => html`<span key=${n}>${row} </span>`)}</p>`
        : html`<p><span class="spinner" aria-hidden="true"></span> ${t("tip.thinking")}</p>`}
    </div>`;
}
