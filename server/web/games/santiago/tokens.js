/** Small pieces, drawn once per page as symbols: goods, coins, points, flowers, stars, pawns, markers. */

import { html } from "../../core/lib.js";

const GOODS = [
  // sugar cane
  html`<path d="M7 21 9 3M12 21V2M17 21 15 3" stroke="#7f9a3a" stroke-width="3.4" stroke-linecap="round" />
    <path d="M7.4 17h3M7.9 11h2.2M10.7 16h2.6M10.7 9h2.6M14.6 13h2.5M14.3 7h2" stroke="#f4f7dd" stroke-width="1.3" />
    <path d="M9 5C5 5 4 2.5 3.5 1.5M15 5c4 0 5-2.5 5.5-3.5" stroke="#5f8a35" stroke-width="1.8" fill="none"
      stroke-linecap="round" />`,
  // citrus fruit
  html`<circle cx="12" cy="13" r="8.5" fill="#f08a1d" />
    <path d="M12 13V5.5M12 13l6.5-3.7M12 13l6.5 3.7M12 13v7.5M12 13l-6.5 3.7M12 13 5.5 9.3" stroke="#ffd9a3"
      stroke-width="1.3" /><circle cx="12" cy="13" r="7.2" fill="none" stroke="#ffd9a3" stroke-width="1.3" />
      <path d="M12 4.5c1-3 4-3.5 6-3-.5 2.5-3 3.8-6 3z" fill="#4e8a35" />`,
  // tobacco
  html`<path d="M12 22C4 16 4 8 12 1.5 20 8 20 16 12 22z" fill="#3f8a3f" />
    <path d="M12 22V4M12 9l-4-2.5M12 9l4-2.5M12 13.5 7 10.5M12 13.5l5-3M12 18l-4.5-3M12 18l4.5-3" stroke="#cfe8b8"
      stroke-width="1.2" fill="none" />`,
  // rum
  html`<path d="M10 1.5h4v5.5c2.5 1.2 4 3 4 5.5v8a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-8c0-2.5 1.5-4.3 4-5.5z" fill="#a3291d"
    /><path d="M9.6 1h4.8v2.8H9.6z" fill="#5a3a1c" /><path d="M7.5 13h9v6h-9z" fill="#f6e6c4" />
    <path d="M9.5 16h5" stroke="#a3291d" stroke-width="1.4" />`,
  // cigars
  html`<g transform="rotate(-24 12 12)"><rect x="2" y="6" width="20" height="4.6" rx="2.3" fill="#3a2416" />
    <rect x="2" y="13" width="20" height="4.6" rx="2.3" fill="#4c2f1c" />
    <path d="M14 6h3.4v4.6H14zM14 13h3.4v4.6H14z" fill="#e2b53a" />
    <path d="M2.6 7.2a2.3 2.3 0 0 0 0 2.2M2.6 14.2a2.3 2.3 0 0 0 0 2.2" stroke="#e9795a" stroke-width="1.6" /></g>`,
  // wood
  html`<rect x="2" y="7.5" width="19" height="10" rx="5" fill="#8a5a2c" />
    <ellipse cx="19" cy="12.5" rx="3.8" ry="5" fill="#d9a865" />
    <ellipse cx="19" cy="12.5" rx="1.9" ry="2.7" fill="none" stroke="#8a5a2c" stroke-width="1" />
    <path d="M5 10h7M7 13.5h6M5 15.8h4" stroke="#6a4119" stroke-width="1.2" stroke-linecap="round" />`,
  // peso
  html`<circle cx="12" cy="12" r="9.8" fill="#f2b632" />
    <circle cx="12" cy="12" r="9.1" fill="none" stroke="#b27609" stroke-width="1.5" />
    <path d="M15.5 8.6c-.8-1.3-2-1.7-3.5-1.7-2 0-3.4.9-3.4 2.5 0 3.5 7 1.7 7 5.2 0 1.7-1.6 2.6-3.6 2.6
      -1.7 0-3-.5-3.8-1.9M12 5v14" fill="none" stroke="#6b4400" stroke-width="1.7" stroke-linecap="round" />`,
  // victory point
  html`<path d="M12 1.8 15.1 8.6l7.4.8-5.5 5 1.5 7.3L12 18l-6.5 3.7L7 14.4l-5.5-5 7.4-.8z" fill="#d8452f"
    stroke="#8a1f12" stroke-width="1.2" stroke-linejoin="round" /><circle cx="12" cy="12.6" r="3.2" fill="#fff3df" />`,
];

