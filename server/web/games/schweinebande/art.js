/**
 * The drawings: six animals and the feed sack from the front, the back of a tile, the farmer. Drawn once per page as
 * symbols of 100 by 100 and referenced everywhere.
 */

import { html } from "../../core/lib.js";

/**
 * @param {number} x
 * @param {number} y
 * @param {number} [r]
 */
const eyes = (x, y, r = 4) =>
  html`<g fill="#2b211c"><circle cx=${50 - x} cy=${y} r=${r} /><circle cx=${50 + x} cy=${y} r=${r} /></g>
    <g fill="#fff"><circle cx=${51.2 - x} cy=${y - 1.4} r=${r / 3} />
      <circle cx=${51.2 + x} cy=${y - 1.4} r=${r / 3} /></g>`;

const chicken = () => html`
  <path d="M36 27q-5-15 5-15 4-9 10-4 8-6 10 4 9 1 3 15z" fill="#d8402f" />
  <path d="M50 20c19 0 26 15 26 33 0 22-10 36-26 36S24 75 24 53c0-18 7-33 26-33z" fill="#fffaf0" stroke="#c9ad84"
    stroke-width="2.5" />
  <path d="M27 62q-11 4-13-8 6 3 11-1zM73 62q11 4 13-8-6 3-11-1z" fill="#f3e3c6" stroke="#c9ad84" stroke-width="2" />
  <path d="M50 64c8 0 8 14 0 18-8-4-8-18 0-18z" fill="#d8402f" />
  <path d="M37 56 50 47l13 9-13 11z" fill="#f2a52c" stroke="#b97411" stroke-width="2" stroke-linejoin="round" />
  <path d="M38 56q12 3 24 0" stroke="#b97411" stroke-width="2" fill="none" />
  ${eyes(13, 43, 4.2)}`;

const wool = [[50, 22, 15], [33, 27, 14], [67, 27, 14], [22, 42, 13], [78, 42, 13], [21, 59, 12], [79, 59, 12],
  [29, 74, 12], [71, 74, 12], [42, 81, 11], [58, 81, 11]];
const sheep = () => html`
  <g fill="#cdbfa8">${wool.map(([x, y, r]) => html`<circle cx=${x} cy=${y + 1.5} r=${r + 1.5} />`)}</g>
  <g fill="#fbf6ea">${wool.map(([x, y, r]) => html`<circle cx=${x} cy=${y} r=${r} />`)}
    <circle cx="50" cy="52" r="27" /></g>
  <path d="M29 47q-15-3-16 7 8 6 18 0zM71 47q15-3 16 7-8 6-18 0z" fill="#4c4039" />
  <path d="M50 34c14 0 20 8 19 21-1 15-8 27-19 27s-18-12-19-27c-1-13 5-21 19-21z" fill="#5b4d45" />
  <g fill="#fbf6ea"><circle cx="43" cy="34" r="8" /><circle cx="54" cy="32" r="9" /><circle cx="61" cy="37" r="6" /></g>
  <g fill="#fff"><circle cx="41" cy="53" r="5.2" /><circle cx="59" cy="53" r="5.2" /></g>
  <g fill="#211a16"><circle cx="42" cy="54" r="2.8" /><circle cx="58" cy="54" r="2.8" /></g>
  <path d="M45 69q5 4 10 0M50 71v5" stroke="#d7c4b4" stroke-width="2.4" fill="none" stroke-linecap="round" />`;

const goat = () => html`
  <path d="M40 31Q33 10 15 9q13 7 16 27zM60 31q7-21 25-22-13 7-16 27z" fill="#8d8071" stroke="#5e5347" stroke-width="2"
    stroke-linejoin="round" />
  <path d="M34 40q-17-6-24 4 10 9 24 4zM66 40q17-6 24 4-10 9-24 4z" fill="#c9ab84" stroke="#8c6d49" stroke-width="2" />
  <path d="M43 84q-2 12 7 15 9-3 7-15z" fill="#8a7560" />
  <path d="M50 25c14 0 20 9 19 22-1 13-7 17-7 29 0 8-5 12-12 12s-12-4-12-12c0-12-6-16-7-29-1-13 5-22 19-22z"
    fill="#dcc3a0" stroke="#8c6d49" stroke-width="2.5" />
  <path d="M50 26c5 9 5 28 0 44-5-16-5-35 0-44z" fill="#f6ead6" />
  <path d="M39 78c0-8 5-12 11-12s11 4 11 12c0 6-4 9-11 9s-11-3-11-9z" fill="#f6ead6" />
  <path d="M45 75l5 4 5-4M50 79v4" stroke="#5e4a37" stroke-width="2.6" fill="none" stroke-linecap="round"
    stroke-linejoin="round" />
  ${eyes(12, 48, 4.2)}`;

