/** The nine Cubans, their reverse side, and the harbor: drawings of 80 by 80. */

import { html } from "../../core/lib.js";

const INK = "#3a2418";

/**
 * Head and shoulders; sky, skin, hair and shirt differ for each person.
 * @param {{ sky: string, skin: string, shirt: string, hair?: Children, face?: Children,
 *   over?: Children }} props
 */
const person = ({ sky, skin, shirt, hair = "", face = "", over = "" }) => html`
  <rect width="80" height="80" fill=${sky} />
  <path d="M8 80c1-17 12-24 24-26h16c12 2 23 9 24 26z" fill=${shirt} />
  <path d="M33 46h14v10c0 4-3 7-7 7s-7-3-7-7z" fill=${skin} />
  <ellipse cx="40" cy="35" rx="14.5" ry="17" fill=${skin} />
  ${hair}
  <circle cx="34.5" cy="35" r="1.7" fill=${INK} /><circle cx="45.5" cy="35" r="1.7" fill=${INK} />
  <path d="M40 35.5v5.5h-2.4" fill="none" stroke=${INK} stroke-opacity=".45" stroke-width="1.3" stroke-linecap="round"
    />
  ${face}${over}`;

const smile = html`<path d="M34.5 44.5c3 3.5 8 3.5 11 0" fill="none" stroke=${INK} stroke-width="1.6"
  stroke-linecap="round" />`;
/** @param {string} colour */
const moustache = (colour) =>
  html`<path d="M40 42c-3-2-7-1.5-9 1.5 3 1.2 6.5.8 9-.5 2.5 1.3 6 1.7 9 .5-2-3-6-3.5-9-1.5z" fill=${colour} />`;
/** @param {string} band */
const straw = (band) => html`<ellipse cx="40" cy="23.5" rx="29" ry="6.5" fill="#e9c873" />
  <path d="M25 23c0-12 5-16 15-16s15 4 15 16z" fill="#f1d68c" />
  <path d="M25 19h30v4.5c-8 2-22 2-30 0z" fill=${band} />`;

