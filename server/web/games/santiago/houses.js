/** The twelve buildings: drawings of 120 by 76. */

import { html } from "../../core/lib.js";

const GLASS = "#43606b";

/**
 * @param {number[][]} list
 * @param {string} fill
 */
const rects = (list, fill) =>
  list.map(([x, y, w, h]) => html`<rect x=${x} y=${y} width=${w} height=${h} fill=${fill} />`);
/**
 * @param {number} x
 * @param {number} y
 * @param {number} count
 * @param {number} step
 * @param {number} w
 * @param {number} h
 * @param {string} [fill]
 */
const row = (x, y, count, step, w, h, fill = GLASS) =>
  rects(Array.from({ length: count }, (_, n) => [x + n * step, y, w, h]), fill);
/**
 * @param {number} x
 * @param {number} y
 * @param {number} count
 * @param {number} step
 * @param {number} w
 * @param {number} h
 * @param {string} [fill]
 */
const arches = (x, y, count, step, w, h, fill = GLASS) =>
  Array.from({ length: count },
    (_, n) => html`<path d="M${x + n * step} ${y + h}v${-(h - w / 2)}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z"
      fill=${fill} />`);
/**
 * @param {number} x
 * @param {number} y
 * @param {number} [s]
 */
const palm = (x, y, s = 1) =>
  html`<g transform="translate(${x} ${y}) scale(${s})">
    <path d="M0 0c1-9-1-17 2-25" stroke="#7a5233" stroke-width="3" fill="none" />
    <g fill="#3c8a4d"><path d="M2-25c-8-6-15-3-18 3 7-3 12-3 18-3zM2-25c8-7 15-3 17 4-6-4-11-5-17-4z
      M2-25c-4-9-11-10-16-7 6 1 11 4 16 7zM2-25c3-9 10-11 16-8-6 1-11 5-16 8z" /></g></g>`;
/**
 * @param {string} sky
 * @param {Children} drawing
 */
const scene = (sky, drawing) => html`<rect width="120" height="76" fill=${sky} />
  <rect y="66" width="120" height="10" fill="#c9b48f" />${drawing}`;
/**
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @param {string} fill
 * @param {string} roof
 */
const front = (x, y, w, h, fill, roof) => html`<rect x=${x} y=${y} width=${w} height=${h} fill=${fill} />
  <path d="M${x - 4} ${y}h${w + 8}v5H${x - 4}z" fill=${roof} />`;