const donkey = () => html`
  <path d="M36 36Q22 16 30 3q13 6 15 29zM64 36Q78 16 70 3 57 9 55 32z" fill="#8f8c93" stroke="#57545c"
    stroke-width="2.5" stroke-linejoin="round" />
  <path d="M36 28q-6-10-4-18 7 6 8 18zM64 28q6-10 4-18-7 6-8 18z" fill="#d9b9b0" />
  <path d="M50 25c15 0 21 9 20 23-1 11-5 16-6 26-1 12-5 20-14 20s-13-8-14-20c-1-10-5-15-6-26-1-14 5-23 20-23z"
    fill="#9b98a0" stroke="#57545c" stroke-width="2.5" />
  <path d="M41 23q9-14 18 0-2 12-6 16l-3-8-3 8q-5-6-6-16z" fill="#4a474f" />
  <path d="M35 76c0-10 6-14 15-14s15 4 15 14c0 12-6 19-15 19s-15-7-15-19z" fill="#efe8df" stroke="#57545c"
    stroke-width="2" />
  <g fill="#57545c"><ellipse cx="44" cy="74" rx="2.8" ry="3.6" /><ellipse cx="56" cy="74" rx="2.8" ry="3.6" /></g>
  <path d="M43 86q7 5 14 0" stroke="#57545c" stroke-width="2.5" fill="none" stroke-linecap="round" />
  <g fill="#fff"><circle cx="38" cy="50" r="5.5" /><circle cx="62" cy="50" r="5.5" /></g>
  <g fill="#2b211c"><circle cx="39" cy="51" r="3.2" /><circle cx="61" cy="51" r="3.2" /></g>`;

const pig = () => html`
  <path d="M28 33Q16 21 18 9q17 0 24 13zM72 33q12-12 10-24-17 0-24 13z" fill="#ee9aa6" stroke="#b9606f"
    stroke-width="2.5" stroke-linejoin="round" />
  <path d="M29 26q-5-6-5-11 8 1 12 7zM71 26q5-6 5-11-8 1-12 7z" fill="#d3707f" />
  <path d="M50 19c24 0 35 15 35 35 0 21-14 34-35 34S15 75 15 54c0-20 11-35 35-35z" fill="#f8b9c1" stroke="#b9606f"
    stroke-width="2.5" />
  <ellipse cx="26" cy="63" rx="7" ry="5" fill="#f08f9e" opacity=".7" />
  <ellipse cx="74" cy="63" rx="7" ry="5" fill="#f08f9e" opacity=".7" />
  <ellipse cx="50" cy="60" rx="17" ry="13" fill="#ee96a3" stroke="#b9606f" stroke-width="2.5" />
  <g fill="#8d3d4c"><ellipse cx="43.5" cy="60" rx="3.2" ry="4.6" /><ellipse cx="56.5" cy="60" rx="3.2" ry="4.6" /></g>
  <path d="M41 79q9 6 18 0" stroke="#b9606f" stroke-width="2.6" fill="none" stroke-linecap="round" />
  ${eyes(17, 43, 4.6)}`;

const cattle = () => html`
  <path d="M30 34Q10 36 5 14q-1-5 4-4 5 15 22 13zM70 34q20 2 25-20 1-5-4-4-5 15-22 13z" fill="#f4ead3" stroke="#9b8560"
    stroke-width="2.5" stroke-linejoin="round" />
  <path d="M29 40q-15 0-16 9 10 6 18 0zM71 40q15 0 16 9-10 6-18 0z" fill="#a9521f" />
  <path d="M50 22c17 0 24 11 23 27-1 14-6 18-7 28-1 9-7 15-16 15s-15-6-16-15c-1-10-6-14-7-28-1-16 6-27 23-27z"
    fill="#c8692c" stroke="#82400f" stroke-width="2.5" />
  <path d="M33 78c0-9 7-13 17-13s17 4 17 13c0 10-7 15-17 15s-17-5-17-15z" fill="#eebfa5" stroke="#82400f"
    stroke-width="2" /><g fill="#7b3c2a"><ellipse cx="42" cy="77" rx="3.2" ry="4" />
    <ellipse cx="58" cy="77" rx="3.2" ry="4" /></g>
  <path d="M43 87q7 3 14 0" stroke="#7b3c2a" stroke-width="2.3" fill="none" stroke-linecap="round" />
  ${eyes(14, 53, 4)}
  <path d="M50 12c17 0 25 9 26 26-4 3-6 9-7 14-4-3-5-7-6-12-1 8-3 13-6 17-3-5-4-10-4-16-2 6-3 11-3 17
      -3-5-5-10-5-17-1 5-3 10-6 14-3-5-4-9-4-15-2 5-4 9-8 12 0-6-1-11-4-14 2-17 10-26 27-26z" fill="#dd7d36"
    stroke="#a9521f" stroke-width="1.8" stroke-linejoin="round" />
  <path d="M50 16v20M41 18q-3 10-3 18M59 18q3 10 3 18" stroke="#a9521f" stroke-width="1.6" fill="none" />`;