const PEOPLE = [
  // Pedro, the tobacco trader
  person({ sky: "#cfe3b4", skin: "#b98055", shirt: "#f3ead6", hair: straw("#3f8a3f"), face: moustache("#3a2a20"),
    over: html`<path d="M66 78C56 68 58 54 68 47c9 9 8 24-2 31z" fill="#3f8a3f" />
      <path d="M66 76c-1-9 0-18 2-26" stroke="#cfe8b8" stroke-width="1.5" fill="none" />` }),
  // José, the sugar cane farmer
  person({ sky: "#f4e3a8", skin: "#7d5136", shirt: "#c9763a", hair: straw("#b8402a"), face: smile,
    over: html`<g stroke-linecap="round">
      <path d="M8 79 14 30M17 79l4-46M26 80l1-40" stroke="#7f9a3a" stroke-width="5" />
      <path d="M9 62h7M12 46h6M18 66h6M20 50h5M26 62h5" stroke="#f4f7dd" stroke-width="1.6" />
      <path d="M14 32C8 28 5 24 4 19M21 34c3-6 6-9 11-11" stroke="#5f8a35" stroke-width="3" fill="none" /></g>` }),
  // Conchita, the fruit seller
  person({ sky: "#f7cfa9", skin: "#9c6744", shirt: "#fff6e6", face: smile,
    hair: html`<path d="M23 40c-4-22 6-27 17-27s21 5 17 27c-2-9-5-14-8-16-7 2-13 2-18 0-3 2-6 7-8 16z" fill="#2c1a12" />
      <path d="M22 22c8-9 28-9 36 0-4-14-9-17-18-17s-14 3-18 17z" fill="#d8402f" />
      <circle cx="26" cy="44" r="2.6" fill="#f2b632" /><circle cx="54" cy="44" r="2.6" fill="#f2b632" />`,
    over: html`<path d="M16 72h48l-6 10H22z" fill="#8a5a2c" />
      <g fill="#f08a1d"><circle cx="25" cy="68" r="6.5" /><circle cx="38" cy="66" r="7" />
        <circle cx="52" cy="68" r="6.5" /></g><path d="M38 59c1-3 4-4 7-3-1 3-4 4-7 3z" fill="#4e8a35" />` }),
  // Miguel, the woodcutter
  person({ sky: "#b8d8cf", skin: "#c48e63", shirt: "#a5382a",
    hair: html`<path d="M24 36c-2-19 6-24 16-24s18 5 16 24c-2-8-4-12-7-13-7 2-12 2-18 0-3 1-5 5-7 13z" fill="#4a3020" />
      <path d="M26 38c0 16 7 20 14 20s14-4 14-20c-3 5-8 6-14 6s-11-1-14-6z" fill="#4a3020" />`,
    face: html`<path d="M35 47c3 2 7 2 10 0" stroke="#f0d5b5" stroke-width="1.8" fill="none" stroke-linecap="round" />`,
    over: html`<path d="M28 56v24M52 56v24M10 68h60" stroke="#6a1d12" stroke-width="2" opacity=".6" />
      <path d="M62 80 68 26" stroke="#7a5233" stroke-width="4" stroke-linecap="round" />
      <path d="M63 24c8-3 13 0 15 8-5 3-11 3-16 0z" fill="#9aa4ab" stroke="#5f686e" />` }),
  // Pablo, the fence
  person({ sky: "#8f8aa6", skin: "#b08059", shirt: "#4a4640",
    hair: html`<ellipse cx="40" cy="24" rx="24" ry="5" fill="#2b2724" />
      <path d="M25 24c0-11 3-17 15-17s15 6 15 17z" fill="#35302c" /><path d="M25 19h30v4H25z" fill="#7a6a2c" />`,
    face: html`<path d="M29 34h9l2 2 2-2h9v3c0 4-8 4-9.5 0h-3C37 41 29 41 29 37z" fill="#16130f" />
      <path d="M35 46c4 1 7 0 9-2.5" fill="none" stroke=${INK} stroke-width="1.6" stroke-linecap="round" />`,
    over: html`<path d="M26 57 40 72l14-15 6 4-12 19H32L20 61z" fill="#5d5850" />
      <g transform="translate(58 58)"><rect width="17" height="14" rx="2" fill="#a06a34" />
        <path d="M0 5h17M6 0v14" stroke="#6a4119" stroke-width="1.4" /></g>` }),
  // Maria, the dancer
  person({ sky: "#f3b7b1", skin: "#8a5a3c", shirt: "#c22d3c",
      face: html`<path d="M35 44c2 3.5 8 3.5 10 0-3 .8-7 .8-10 0z" fill="#a01f2a" />`,
    hair: html`<path d="M22 50c-5-28 6-37 18-37s23 9 18 37c-1-14-3-21-8-25-8 2-13 1-20 0-5 4-7 11-8 25z" fill="#1d1210"
      /><circle cx="40" cy="10" r="7" fill="#1d1210" />`,
    over: html`<g transform="translate(49 13) scale(.78)"><use href="#sg-flower-red" width="24" height="24" /></g>
      <path d="M8 80c2-8 6-14 10-17 5 7 10 7 15 2 4 6 10 6 14 0 5 5 10 5 15-2 4 3 8 9 10 17z" fill="#e2475a" />
      <path d="M18 63c5 7 10 7 15 2 4 6 10 6 14 0 5 5 10 5 15-2" fill="none" stroke="#ffd9d4" stroke-width="1.6" />` }),
  // Martinez, the musician
  person({ sky: "#bcd3ea", skin: "#6b432b", shirt: "#fffaf0", face: smile,
    hair: html`<path d="M25 33c-2-12 4-19 15-19s17 7 15 19c-2-5-4-7-6-8-6 2-12 2-18 0-2 1-4 3-6 8z" fill="#5e5850" />
      <ellipse cx="40" cy="20" rx="21" ry="4.5" fill="#f6f1e6" />
      <path d="M27 20c0-9 3-13 13-13s13 4 13 13z" fill="#fffaf0" /><path d="M27 16h26v3.5H27z" fill="#22618f" />`,
    over: html`<g transform="rotate(-24 44 68)">
      <path d="M26 66c0-8 7-10 12-7 3 2 6 2 8 0h26v5H46c-2-2-4 1-4 4 3 5-2 12-9 11-5-1-7-6-7-13z" fill="#b8722c"
        stroke="#6a3d12" /><circle cx="35" cy="67" r="3.4" fill="#3a200c" />
        <path d="M30 65.5h42M30 68h42" stroke="#fff3d6" stroke-width=".6" /></g>` }),
  // El Zorro, the pickpocket
  person({ sky: "#c9c2b2", skin: "#c0895e", shirt: "#26221f",
    hair: html`<ellipse cx="40" cy="23" rx="28" ry="6" fill="#171412" />
      <path d="M27 23c0-10 3-14 13-14s13 4 13 14z" fill="#211d1a" /><path d="M27 18.5h26V22H27z" fill="#8a1f12" />`,
    face: html`<path d="M25 31c5-2 10-1 15 1 5-2 10-3 15-1v7c-5 2-9 1.5-12-1h-6c-3 2.5-7 3-12 1z" fill="#171412" />
      <circle cx="34.5" cy="34.5" r="2" fill="#fff" /><circle cx="45.5" cy="34.5" r="2" fill="#fff" />
      ${moustache("#171412")}`,
    over: html`<path d="M14 80c4-14 12-20 18-22l8 8 8-8c6 2 14 8 18 22z" fill="#322c28" />
      <g transform="translate(54 54) scale(.8)"><use href="#sg-item-6" width="24" height="24" /></g>` }),
  // Alonso, the lawyer
  person({ sky: "#d8d3c4", skin: "#c9966c", shirt: "#2e3f5c",
    hair: html`<path d="M25 33c-2-13 4-20 15-20s17 7 15 20c-2-6-4-9-5-10-9 0-15-1-20-3-2 4-3 7-5 13z" fill="#8e8a86"
      />`,
    face: html`<g fill="none" stroke="#26221f" stroke-width="1.5"><circle cx="34.3" cy="35" r="4.6" />
      <circle cx="45.7" cy="35" r="4.6" /><path d="M38.9 35h2.2" /></g>
      <path d="M35 45h10" stroke=${INK} stroke-width="1.6" stroke-linecap="round" />`,
    over: html`<path d="M32 56l8 8 8-8 4 4-9 14h-6l-9-14z" fill="#fffdf6" />
      <path d="M38 64h4l2 14h-8z" fill="#b8372a" />
      <g transform="rotate(8 64 66)"><rect x="55" y="54" width="18" height="24" fill="#fffaf0" stroke="#8a8068" />
        <path d="M58 59h12M58 63h12M58 67h8" stroke="#8a8068" stroke-width="1.2" />
        <circle cx="68" cy="73" r="3" fill="#b8372a" /></g>` }),
];

