/** Small drawings for this game's things, each drawn once and referenced by name. */

import { html } from "../../core/lib.js";
import { colourName } from "./words.js";

const SHAPES = {
  // one sign for each colour: its threat
  sign_0: html`<path d="M2 9c3-4 6-4 9 0s6 4 9 0M2 15c3-4 6-4 9 0s6 4 9 0" fill="none" stroke="currentcolor"
    stroke-width="2.6" stroke-linecap="round" />`,
  sign_1: html`<path d="M3 15c0-5 4-8 9-8 2-3 6-3 7 0 2 1 2 4 0 5 0 3-3 4-6 4H8c-3 3-6 1-6 4" fill="none"
    stroke="currentcolor" stroke-width="2.3" stroke-linecap="round" />
    <circle cx="15.5" cy="9.5" r="1.3" fill="currentcolor" />`,
  sign_2: html`<path d="M8 7c-2-1-2-4 0-4 2 1 4 1 6 0 2 0 2 3 0 4 4 3 6 7 5 10-1 3-15 3-16 0-1-3 1-7 5-10z"
    fill="currentcolor" />`,
  sign_3: html`<path d="M11 2c1 4 6 6 6 12 0 4-3 6-6 6s-6-2-6-6c0-3 2-4 2-7 2 1 3 2 3 4 2-3 2-6 1-9z"
    fill="currentcolor" />`,
  sign_4: html`<path d="M2 7c6-2 12-2 18 0 0 7-3 10-6 10-2 0-2-2-3-2s-1 2-3 2c-3 0-6-3-6-10z" fill="currentcolor" />
    <path d="M5.5 9.5c1.5-1 3-1 4 .5-1.5 1-3 1-4-.5zM12.5 10c1-1.5 2.5-1.5 4-.5-1 1.5-2.5 1.5-4 .5z" fill="#fff" />`,
  guilder: html`<circle cx="11" cy="11" r="9.5" fill="#f2c744" stroke="#96690c" stroke-width="1.5" />
    <circle cx="11" cy="11" r="6.5" fill="none" stroke="#b8860f" />
    <path d="M11 6v10M8 8.5h6M8 13.5h6" stroke="#7a540a" stroke-width="1.6" />`,
  worker: html`<path d="M11 1.5a3.5 3.5 0 0 1 2.7 5.8c4 .8 6.8 2.2 6.8 4.2 0 1.5-2.5 1.7-4.8 1.5l2.8 6
    c.4 1-.2 1.5-1 1.5H13l-2-4-2 4H4.5c-.8 0-1.4-.5-1-1.5l2.8-6c-2.3.2-4.8 0-4.8-1.5 0-2 2.8-3.4 6.8-4.2
    A3.5 3.5 0 0 1 11 1.5z" fill="var(--c)" stroke="var(--c-edge)" stroke-width="1.2" />`,
  laurel: html`<path d="M8 20C2 16 1 9 4 3M14 20c6-4 7-11 4-17" fill="none" stroke="currentcolor" stroke-width="1.6" />
    <path d="M4 4c-3 1-3 4-1 6 2-2 3-4 1-6zM3.5 9.5c-2 2-1 5 1.5 6 1-3 .5-5-1.5-6zM6 15c-1 3 1 5 3 5 0-3-1-5-3-5z
      M18 4c3 1 3 4 1 6-2-2-3-4-1-6zM18.5 9.5c2 2 1 5-1.5 6-1-3-.5-5 1.5-6zM16 15c1 3-1 5-3 5 0-3 1-5 3-5z"
        fill="currentcolor" />`,
  points: html`<path d="M2.5 1.5h17v9c0 5.5-4 8.5-8.5 10.5-4.5-2-8.5-5-8.5-10.5z" fill="#fffaf0"
    stroke="currentcolor" stroke-width="1.7" stroke-linejoin="round" />`,
  immediate: html`<path d="M13 1 4 12h5l-2 9 10-12h-6z" fill="#f2b632" stroke="#8a5a08" stroke-width="1.2"
    stroke-linejoin="round" />`,
  round: html`<path d="M18.5 8A8 8 0 1 0 19 13" fill="none" stroke="currentcolor" stroke-width="2.2" />
    <path d="M20 3v6h-6" fill="none" stroke="currentcolor" stroke-width="2.2" />
    <path d="M9 8.5 11.5 7v8.5" fill="none" stroke="currentcolor" stroke-width="2.2" />`,
  permanent: html`<path d="M11 11C8 6 2 6 2 11s6 5 9 0 9-5 9 0-6 5-9 0z" fill="none" stroke="currentcolor"
    stroke-width="2.4" />`,
  house: html`<path d="M3 20V10h2V7h2V4h2V2h4v2h2v3h2v3h2v10z" fill="currentcolor" />
    <path d="M9 20v-5h4v5zM9 9h1.5v2.5H9zM12 9h1.5v2.5H12z" fill="#fff" />`,
  canal: html`<path d="M1 13h20l-3 6H4z" fill="currentcolor" />
    <path d="M10 2v10M10 3l7 8h-7z" fill="currentcolor" stroke="currentcolor" />`,
  hire: html`<circle cx="11" cy="7" r="4.5" fill="currentcolor" />
    <path d="M2.5 20c0-6 4-8 8.5-8s8.5 2 8.5 8z" fill="currentcolor" />`,
  statue: html`<path d="M6 20h10v-2H6zM8 17h6l-.5-4c2-1 2-4 0-5.5C14 5 13 2 11 2S8 5 8.5 7.5C6.5 9 6.5 12 8.5 13z"
    fill="#b9b4a6" stroke="#6d685a" stroke-width="1.2" />`,
  reputation: html`<path d="M4 21V2M4 3h14l-4 4.5 4 4.5H4z" fill="currentcolor" stroke="currentcolor" stroke-width="2"
    />`,
  pets: html`<ellipse cx="11" cy="15" rx="5.5" ry="4.5" fill="currentcolor" />
    <g fill="currentcolor"><circle cx="4" cy="10" r="2.3" /><circle cx="8.5" cy="5.5" r="2.4" />
      <circle cx="13.5" cy="5.5" r="2.4" /><circle cx="18" cy="10" r="2.3" /></g>`,
  back: html`<rect x="4" y="1.5" width="14" height="19" rx="2.5" fill="#6a4a2e" stroke="#fff6de" stroke-width="1.5" />
    <path d="M7 17v-6h1.5V9H10V7h2v2h1.5v2H15v6z" fill="#e8d9b4" />`,
  danger: html`<path d="M11 2 21 20H1z" fill="#d8412a" stroke="#7d1c0d" stroke-width="1.2" stroke-linejoin="round" />
    <path d="M11 8v6M11 16.5v1" stroke="#fff" stroke-width="2.4" stroke-linecap="round" />`,
  own: html`<path d="M3 19c2-8 7-14 16-16-1 8-6 13-13 13M3 20l6-8" fill="none" stroke="currentcolor" stroke-width="2"
    stroke-linecap="round" />`,
  ship: html`<path d="M1 14h20c-1 4-3 6-6 6H7c-3 0-5-2-6-6z" fill="var(--c)" stroke="var(--c-edge)" />
    <path d="M11 1v13" stroke="#6a4a26" stroke-width="1.6" />
    <path d="M12 3c5 2 6 6 5 9h-5zM10 4c-4 1-6 5-5 8h5z" fill="#fffaf0" stroke="#b8a888" />`,
  pawn: html`<path d="M11 1a5 5 0 0 1 3 9c1 4 3 5 4 9v2H4v-2c1-4 3-5 4-9a5 5 0 0 1 3-9z" fill="var(--seat)"
    stroke="#fff" stroke-width="1.2" />`,
};

