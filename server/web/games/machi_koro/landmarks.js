/** The drawings of the four landmarks, 160 by 120, on the ground line; and the cards' symbols. */

import { html } from "../../core/lib.js";

/**
 * @param {number} x
 * @param {number} y
 * @param {number} columns
 * @param {number} rows
 * @param {number} w
 * @param {number} h
 * @param {number} gapX
 * @param {number} gapY
 * @param {string} colour
 */
const grid = (x, y, columns, rows, w, h, gapX, gapY, colour) =>
  Array.from({ length: columns * rows }, (_, i) =>
    html`<rect x=${x + (i % columns) * (w + gapX)} y=${y + Math.floor(i / columns) * (h + gapY)} width=${w} height=${h}
        rx="1" fill=${colour} />`,
  );

const trainStation = () => html`
  <path d="M66 112V26l14-18 14 18v86z" fill="#b9573a" /><path d="M62 28 80 4l18 24z" fill="#5d3329" />
  <circle cx="80" cy="42" r="10" fill="#fff7e3" stroke="#5d3329" stroke-width="2" />
  <path d="M80 42v-6M80 42l5 3" stroke="#5d3329" stroke-width="2" stroke-linecap="round" />
  <rect x="10" y="58" width="140" height="54" fill="#d9825c" />
  <path d="M4 60 16 44h48v16zM96 60V44h48l12 16z" fill="#7c4334" />
  ${grid(18, 68, 3, 1, 12, 18, 5, 0, "#fff0c4")}${grid(98, 68, 3, 1, 12, 18, 5, 0, "#fff0c4")}
  <path d="M68 112V84a12 12 0 0 1 24 0v28z" fill="#5d3329" /><path d="M72 112V86a8 8 0 0 1 16 0v26z" fill="#ffd98a" />
  <rect x="4" y="108" width="152" height="4" fill="#6b5a50" />
  <g transform="translate(2 90)"><rect width="44" height="17" rx="5" fill="#2f7fae" />
    <rect x="46" width="34" height="17" rx="3" fill="#3f93c4" />
    <g fill="#e6f6ff">${[5, 15, 25].map((x) => html`<rect x=${x} y="4" width="7" height="6" rx="1" />`)}${[50, 60,
        70].map((x) => html`<rect x=${x} y="4" width="7" height="6" rx="1" />`)}</g>
    <path d="M0 12h80" stroke="#ffd45c" stroke-width="1.600" />
    <g fill="#30343c"><circle cx="9" cy="18" r="3" /><circle cx="34" cy="18" r="3" />
      <circle cx="54" cy="18" r="3" /><circle cx="72" cy="18" r="3" /></g></g>`;

const shoppingMall = () => html`
  <rect x="8" y="50" width="144" height="62" rx="3" fill="#f0b6a0" />
  <rect x="40" y="30" width="80" height="82" rx="3" fill="#f7cdb9" /><path d="M36 32h88l-6-12H42z" fill="#d9604c" />
  <rect x="58" y="8" width="44" height="15" rx="4" fill="#fff6e6" stroke="#d9604c" stroke-width="2" />
  <path d="M70 12h8v7h-8zM72 12v-1.500h4V12M84 19v-7l5 4 5-4v7" fill="none" stroke="#d9604c" stroke-width="2" />
  ${grid(47, 40, 5, 2, 10, 12, 4, 5, "#bfe6ee")}<path d="M62 112V80h36v32z" fill="#8fcbd8" />
  <path d="M80 80v32M62 90h36" stroke="#fff" stroke-width="2" /><path d="M56 80h48l-4-7H60z" fill="#d9604c" />
  ${[12, 112].map((x) => html`<g>
      ${[0, 1, 2, 3].map((i) =>
        html`<path d="M${x + i * 9} 60h9v8a4.500 4 0 0 1-9 0z" fill=${i % 2 ? "#fff" : "#e8824a"} />`)}
      <rect x=${x + 2} y="76" width="32" height="24" rx="1.500" fill="#bfe6ee" />
      <path d="M${x + 18} 76v24" stroke="#fff" stroke-width="2" /></g>`)}
  <g fill="#d9604c"><path d="M20 92h6l-3 -8zM30 92l4-9 4 9z" /></g>
  <g fill="#8c57b0"><circle cx="122" cy="94" r="4" /><circle cx="136" cy="93" r="5" /></g>
  <rect x="4" y="108" width="152" height="4" fill="#b9a79a" />
  <path d="M30 50V38l14 4-14 4M130 50V38l-14 4 14 4" fill="#ffd45c" stroke="#8d5a34" stroke-width="1.500" />`;