const PETALS = [0, 72, 144, 216, 288];
/**
 * @param {string} fill
 * @param {string} edge
 */
const flower = (fill, edge) => html`
  ${PETALS.map((turn) => html`<path d="M12 12C7.5 9 7.8 2.5 12 1.5c4.2 1 4.5 7.5 0 10.5z" fill=${fill} stroke=${edge}
      stroke-width=".9" transform="rotate(${turn} 12 12)" />`)}
  <circle cx="12" cy="12" r="2.7" fill="#f2b632" stroke="#a86a08" stroke-width=".7" />`;
const FLOWERS = {
  white: flower("#fffdf6", "#8d8473"),
  yellow: flower("#ffd84f", "#9a7206"),
  dark_blue: flower("#2d4fa0", "#152a60"),
  red: flower("#d8402f", "#7c1a10"),
  none: html`${PETALS.map((turn) =>
      html`<path d="M12 12C7.5 9 7.8 2.5 12 1.5c4.2 1 4.5 7.5 0 10.5z" fill="none" stroke="currentcolor"
        stroke-width="1.4" stroke-dasharray="2.2 1.6" transform="rotate(${turn} 12 12)" />`)}`,
};

const STAR = "M12 1.5 15.1 8.6l7.7.7-5.8 5.1 1.7 7.5L12 18l-6.7 3.9L7 14.4 1.2 9.3l7.7-.7z";

/** All symbols of this table, referenced by `<use>`. */
export const Tokens = () => html`
  <svg class="sg-sheet" width="0" height="0" aria-hidden="true" focusable="false">
    ${GOODS.map((drawing, n) => html`<symbol key=${n} id="sg-item-${n}" viewBox="0 0 24 24">${drawing}</symbol>`)}
    ${Object.entries(FLOWERS).map(([id, drawing]) =>
        html`<symbol key=${id} id="sg-flower-${id}" viewBox="0 0 24 24">${drawing}</symbol>`)}
    <symbol id="sg-star" viewBox="0 0 24 24">
      <path d=${STAR} fill="var(--star, #fff)" stroke="rgb(0 0 0 / .45)" stroke-width="1" stroke-linejoin="round" />
      </symbol>
    <symbol id="sg-pawn" viewBox="0 0 24 30">
      <path d="M12 1.5a5.7 5.7 0 0 0-3.2 10.4C6 15 5 19.5 4.2 23.5H2.5v5h19v-5h-1.7C19 19.5 18 15 15.2 11.9
        A5.7 5.7 0 0 0 12 1.5z" fill="var(--seat)" stroke="#fff" stroke-width="1.6" stroke-linejoin="round" /></symbol>
    <symbol id="sg-marker" viewBox="0 0 24 24">
      <path d="M4 2h16v13l-8 7-8-7z" fill="var(--seat)" stroke="#fff" stroke-width="1.8" stroke-linejoin="round" />
      </symbol>
  </svg>
`;

/**
 * @param {string} id
 * @param {string} kind
 */
const use = (id, kind) => html`<svg class=${kind} aria-hidden="true" focusable="false"><use href="#${id}" /></svg>`;

/** @param {{ of: number }} props */
export const Item = ({ of }) => use(`sg-item-${of}`, "sg-item");
/** @param {{ of: string }} props */
export const Flower = ({ of }) => use(`sg-flower-${of}`, "sg-flower");
export const Star = ({ kind = "" }) => use("sg-star", `sg-star ${kind}`);
/** @param {{ seat: number }} props */
export const Pawn = ({ seat }) => use("sg-pawn", `sg-pawn seat-${seat}`);
/** @param {{ seat: number }} props */
export const Marker = ({ seat }) => use("sg-marker", `sg-marker seat-${seat}`);