const DRAWINGS = html`
  <svg class="br-drawings" width="0" height="0" aria-hidden="true"><defs>
    ${Object.entries(SHAPES).map(([name, shape]) =>
        html`<symbol key=${name} id="br-${name}" viewBox="0 0 22 22">${shape}</symbol>`)}
  </defs></svg>
`;
export const Drawings = () => DRAWINGS;

/**
 * One of the drawings; `colour` if it has one.
 * @param {{ of: string, colour: number }} props
 */
export const Sign = ({ of, colour }) =>
  html`<svg class="br-sign ${colour === undefined ? "" : `c-${colour}`}" aria-hidden="true" focusable="false">
    <use href="#br-${of}" /></svg>`;

/** @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * A die in its colour; blank before the first roll.
 * @param {{ colour: number, shows: number }} props
 */
export const Die = ({ colour, shows }) => html`
  <svg class="br-die c-${colour}" viewBox="0 0 40 40" role="img" aria-label="${colourName(colour)}: ${shows || "–"}">
    <rect x="1.5" y="1.5" width="37" height="37" rx="9" class="br-die-body" />
    ${(PIPS[shows] ?? []).map((at) =>
        html`<circle key=${at} cx=${10 + 10 * (at % 3)} cy=${10 + 10 * Math.floor(at / 3)} r="3.6" class="br-pip" />`)}
  </svg>
`;

/**
 * @param {number} x
 * @param {number} w
 * @param {number} h
 * @param {string} fill
 * @param {string} dark
 */