const amusementPark = () => html`
  <g stroke="#7c63b8" stroke-width="3" fill="none"><circle cx="62" cy="54" r="42" />
    <circle cx="62" cy="54" r="35" stroke-width="1.500" />
    ${[0, 45, 90, 135].map((a) => html`<path d="M20 54h84" transform="rotate(${a} 62 54)" stroke-width="1.800" />`)}</g>
  <path d="M62 54 40 112M62 54l22 58" stroke="#5d4696" stroke-width="5" />
  ${[0, 45, 90, 135, 180, 225, 270,
      315].map((a, i) => html`<g transform="rotate(${a} 62 54) translate(62 12) rotate(${-a})">
          <path d="M-6 0h12l-2 9h-8z" fill=${["#e2564a", "#f5b42e", "#4ba35c", "#3f93c4"][i % 4]} />
          <path d="M-6 0a6 5 0 0 1 12 0z" fill="#fff7e3" /></g>`)}
  <circle cx="62" cy="54" r="7" fill="#f5b42e" stroke="#5d4696" stroke-width="2" />
  <path d="M98 112V84h54v28z" fill="#fff4de" />
  ${[0, 1, 2, 3, 4, 5].map((i) => html`<path d="M${98 + i * 9} 84h9v28h-9z" fill=${i % 2 ? "#fff4de" : "#e2564a"} />`)}
  <path d="M92 86 125 58l33 28q-8 7-16.500 0-8 7-16.500 0-8 7-16.500 0-8 7-16.500 0z" fill="#f5b42e" />
  <path d="M125 58V46l11 4-11 4" fill="#4ba35c" stroke="#5d4696" stroke-width="1.500" />
  <path d="M118 112V98a7 7 0 0 1 14 0v14z" fill="#5d4696" />
  <rect x="4" y="108" width="152" height="4" fill="#9b8a63" />`;

const radioTower = () => html`
  <g fill="none" stroke="#3f93c4" stroke-width="3" stroke-linecap="round" opacity=".9">
    <path d="M96 8q8 10 0 20M106 0q14 18 0 36M64 8q-8 10 0 20M54 0q-14 18 0 36" /></g>
  <path d="M80 6v14" stroke="#c63d2f" stroke-width="4" stroke-linecap="round" />
  <path d="M77 20h6l6 34h-18z" fill="#e2564a" />
  <rect x="66" y="52" width="28" height="9" rx="3" fill="#fff7e3" stroke="#9a3327" stroke-width="1.500" />
  <path d="M70 56h20" stroke="#3f93c4" stroke-width="3" />
  <path d="M72 61h16l22 51H96L80 74l-16 38H50z" fill="#e2564a" />
  <path d="M66 78h28M60 92h40" stroke="#fff7e3" stroke-width="4" />
  <path d="M69 70l20 20M91 70 71 90M62 92l34 16M98 92l-34 16" stroke="#b23a2e" stroke-width="2" />
  <path d="M58 108a22 20 0 0 1 44 0" fill="none" stroke="#b23a2e" stroke-width="3" />
  <rect x="12" y="86" width="30" height="26" rx="2" fill="#8c84c4" />${grid(16, 91, 3, 2, 5, 6, 4, 4, "#fff0c4")}
  <rect x="116" y="78" width="34" height="34" rx="2" fill="#6d9fb8" />${grid(121, 84, 3, 3, 5, 5, 4, 4, "#e6f6ff")}
  <rect x="4" y="108" width="152" height="4" fill="#8b8f9c" />`;

const DRAWINGS = [trainStation, shoppingMall, amusementPark, radioTower];

export const LandmarkSheet = () => html`
  <svg class="mk-sheet" aria-hidden="true" width="0" height="0">
    ${DRAWINGS.map((drawing, n) =>
      html`<symbol key=${n} id="mk-landmark-${n}" viewBox="0 0 160 113">${drawing()}</symbol>`)}
  </svg>
`;

/** @param {{ landmark: number }} props */
export const Drawing = ({ landmark }) =>
  html`<svg class="mk-drawing" viewBox="0 0 160 113" preserveAspectRatio="xMidYMax meet" aria-hidden="true">
      <use href="#mk-landmark-${landmark}" /></svg>`;

/** @type {Record<string, string>} */
const SYMBOLS = {
  wheat: "M12 22V9M12 9q-4-2-4-6 4 1 4 6zm0 0q4-2 4-6-4 1-4 6z"
    + "m0 6q-5-1-6-6 5 1 6 6zm0 0q5-1 6-6-5 1-6 6zm0 5q-5-1-6-5 5 0 6 5zm0 0q5-1 6-5-5 0-6 5z",
  cow: "M4 6q-2 4 3 5M20 6q2 4-3 5M7 8q5-4 10 0v6q0 6-5 6t-5-6zM9.500 16h5M9.500 11h.01M14.500 11h.01",
  gear: "M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z"
    + "M12 2.500v4M12 17.500v4M2.500 12h4M17.500 12h4M5.300 5.300l2.800 2.800"
    + "M15.900 15.900l2.800 2.800M18.700 5.300l-2.800 2.800M8.100 15.900l-2.800 2.800",
  store: "M4 10v10h16V10M3 10l2-6h14l2 6q-2 3-4.500 0-2.200 3-4.500 0-2.300 3-4.500 0Q5 13 3 10zM10 20v-5h4v5",
  cup: "M5 9h11v6q0 4-5.500 4T5 15zM16 10q5 0 4 3.500-1 2-4 1.500M8 6q-1-1.500 0-3M12.500 6q-1-1.500 0-3",
  factory: "M3 20V11l6 4v-4l6 4V4h4l2 16z",
  fruit: "M12 8q-7-3-8 4 0 8 6 9 2-1 4 0 6-1 6-9-1-7-8-4zM12 8q0-4 3-5",
  tower: "M6 21V9l6-6 6 6v12zM10 21v-5h4v5M10 11h.01M14 11h.01",
};

/** @param {{ name: string }} props */
export const Symbol = ({ name }) =>
  html`<svg class="mk-symbol" viewBox="0 0 24 24" aria-hidden="true"><path d=${SYMBOLS[name]} /></svg>`;
