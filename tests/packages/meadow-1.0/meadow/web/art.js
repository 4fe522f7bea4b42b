/** The drawings of Bee Meadow: flowers, hives, jars of honey, a bee. */

import { html } from "../../lib.js";

const clover = html`
  <g fill="#e9b7d6" stroke="#a85c8c" stroke-width="1.5">
    <circle cx="0" cy="-6" r="7" /><circle cx="-6" cy="0" r="7" /><circle cx="6" cy="0" r="7" /><circle cx="0" cy="1" r="6" fill="#f5d6e8" />
  </g>`;
const lavender = html`
  <g fill="#8467c4" stroke="#54408a" stroke-width="1">
    ${[-14, -8, -2, 4].map((y) => html`<ellipse key=${y} cx="-3" cy=${y} rx="4" ry="3.4" /><ellipse cx="3.4" cy=${y + 2} rx="4" ry="3.4" />`)}
    <ellipse cx="0" cy="-18" rx="3.4" ry="4" />
  </g>`;
const poppy = html`
  <g stroke="#8c1f1a" stroke-width="1.2">
    <path fill="#d93a2b" d="M0-15C9-17 15-9 12-1 16 6 8 13 0 9-8 13-16 6-12-1-15-9-9-17 0-15Z" />
    <circle cx="0" cy="-2" r="4.6" fill="#2b2320" />
  </g>`;
const cornflower = html`
  <g fill="#3c74d0" stroke="#23478a" stroke-width="1">
    ${[0, 45, 90, 135, 180, 225, 270, 315].map((turn) =>
      html`<path key=${turn} transform="rotate(${turn} 0 -3)" d="M0-5-4-15 0-12 4-15Z" />`)}
    <circle cx="0" cy="-3" r="4.4" fill="#26377c" />
  </g>`;

const FLOWERS = [clover, lavender, poppy, cornflower];
const STANDS = [[24, 34, 1], [74, 30, 0.85], [50, 62, 1.1], [18, 78, 0.8], [82, 76, 0.95]];

/** A patch of one kind of flowers. */
export const Flower = ({ of }) => html`
  <svg class="meadow-patch" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    ${STANDS.map(([x, y, size]) => html`
      <g key=${x} transform="translate(${x} ${y}) scale(${size})">
        <path d="M0 4C-1 12 1 18 0 26M0 18C5 14 8 14 10 10M0 20C-5 17-8 17-10 13" fill="none" stroke="#2f6b2a" stroke-width="2" />
        ${FLOWERS[of]}
      </g>`)}
  </svg>`;

/** A straw hive in the colour of its seat. */
export const Hive = () => html`
  <svg class="meadow-hive" viewBox="0 0 60 60" aria-hidden="true">
    <ellipse cx="30" cy="54" rx="25" ry="4" fill="rgb(0 0 0 / .25)" />
    <path class="body" d="M30 5C45 5 52 20 54 34c1 9 0 17-1 19H7c-1-2-2-10-1-19C8 20 15 5 30 5Z" />
    <path d="M11 20Q30 27 49 20M7 32Q30 40 53 32M6 43Q30 51 54 43" fill="none" stroke="rgb(0 0 0 / .35)" stroke-width="2.5" />
    <path d="M23 54v-7a7 7 0 0 1 14 0v7Z" fill="#2a1c10" />
  </svg>`;

/** A jar of honey. */
export const Jar = () => html`
  <svg class="meadow-jar" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 8h14v11a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3Z" fill="#f0a818" stroke="#7a4c05" stroke-width="1.4" />
    <path d="M6 12q6 3 12 0v7a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2Z" fill="#d98605" />
    <rect x="4" y="3" width="16" height="5" rx="1.6" fill="#8a5a2b" stroke="#4f3214" stroke-width="1.2" />
  </svg>`;

/** A bee on its way. */
export const Bee = () => html`
  <svg class="meadow-bee" viewBox="0 0 48 36" aria-hidden="true">
    <g fill="#e8f3fb" stroke="#6d8496" stroke-width="1.2"><ellipse cx="20" cy="9" rx="7" ry="9" transform="rotate(-24 20 9)" /><ellipse cx="30" cy="9" rx="7" ry="9" transform="rotate(24 30 9)" /></g>
    <ellipse cx="25" cy="23" rx="15" ry="9.5" fill="#f4b91f" stroke="#4a3305" stroke-width="1.6" />
    <path d="M19 15v16M25 13.500v19M31 15v16" stroke="#4a3305" stroke-width="3" />
    <circle cx="12" cy="21" r="5.5" fill="#4a3305" /><circle cx="10.5" cy="20" r="1.3" fill="#fff" />
  </svg>`;
