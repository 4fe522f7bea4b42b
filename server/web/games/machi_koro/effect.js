/** The effects of cards as one line of small pictures; the explanation has them as text. */

import { html } from "../../core/lib.js";
import { establishment, landmark } from "./cards.js";
import { Symbol } from "./landmarks.js";

/**
 * @param {Children} inside
 * @param {string} [kind]
 * @param {number} [width]
 */
const picture = (inside, kind = "", width = 24) =>
  html`<svg class="mk-pic ${kind}" viewBox="0 0 ${width} 24" aria-hidden="true">${inside}</svg>`;

/** @param {number} x */
const head = (x) => `M${x} 4.5a3.7 3.7 0 1 0 .1 0zM${x - 6.5} 21q0-8 6.500-8t6.500 8z`;
/** Whose turn: the owner's, another player's, any. */
const Own = () => picture(html`<path d=${head(12)} />`, "full");
const Other = () => picture(html`<path d=${head(12)} />`);
const Everybody = () => picture(html`<path d=${head(8)} /><path d=${head(23)} /><path d=${head(38)} />`, "crowd", 46);
const Pays = () => picture(html`<path d="M3 12h15M12 6l6 6-6 6" />`);
const Die = () => picture(html`<rect x="3.500" y="3.500" width="17" height="17" rx="4" />
  <path d="M8 8h.01M16 16h.01M12 12h.01" />`);
const Again = () => picture(html`<path d="M19 8a8 8 0 1 0 1 6M20 3v6h-6" />`);
const Swap = () => picture(html`<path d="M2 4h9v14H2zM35 4h9v14h-9zM16 8h13l-4-4M30 15H17l4 4" />`, "crowd", 46);

/** @param {{ n: number | string }} props */
const Coins = ({ n }) => html`<b>${n}</b><i class="mk-coin tiny"></i>`;
/** @param {{ symbol: string }} props */
const Times = ({ symbol }) => html`<b>×</b><${Symbol} name=${symbol} />`;

const TURN = { blue: Everybody, green: Own, purple: Own, red: Other };

/** @type {Record<string, (row: { colour: string, effect: MachiKoro.Effect }) => unknown>} */
const DOES = {
  coins: ({ colour, effect }) => html`${colour === "red" && html`<${Pays} />`}
    <${Coins} n=${colour === "red" ? effect.amount : `+${effect.amount}`} />`,
  coins_per: ({ effect }) => html`<${Coins} n="+${effect.amount}" /><${Times} symbol=${effect.symbol} />`,
  from_each: ({ effect }) => html`<${Everybody} /><${Pays} /><${Coins} n=${effect.amount} />`,
  from_one: ({ effect }) => html`<${Other} /><${Pays} /><${Coins} n=${effect.amount} />`,
  swap: () => html`<${Swap} />`,
};

/**
 * Whose turn activates an establishment, and what it brings.
 * @param {{ kind: number }} props
 */
export function Effect({ kind }) {
  const row = establishment(kind);
  return html`<span class="mk-effect" aria-hidden="true">
      ${row.colour !== "purple" && html`<${TURN[row.colour]} />`}${DOES[row.effect.type](row)}
    </span>`;
}

/** @type {Record<string, (row: MachiKoro.Landmark) => unknown>} */
const WORKS = {
  train_station: () => html`<${Die} /><b>/</b><${Die} /><${Die} />`,
  shopping_mall: ({ bonus }) => bonus && html`<${Coins} n="+${bonus.amount}" />
    ${bonus.symbols.map((name) => html`<${Symbol} key=${name} name=${name} />`)}`,
  amusement_park: () => html`<${Die} /><b>=</b><${Die} /><${Again} />`,
  radio_tower: () => html`<${Die} /><${Again} />`,
};

/** @param {{ n: number }} props */
export function LandmarkEffect({ n }) {
  const row = landmark(n);
  return html`<span class="mk-effect" aria-hidden="true">${WORKS[row.id](row)}</span>`;
}