const REVERSE = html`
  <rect width="80" height="80" fill="#6b5137" /><path d="M0 0h80v80H0z" fill="none" stroke="#8d6d4b" stroke-width="8" />
  <path d="M14 14l52 52M66 14 14 66M40 8v64M8 40h64" stroke="#7d5f41" stroke-width="2" />
  <g fill="#c9ad7f" font-family="system-ui,sans-serif" font-weight="800"><text x="24" y="52" font-size="24">Z</text>
    <text x="42" y="40" font-size="18">z</text><text x="54" y="30" font-size="13">z</text></g>`;

const HARBOR = html`
  <rect width="80" height="80" fill="#a7d8ee" /><circle cx="62" cy="16" r="8" fill="#ffd45c" />
  <path d="M0 52c10-4 18 3 28 0s18 3 28 0 16 2 24 0v28H0z" fill="#2f86ab" />
  <path d="M0 62c10-4 18 3 28 0s18 3 28 0 16 2 24 0v18H0z" fill="#23698c" />
  <path d="M10 80V58h26v22z" fill="#a9794a" /><path d="M10 58h26v5H10z" fill="#7a5230" />
  <path d="M14 80V64M22 80V64M31 80V64" stroke="#7a5230" stroke-width="2" />
  <path d="M16 58 18.5 22h9L30 58z" fill="#fff6e6" />
  <path d="M17.6 36h10.8l.6 8H17zM16.6 50h12.8l.5 6H16.2z" fill="#d8402f" />
  <path d="M17 22h12v-8H17z" fill="#ffe9a6" stroke="#5a3118" stroke-width="1.5" />
  <path d="M15 14 23 6l8 8z" fill="#8a1f12" />
  <g stroke="#7a2d12" stroke-width="2.4" fill="none" stroke-linecap="round" transform="translate(57 38)">
    <circle r="3" cy="-9" /><path d="M0-6V12M-6-2H6M-10 5c1 5 5 7.5 10 7.5S9 10 10 5" /></g>`;

export const People = () => html`
  <svg class="sg-sheet" width="0" height="0" aria-hidden="true" focusable="false">
    ${PEOPLE.map((drawing, n) => html`<symbol key=${n} id="sg-cuban-${n}" viewBox="0 0 80 80">${drawing}</symbol>`)}
    <symbol id="sg-reverse" viewBox="0 0 80 80">${REVERSE}</symbol>
    <symbol id="sg-harbor" viewBox="0 0 80 80">${HARBOR}</symbol>
  </svg>
`;

/** @param {{ id: string }} props */
export const Portrait = ({ id }) =>
  html`<svg class="sg-portrait" viewBox="0 0 80 80" aria-hidden="true" focusable="false">
    <use href="#sg-${id}" /></svg>`;