const gable = (x, w, h, fill, dark) =>
  html`<g transform="translate(${x} ${130 - h})">
    <path d="M0 ${h}V22h${w * 0.14}V14h${w * 0.14}V7h${w * 0.14}V0h${w * 0.16}v7h${w * 0.14}
      v7h${w * 0.14}v8h${w * 0.14}v${h - 22}z" fill=${fill} />
  ${[30, 48, 66].filter((y) => y < h - 18).map((y) =>
      html`<path d="M${w * 0.18} ${y}h${w * 0.2}v11h${-w * 0.2}zM${w * 0.62} ${y}h${w * 0.2}v11h${-w * 0.2}z"
        fill=${dark} />`)}<path d="M${w * 0.42} 12h${w * 0.16}v10h${-w * 0.16}z" fill=${dark} /></g>`;
/** @type {[x: number, w: number, h: number, fill: string][]} */
const ROW = [[0, 44, 76, "#b8563e"], [46, 38, 88, "#e3c58c"], [86, 46, 70, "#8c4a3a"], [134, 40, 92, "#c9764c"],
  [176, 44, 78, "#efe0bb"], [222, 36, 86, "#a5583c"], [430, 42, 84, "#d9a066"], [474, 44, 72, "#9c4d3c"],
  [520, 36, 92, "#efe0bb"], [558, 48, 76, "#b8563e"], [608, 40, 88, "#c98a54"], [650, 50, 70, "#8c4a3a"]];

const SKYLINE = html`
  <svg class="br-skyline" viewBox="0 0 700 170" preserveAspectRatio="xMidYMax slice" aria-hidden="true"
    focusable="false">
    <rect width="700" height="170" class="br-sky" />
    <g class="br-clouds"><ellipse cx="110" cy="26" rx="56" ry="9" /><ellipse cx="560" cy="20" rx="70" ry="8" />
      <ellipse cx="500" cy="34" rx="36" ry="6" /></g>
    <g class="br-far"><path d="M0 130v-40l30-14 20 14 34-20 40 22 40-18 40 16v40z
      M430 130V84l40-12 40 18 30-16 60 22 40-18 60 16v36z" /></g>
    <g transform="translate(262 8)"><path d="M24 122V52h26v70z" fill="#c28a56" />
      <path d="M26 52V28h22v24z" fill="#d49a62" /><path d="M29 28V12h16v16z" fill="#c28a56" />
      <path d="M27 12 37-6l10 18z" fill="#5f6b70" /><circle cx="37" cy="42" r="6" fill="#fff6de" stroke="#6d4a26" />
      <path d="M37 38v4l3 2" stroke="#3a2618" fill="none" />
      <path d="M30 62h5v14h-5zM40 62h5v14h-5zM33 16h8v9h-8z" fill="#5c3a22" /></g>
    ${ROW.map(([x, w, h, fill], n) => html`<g key=${n}>${gable(x, w, h, fill, "#4a2f22")}</g>`)}
    <g transform="translate(318 34)"><path d="M0 96V26h22v70zM82 96V26h22v70z" fill="#a8795a" />
      <path d="M-3 26 11 0l14 26zM79 26 93 0l14 26z" fill="#4f5f68" /><path d="M20 96V44h64v52z" fill="#bb8a66" />
      <path d="M20 44v-7h8v7h8v-7h8v7h8v-7h8v7h8v-7h8v7h8v-7h8v7z" fill="#bb8a66" />
      <path d="M34 96V76a18 18 0 0 1 36 0v20z" fill="#2f4a5c" />
      <path d="M34 80h36M42 62v34M52 58v38M62 62v34" stroke="#14232d" stroke-width="1.5" />
      <path d="M8 44h6v10H8zM90 44h6v10h-6z" fill="#4a2f22" /></g>
    <path d="M0 128h700v42H0z" class="br-water" />
    <path d="M0 140c30-6 50 6 80 0s50-6 80 0 50 6 80 0 50-6 80 0 50 6 80 0 50-6 80 0 50 6 80 0 60-6 140 0
      M0 156c30-6 50 6 80 0s50-6 80 0 50 6 80 0 50-6 80 0 50 6 80 0 50-6 80 0 50 6 80 0 60-6 140 0" fill="none"
        stroke="#fff" stroke-opacity=".28" stroke-width="2" />
    <path d="M0 124h318v7H0zM422 124h278v7H422z" fill="#8d8474" />
  </svg>
`;

/** The city in the background: gabled houses, a belfry, a gatehouse over the canal. */
export const Skyline = () => SKYLINE;