const HOUSES = [
  // bank
  scene("#bfe0ea", html`${palm(14, 67)}<path d="M28 24 62 8l34 16v4H28z" fill="#efe3c8" />
    <path d="M34 24 62 11l28 13z" fill="#d6c297" /><rect x="30" y="28" width="64" height="38" fill="#f6ecd6" />
    ${row(33, 30, 5, 13, 6, 34, "#d6c297")}<rect x="54" y="42" width="16" height="24" fill="#6a4425" />
    <path d="M26 64h72v5H26z" fill="#d6c297" />
    <svg x="51" y="11" width="22" height="22"><use href="#sg-item-6" /></svg>`),
  // church
  scene("#cfe6f2", html`<rect x="30" y="34" width="58" height="32" fill="#fbf3e2" />
    <path d="M26 36 59 18l33 18z" fill="#b8593a" /><rect x="46" y="12" width="22" height="54" fill="#fff9ec" />
    <path d="M44 14 57 1l13 13z" fill="#b8593a" />
    <path d="M57-1v9M53.5 2h7" stroke="#8a6a1a" stroke-width="1.8" /><circle cx="57" cy="28" r="6" fill="#5c86a8" />
    <path d="M57 22v12M51 28h12" stroke="#fff9ec" stroke-width="1" />${arches(51, 46, 1, 1, 12, 20, "#6a4425")}
    ${arches(34, 44, 1, 1, 7, 13)}${arches(74, 44, 1, 1, 7, 13)}${palm(102, 67, 0.9)}`),
  // distillery
  scene("#f3dcc0", html`${front(20, 28, 56, 38, "#d98f5c", "#8a4a28")}<path d="M80 66V18h11v48z" fill="#a8552f" />
    <path d="M79 18h13v4H79z" fill="#7a3a1c" />
    <path d="M85 14c-4-4 5-6 1-11" stroke="#fff" stroke-width="4" fill="none" stroke-linecap="round" opacity=".75" />
    ${row(26, 38, 3, 16, 9, 12)}<rect x="42" y="54" width="14" height="12" fill="#5a3118" />
    <g fill="#8a5a2c" stroke="#5a3a1c"><ellipse cx="99" cy="60" rx="9" ry="7" />
      <ellipse cx="110" cy="60" rx="9" ry="7" /><ellipse cx="104" cy="50" rx="9" ry="7" /></g>
      <svg x="4" y="44" width="15" height="22"><use href="#sg-item-3" /></svg>`),
  // cigar factory
  scene("#d9e6c3", html`${front(14, 24, 92, 42, "#e6c26a", "#9c6a22")}
    <path d="M40 24c4-12 36-12 40 0z" fill="#f0d590" />
    <path d="M40 24c4-12 36-12 40 0z" fill="none" stroke="#9c6a22" stroke-width="2" />${arches(22, 36, 2, 16, 10, 17)}
    ${arches(72, 36, 2, 16, 10, 17)}
    <rect x="52" y="42" width="16" height="24" fill="#5a3118" />
    <svg x="49" y="9" width="22" height="22"><use href="#sg-item-4" /></svg>
    <path d="M14 58h34M72 58h34" stroke="#9c6a22" stroke-width="2" />`),
  // black market
  scene("#7d7792", html`<circle cx="98" cy="14" r="7" fill="#f2ecd2" /><path d="M10 66V30h100v36z" fill="#574f63" />
    ${arches(18, 38, 1, 1, 14, 28, "#2b2633")}${arches(88, 38, 1, 1, 14, 28, "#2b2633")}
    <path d="M38 34h44l5 12H33z" fill="#8a2f2a" />
    <path d="M44 34h7l-2 12h-8zM60 34h7l1 12h-8zM75 34h7l5 12h-8z" fill="#e8d8b8" />
    <g stroke="#3f2712" stroke-width="1.4"><rect x="38" y="52" width="14" height="14" fill="#a06a34" />
      <rect x="54" y="52" width="14" height="14" fill="#b37a40" />
      <rect x="70" y="52" width="14" height="14" fill="#a06a34" /><path d="M38 59h14M54 59h14M70 59h14" /></g>
      <path d="M60 20v10" stroke="#2b2633" stroke-width="1.5" /><path d="M56 30h8l-2 6h-4z" fill="#ffd76a" />`),
  // sawmill
  scene("#c4ddd0", html`<path d="M16 36 56 18l40 18z" fill="#7d4d28" />
    <rect x="20" y="36" width="72" height="30" fill="#b5824c" />
    <path d="M20 43h72M20 50h72M20 57h72" stroke="#94672f" stroke-width="1.5" />
    <rect x="32" y="42" width="26" height="24" fill="#4a2f18" />
    <g transform="translate(77 50)"><circle r="12" fill="#cfd6da" />
      <g fill="#cfd6da">${[0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330].map((turn) =>
        html`<path d="M0-15.5 3.5-11H-2z" transform="rotate(${turn})" />`)}</g>
      <circle r="3" fill="#6c757a" /></g><svg x="92" y="46" width="26" height="22"><use href="#sg-item-5" /></svg>
    <svg x="1" y="48" width="26" height="22"><use href="#sg-item-5" /></svg>`),
  // café
  scene("#f6dcc8", html`${front(22, 20, 76, 46, "#7fbfae", "#2f7a6a")}<path d="M16 36h88l-5 9H21z" fill="#fff6e6" />
    ${[0, 2, 4, 6].map((n) =>
      html`<path d="M${16 + n * 11} 36h11l${-1 + n * 0.2} 9H${20 + n * 10.2}z" fill="#d8452f" />`)}
    ${row(30, 48, 2, 18, 13, 18)}<rect x="70" y="48" width="16" height="18" fill="#5a3118" />
    <g transform="translate(60 27)"><path d="M-9-5H7v7a6 6 0 0 1-6 6h-4a6 6 0 0 1-6-6z" fill="#fffdf6" />
      <path d="M7-3c5 0 5 7-1 7" stroke="#fffdf6" stroke-width="2" fill="none" />
      <path d="M-4-8c-2-3 2-3 0-6M1-8c-2-3 2-3 0-6" stroke="#fffdf6" stroke-width="1.3" fill="none" /></g>
      <path d="M106 66V42M98 44c4-8 12-8 16 0z" stroke="#2f7a6a" stroke-width="2" fill="#f2b632" />`),
  // customs office
  scene("#c5dcec", html`${front(26, 22, 68, 44, "#8fa6bd", "#46607c")}${row(32, 32, 2, 13, 8, 12)}
    ${row(67, 32, 2, 13, 8, 12)}<rect x="53" y="40" width="14" height="26" fill="#33465c" />
    <path d="M60 22V6" stroke="#6a4425" stroke-width="2" /><path d="M61 6h18l-4 5 4 5H61z" fill="#2868ab" />
    <path d="M61 9.5h15M61 13h15" stroke="#fff" stroke-width="1.5" />
    <rect x="6" y="46" width="6" height="22" fill="#33465c" /><path d="M9 51 54 60" stroke="#fff" stroke-width="5" />
    <path d="m14 52 7 1.4M28 54.8l7 1.4M42 57.6l7 1.4" stroke="#d8402f" stroke-width="5" />`),
  // casino
  scene("#3b2d57", html`${front(18, 26, 84, 40, "#8e3f74", "#f2b632")}
    <path d="M40 26a20 17 0 0 1 40 0z" fill="#b5548f" stroke="#f2b632" stroke-width="2.5" />
    <g fill="#ffe28a">${[22, 34, 46, 58, 70, 82, 94].map((x) => html`<circle cx=${x} cy="33" r="2" />`)}</g>
    ${arches(24, 40, 2, 14, 9, 15, "#ffd76a")}${arches(73, 40, 2, 14, 9, 15, "#ffd76a")}
    <rect x="53" y="44" width="14" height="22" fill="#3a1230" />
    <g transform="rotate(-12 52 18)"><rect x="46" y="11" width="13" height="13" rx="2.5" fill="#fffdf6" />
      <g fill="#b8202a"><circle cx="49.5" cy="14.5" r="1.5" /><circle cx="55.5" cy="20.5" r="1.5" />
        <circle cx="52.5" cy="17.5" r="1.5" /></g></g>
        <g transform="rotate(14 68 18)"><rect x="62" y="11" width="13" height="13" rx="2.5" fill="#fffdf6" />
          <g fill="#26221f"><circle cx="66" cy="15" r="1.5" /><circle cx="71" cy="15" r="1.5" />
            <circle cx="66" cy="20" r="1.5" /><circle cx="71" cy="20" r="1.5" /></g></g>`),
  // harbor office
  scene("#aedcf0", html`<path d="M0 60c12-4 20 3 32 0s20 3 32 0 20 3 56 0v16H0z" fill="#2f86ab" />
    <path d="M14 70V60h92v10z" fill="#a9794a" />${front(32, 26, 44, 34, "#f4efe2", "#2868ab")}
    ${row(38, 34, 3, 13, 8, 9)}<rect x="48" y="46" width="12" height="14" fill="#46607c" />
    <rect x="80" y="18" width="14" height="42" fill="#e3dccb" /><path d="M78 18h18l-3-8H81z" fill="#2868ab" />
    <rect x="82" y="22" width="10" height="7" fill="#ffe28a" />
    <path d="M54 26V4" stroke="#6a4425" stroke-width="2" /><path d="M55 4h16v10H55z" fill="#fffdf6" />
    <path d="M55 4h4v3.3h-4zM63 4h4v3.3h-4zM59 7.3h4v3.3h-4zM67 7.3h4v3.3h-4zM55 10.6h4V14h-4zM63 10.6h4V14h-4z"
      fill="#26221f" />`),
  // trading office
  scene("#e6e0cc", html`${front(16, 18, 88, 48, "#c9764a", "#7d3f22")}${row(24, 28, 3, 12, 8, 10)}
    ${row(73, 28, 2, 14, 8, 10)}${arches(26, 44, 1, 1, 20, 22, "#5a3118")}${arches(74, 44, 1, 1, 20, 22, "#5a3118")}
    <g stroke="#3f2712" stroke-width="1.2"><rect x="49" y="54" width="12" height="12" fill="#b37a40" />
      <rect x="61" y="54" width="12" height="12" fill="#a06a34" />
      <rect x="55" y="43" width="12" height="11" fill="#c08c50" /></g>
    <g stroke="#f2d489" stroke-width="1.8" fill="none"><path d="M61 22v14M52 25h18M55 37h12" />
      <path d="m52 25-4 7h8zM70 25l-4 7h8z" fill="#f2d489" /></g>`),
  // newspaper
  scene("#d5dfe2", html`${front(20, 16, 66, 50, "#e9e2d2", "#5d5850")}
    <rect x="26" y="24" width="54" height="10" rx="1.5" fill="#35302c" />
    <path d="M31 29h44" stroke="#fff3df" stroke-width="3" stroke-dasharray="7 3" />${row(28, 40, 4, 13, 9, 10)}
    <rect x="46" y="54" width="14" height="12" fill="#35302c" />
    <g transform="rotate(7 100 50)"><rect x="86" y="32" width="28" height="34" fill="#fffdf6" stroke="#8a8068" />
      <path d="M90 37h20" stroke="#26221f" stroke-width="3" /><rect x="90" y="42" width="9" height="9" fill="#9aa4ab" />
      <path d="M102 43h8M102 47h8M102 51h8M90 55h20M90 59h20M90 63h14" stroke="#8a8068" stroke-width="1.3" /></g>`),
];

export const Houses = () => html`
  <svg class="sg-sheet" width="0" height="0" aria-hidden="true" focusable="false">
    ${HOUSES.map((drawing, n) => html`<symbol key=${n} id="sg-house-${n}" viewBox="0 0 120 76">${drawing}</symbol>`)}
  </svg>
`;

/** @param {{ building: number }} props */
export const House = ({ building }) =>
  html`<svg class="sg-house" viewBox="0 0 120 76" preserveAspectRatio="xMidYMax slice" aria-hidden="true"
    focusable="false"><use href="#sg-house-${building}" /></svg>`;