const sack = () => html`
  <path d="M37 27Q31 16 34 10q9 4 16 4t16-4q3 6-3 17z" fill="#d7b178" stroke="#8a6430" stroke-width="2.5"
    stroke-linejoin="round" />
  <path d="M37 29h26c20 13 24 32 22 47-1 11-8 15-35 15S16 87 15 76c-2-15 2-34 22-47z" fill="#e2bf87" stroke="#8a6430"
    stroke-width="2.5" />
  <path d="M34 26h32v7H34z" fill="#9c4f2b" />
  <path d="M24 48q-5 14-3 30M76 48q5 14 3 30M38 84q12 3 24 0" stroke="#b58c50" stroke-width="2.5" fill="none" />
  <g fill="#7c8f2f" stroke="#56651a" stroke-width="1"><path d="M50 76V48" stroke-width="3" />
    ${[50, 57, 64].map((y) => html`<path d="M50 ${y + 6}q-10 0-11-9 10 0 11 9zM50 ${y + 6}q10 0 11-9-10 0-11 9z" />`)}
    <path d="M50 52q-5-6 0-12 5 6 0 12z" /></g>`;

const hoof = () => html`<g fill="currentcolor">
    <path d="M47 30c-13 2-20 17-17 36 6 6 14 4 16-4 1-10 1-21 1-32zM53 30c13 2 20 17 17 36-6 6-14 4-16-4
      -1-10-1-21-1-32z"
      /></g>`;

/** A farmer with a straw hat, in the colour of the surrounding seat. */
const farmer = () => html`
  <path d="M22 96q-2-33 19-38 9 5 18 0 21 5 19 38z" fill="var(--seat)" stroke="#2a1c10" stroke-width="4"
    stroke-linejoin="round" />
  <path d="M38 60l5 36M62 60l-5 36" stroke="#fff" stroke-opacity=".55" stroke-width="5" />
  <circle cx="50" cy="43" r="18" fill="#f6cfa4" stroke="#2a1c10" stroke-width="4" />
  <path d="M42 51q8 7 16 0" stroke="#7a3d1d" stroke-width="3" fill="none" stroke-linecap="round" />
  <path d="M33 31Q35 8 50 8t17 23z" fill="#f0c75e" stroke="#2a1c10" stroke-width="4" stroke-linejoin="round" />
  <path d="M12 33q38-13 76 0-38 10-76 0z" fill="#f0c75e" stroke="#2a1c10" stroke-width="4" stroke-linejoin="round" />
  <path d="M34 27q16-5 32 0" stroke="var(--seat)" stroke-width="6" fill="none" />`;

const feed = () => html`<g fill="#e9b531" stroke="#8a6108" stroke-width="3" stroke-linejoin="round">
    <path d="M50 94V40" stroke-width="6" fill="none" />
    ${[74, 58, 42].map((y) =>
      html`<path d="M50 ${y + 8}q-21-1-23-20 20 1 23 20zM50 ${y + 8}q21-1 23-20-20 1-23 20z" />`)}
    <path d="M50 40q-11-14 0-30 11 16 0 30z" /></g>`;

const barn = () => html`<path d="M10 92V46l40-34 40 34v46z" fill="#b2402a" stroke="#6c2113" stroke-width="4"
    stroke-linejoin="round" />
  <path d="M4 49 50 9l46 40" fill="none" stroke="#f6e7cf" stroke-width="7" stroke-linejoin="round"
    stroke-linecap="round" />
  <path d="M31 92V58h38v34zM31 58l38 34M69 58 31 92" fill="#c9563d" stroke="#f6e7cf" stroke-width="4" />`;

const DRAWINGS = { 0: chicken, 1: sheep, 2: goat, 3: donkey, 4: pig, 5: cattle, 6: sack, hoof, farmer, feed, barn };

/** All drawings, once per page. */
export const Drawings = () => html`
  <svg class="sb-drawings" width="0" height="0" aria-hidden="true" focusable="false">
    ${Object.entries(DRAWINGS).map(([key, draw]) =>
      html`<symbol key=${key} id="sb-${key}" viewBox="0 0 100 100">${draw()}</symbol>`)}
  </svg>
`;

/**
 * One drawing as a separate picture, without text.
 * @param {{ of: string | number, class?: string }} props
 */
export const Picture = ({ of, class: name = "" }) =>
  html`<svg class="sb-picture ${name}" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <use href="#sb-${of}" /></svg>`;
