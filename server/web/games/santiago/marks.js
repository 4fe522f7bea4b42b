/**
 * The effects of Cubans and buildings as pictograms, generated from their cards. Their texts (`help`) are in the
 * explanations.
 */

import { html } from "../../core/lib.js";
import { Item } from "./tokens.js";
import { ITEMS, VP, WOOD, effectOf, itemNumber } from "./words.js";

/**
 * An item or a named sign, and the number of it.
 * @typedef {{ sign?: string, item?: number, n?: number }} Mark
 */

/**
 * @param {string} id
 * @returns {Mark}
 */
const sign = (id) => ({ sign: id });
/**
 * @param {string} id
 * @param {number} [n]
 * @returns {Mark}
 */
const pieces = (id, n) => ({ item: itemNumber(id), n });
const [any, to, or] = [sign("any"), sign("to"), sign("or")];
/**
 * @param {Mark[]} rows
 * @param {Mark} one
 */
const between = (rows, one) => rows.flatMap((row, n) => (n ? [one, row] : [row]));
/** @param {Record<string, number>} amounts */
const list = (amounts) => Object.entries(amounts).map(([id, n]) => pieces(id, n));

/**
 * By type of effect, the pictograms from left to right.
 * @type {Record<string, (effect: Santiago.Effect) => Mark[]>}
 */
const ROWS = {
  gain: ({ item, amount }) => [pieces(item, amount)],
  gain_any: () => [{ ...any, n: 1 }],
  from_each: () => [sign("others"), to, sign("gift")],
  lawyer: () => [sign("claim"), or, sign("own")],
  convert: ({ raw, made }) => [pieces(raw), sign("often"), pieces(made)],
  swap: () => [any, to, sign("other")],
  barter: ({ pay, get }) => [...list(pay), to, ...list(get)],
  sell: ({ items, vp }) => [...between(items.map((/** @type {string} */ id) => pieces(id)), or), to, pieces("vp", vp)],
  cancel_demand: () => [sign("die"), to, sign("zero")],
  change: ({ pesos }) => [pieces("peso", pesos), sign("both"), pieces("vp", 1)],
  shift_value: () => [sign("down"), sign("flag"), sign("up")],
  deliver_one: ({ vp }) => [any, sign("aboard"), pieces("vp", vp)],
  headline: ({ pesos }) => [pieces("peso", pesos), sign("asleep")],
};

const HARBOR = [any, sign("aboard"), sign("flag")];

/** @param {{ id: string }} props */
const Sign = ({ id }) => html`<svg class="sg-sign sg-sign-${id}" aria-hidden="true" focusable="false">
  <use href="#sg-sign-${id}" /></svg>`;

/** @param {{ rows: Mark[] }} props */
const Row = ({ rows }) => html`
  <span class="sg-marks" aria-hidden="true">
    ${rows.map(({ item, sign: id, n = 0 }, place) =>
        html`<span key=${place} class="sg-mark">${n > 0 && html`<b>${n}</b>`}
          ${id ? html`<${Sign} id=${id} />` : html`<${Item} of=${item} />`}</span>`)}
  </span>
`;

/**
 * The pictograms of one card; of the harbor if `group` is "harbor".
 * @param {{ group: "cubans" | "buildings" | "harbor", n: number }} props
 */
export function Marks({ group, n }) {
  if (group === "harbor") return html`<${Row} rows=${HARBOR} />`;
  const effect = effectOf(group, n);
  return html`<${Row} rows=${ROWS[effect.type](effect)} />`;
}

/**
 * The picture of a log line: by key, how to find the item or sign in the line's numbers.
 * @type {Record<string, (...nouns: number[]) => Mark>}
 */
const TOLD = {
  gift: () => sign("gift"), departed: () => sign("ship"), rolled: () => sign("die"),
  demand: (_, good) => ({ item: good }), claimed: () => sign("claim"),
  rent: () => ({ item: VP }), turned_down: () => sign("asleep"), asleep: () => sign("asleep"),
  cancelled: () => sign("zero"), value: () => sign("flag"),
  round: () => sign("aboard"), delivered: (_, _units, cargo) => ({ item: cargo % ITEMS }),
  delivered_wood: () => ({ item: WOOD }), cashed: () => ({ item: VP }),
};

/**
 * The picture of a log line, or null; for an exchange the last item gained.
 * @param {Line} line
 */
export function signOf([key, ...nouns]) {
  const told = key.startsWith("exchange") ? { item: nouns[nouns.length - 1] % ITEMS } : TOLD[key]?.(...nouns);
  if (!told) return null;
  return told.sign ? html`<${Sign} id=${told.sign} />` : html`<${Item} of=${told.item} />`;
}

/**
 * @param {string} d
 * @param {number} [width]
 */
const stroke = (d, width = 2.6) =>
  html`<path d=${d} fill="none" stroke="currentcolor" stroke-width=${width} stroke-linecap="round"
    stroke-linejoin="round" />`;
/**
 * @param {string} fill
 * @param {Children} inside
 */
const crate = (fill, inside) =>
  html`<rect x="2.5" y="4.5" width="19" height="16" rx="2.5" fill=${fill} stroke="#4a2f18" stroke-width="1.6" />
  <path d="M2.5 9.5h19" stroke="#4a2f18" stroke-width="1.3" />${inside}`;
/** @param {Children} inside */
const die = (inside) => html`<rect x="3" y="3" width="18" height="18" rx="4.5" fill="#fffdf6" stroke="#26221f"
  stroke-width="1.8" />${inside}`;

const SIGNS = {
  any: crate("#d9a865", html`<path d="M9.6 13.2c.2-3.4 5-3 4.7.1-.2 1.6-2.1 1.7-2.3 3.2" fill="none" stroke="#3a2416"
      stroke-width="1.8" stroke-linecap="round" /><circle cx="12" cy="18.6" r="1.1" fill="#3a2416" />`),
  other: crate("#9fb3bd", html`<path d="M9.6 13.2c.2-3.4 5-3 4.7.1-.2 1.6-2.1 1.7-2.3 3.2" fill="none" stroke="#1d2b33"
      stroke-width="1.8" stroke-linecap="round" /><circle cx="12" cy="18.6" r="1.1" fill="#1d2b33" />`),
  to: stroke("M3 12h17M14 6l6 6-6 6"),
  often: stroke("M2 12h18M9 6l6 6-6 6M15 6l6 6-6 6", 2.2),
  both: stroke("M4 8h16M15 3.5 20 8M20 16H4M9 20.5 4 16", 2.3),
  or: stroke("M15.5 3 8.5 21", 2.2),
  others: html`<g fill="currentcolor"><circle cx="7" cy="8" r="3.6" /><circle cx="17" cy="8" r="3.6" />
    <path d="M.5 20c.3-4.5 3-7 6.5-7 2.2 0 4 1 5 2.7 1-1.7 2.8-2.7 5-2.7 3.5 0 6.2 2.5 6.5 7z" /></g>`,
  gift: html`<path d="M3 10h18v11H3z" fill="#d8452f" stroke="#7c1a10" stroke-width="1.4" />
    <path d="M12 10v11" stroke="#ffe28a" stroke-width="3" />
    <path d="M2 7h20v4H2z" fill="#e7624b" stroke="#7c1a10" stroke-width="1.4" />
    <path d="M12 7C8 1 3 4 7 7M12 7c4-6 9-3 5 0" fill="none" stroke="#b8860b" stroke-width="1.8" />`,
  claim: html`<path d="M4.5 2.5h15v12.5l-7.5 7-7.5-7z" fill="#fffdf6" stroke="#26221f" stroke-width="1.8"
    stroke-linejoin="round" /><path d="M12 6.5v7M8.5 10h7" stroke="#26221f" stroke-width="2" stroke-linecap="round" />`,
  own: html`<path d="M2 11.5 12 3l10 8.5" fill="none" stroke="currentcolor" stroke-width="2.2" stroke-linecap="round"
    stroke-linejoin="round" /><path d="M5 11v10h14V11l-7-5.8z" fill="#fffdf6" stroke="#26221f" stroke-width="1.6" />
    <path d="M8.5 10.5h7v5.3L12 19l-3.5-3.2z" fill="#26221f" />`,
  die: die(html`<g fill="#26221f"><circle cx="8" cy="8" r="1.8" /><circle cx="12" cy="12" r="1.8" />
      <circle cx="16" cy="16" r="1.8" /></g>`),
  zero: die(html`<ellipse cx="12" cy="12" rx="3.4" ry="5" fill="none" stroke="#26221f" stroke-width="2.4" />`),
  flag: html`<path d="M5 22V2" stroke="#7a5230" stroke-width="2.4" stroke-linecap="round" />
    <path d="M6 3h15l-3.5 4.5L21 12H6z" fill="#d8402f" stroke="#7c1a10" stroke-width="1" />`,
  down: html`<path d="M17 5v14L6 12z" fill="currentcolor" />`,
  up: html`<path d="M7 5v14l11-7z" fill="currentcolor" />`,
  aboard: html`<path d="M1.5 14h21l-3.5 7H5z" fill="#8a2f1c" />
    <path d="M1.5 14h21l-.7 2.2H2.2z" fill="#fff3df" stroke="#8a2f1c" stroke-width=".6" />
    <path d="M12 1v8M8.4 6.2 12 10l3.6-3.8" fill="none" stroke="currentcolor" stroke-width="2.3" stroke-linecap="round"
      stroke-linejoin="round" />`,
  ship: html`<path d="M1.5 14h21l-4 7.5H5z" fill="#b4281c" /><path d="M11 13V2l8 11z" fill="#d8402f" />
    <path d="M9.5 13V5L3.5 13z" fill="#f2d489" stroke="#8a6a1a" stroke-width=".6" />`,
  asleep: html`<rect x="3" y="2.5" width="18" height="19" rx="2.5" fill="#6b5137" stroke="#3a2416" stroke-width="1.4" />
    <path d="M7 11h5l-5 6h5M14.5 5.5h3.5l-3.5 4H18" fill="none" stroke="#f1dfba" stroke-width="1.7"
      stroke-linecap="round" stroke-linejoin="round" />`,
};

/** All signs, referenced by `<use>`. */
export const Signs = () => html`
  <svg class="sg-sheet" width="0" height="0" aria-hidden="true" focusable="false">
    ${Object.entries(SIGNS).map(([id, drawing]) =>
        html`<symbol key=${id} id="sg-sign-${id}" viewBox="0 0 24 24">${drawing}</symbol>`)}
  </svg>
`;
