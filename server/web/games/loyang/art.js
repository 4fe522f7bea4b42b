/** Drawings of goods and small things, made once per page as symbols and referenced everywhere. */

import { html } from "../../core/lib.js";
import { goodName } from "./cards.js";

const wheat = () => html`
  <path d="M16 30V12" stroke="#9a6a10" stroke-width="2" fill="none" />
  <path d="M16 29q-6-3-7-9M16 29q6-3 7-9" stroke="#b98a24" stroke-width="1.6" fill="none" />
  ${[0, 1, 2, 3].map((n) =>
    html`<ellipse cx="11.6" cy=${9 + n * 4.4} rx="3" ry="4.4" transform="rotate(-32 11.6 ${9 + n * 4.4})"
        fill="#f4c542" stroke="#a8760f" stroke-width=".9" />
      <ellipse cx="20.4" cy=${9 + n * 4.4} rx="3" ry="4.4" transform="rotate(32 20.4 ${9 + n * 4.4})" fill="#e9b32c"
        stroke="#a8760f" stroke-width=".9" />`)}
  <ellipse cx="16" cy="5.6" rx="3" ry="4.8" fill="#f8d365" stroke="#a8760f" stroke-width=".9" />
  <path d="M16 5V1M11 7 8 2M21 7l3-5" stroke="#a8760f" stroke-width="1" />`;

const pumpkin = () => html`
  <path d="M16 9q-1-5 3-7" stroke="#4f7a2a" stroke-width="3" fill="none" stroke-linecap="round" />
  <ellipse cx="8.5" cy="19" rx="6.5" ry="9.5" fill="#e2761b" stroke="#9d460a" />
  <ellipse cx="23.5" cy="19" rx="6.5" ry="9.5" fill="#e2761b" stroke="#9d460a" />
  <ellipse cx="12.5" cy="19" rx="5.5" ry="10.3" fill="#f08a2c" stroke="#9d460a" stroke-width=".8" />
  <ellipse cx="19.5" cy="19" rx="5.5" ry="10.3" fill="#f08a2c" stroke="#9d460a" stroke-width=".8" />
  <ellipse cx="16" cy="19" rx="4" ry="10.5" fill="#f9a24a" stroke="#9d460a" stroke-width=".8" />
  <path d="M19 6q5-4 8 0-4 3-8 0z" fill="#6aa53c" stroke="#47761f" stroke-width=".8" />`;

const turnip = () => html`
  <path d="M16 11Q9 8 9 1q6 2 7 9M16 11q7-3 7-10-6 2-7 9M16 11q-2-6 0-10 2 4 0 10" fill="#6fae45" stroke="#3f7522"
    stroke-width=".9" />
  <path d="M16 9c8 0 12 4 12 9 0 6-7 8-11 11-.6 1.5-.6 2-1 3-.4-1-.4-1.5-1-3C11 26 4 24 4 18c0-5 4-9 12-9z"
    fill="#fbf3f6" stroke="#8d4a78" />
  <path d="M16 9c8 0 12 4 12 9-3-3-7-3-12-3s-9 0-12 3c0-5 4-9 12-9z" fill="#b65d9c" stroke="#8d4a78" />
  <path d="M9 21q3 3 6 3.500M19 22q3-.5 5-2" stroke="#d7b9cb" stroke-width="1" fill="none" />`;

const cabbage = () => html`
  <circle cx="16" cy="17" r="13.5" fill="#5fa04a" stroke="#2f6a28" />
  <path d="M5 11q4-8 11-8 8 0 12 9-2 13-12 17Q4 25 5 11z" fill="#7fbd5c" stroke="#2f6a28" stroke-width=".9" />
  <path d="M9 11q2-6 8-6 8 1 8 10-2 8-9 11-9-4-7-15z" fill="#a9d97f" stroke="#3d7d30" stroke-width=".9" />
  <path d="M16 26q2-10-1-18M16 22q5-3 6-8M15.5 18q-3-2-4-6" stroke="#eaf7d6" stroke-width="1.5" fill="none"
    stroke-linecap="round" />`;

const bean = () => html`
  <path d="M6 4q-2 9 3 16t17 9q3-1 3-4-12-1-17-8T9 3Q7 2 6 4z" fill="#8f2f45" stroke="#571425" />
  <path d="M6 4q4 12 10 17t13 5" stroke="#c66a7f" stroke-width="1.2" fill="none" />
  <ellipse cx="10.6" cy="13" rx="3" ry="3.8" transform="rotate(-30 10.6 13)" fill="#c2475f" stroke="#6d1a2f"
    stroke-width=".9" /><ellipse cx="15.6" cy="19.6" rx="3" ry="3.8" transform="rotate(-45 15.6 19.6)" fill="#c2475f"
    stroke="#6d1a2f" stroke-width=".9" />
  <ellipse cx="22.5" cy="24" rx="3" ry="3.6" transform="rotate(-66 22.5 24)" fill="#c2475f" stroke="#6d1a2f"
    stroke-width=".9" />
  <path d="M6 4Q4 2 5 0" stroke="#4f7a2a" stroke-width="2" fill="none" stroke-linecap="round" />
  <path d="M7 3q6-4 11 0-5 4-11 0z" fill="#6aa53c" stroke="#47761f" stroke-width=".7" />`;

const leek = () => html`
  <path d="M17 14Q14 5 7 2q-1 8 6 14M17 14q-1-8 3-13 4 6 1 14M18 15q4-9 11-9-1 8-9 12" fill="#4d9a52" stroke="#265f31"
    stroke-width=".9" />
  <path d="M13 13q4-3 8 1l-7 14q-3 1-5-2z" fill="#cfe8b4" stroke="#53803c" stroke-width=".9" />
  <path d="M11 20l6 3-3 5.500q-3 1-5-2z" fill="#fbfdf2" stroke="#8a9c74" stroke-width=".8" />
  <path d="M10 27l-3 4M12 28l-1 4M9 26l-4 2" stroke="#a79a7c" stroke-width="1.1" />`;

const GOODS = [wheat, pumpkin, turnip, cabbage, bean, leek];

const PIECES = {
  coin: () => html`<circle cx="16" cy="16" r="14" fill="#d8952a" stroke="#7a4a08" stroke-width="1.5" />
    <circle cx="16" cy="16" r="11" fill="#f3bd4c" stroke="#a9690f" />
    <rect x="12" y="12" width="8" height="8" rx="1" fill="#7a4a08" />
    <path d="M16 6.500v3M16 22.500v3M6.5 16h3M22.5 16h3" stroke="#8d570b" stroke-width="1.8" stroke-linecap="round" />`,
  loan: () => html`<path d="M6 4h20v22q-3 4-6 0t-7 1-7-1z" fill="#f7ead0" stroke="#8a5a32" />
    <path d="M10 10h12M10 14h12M10 18h7" stroke="#8a5a32" stroke-width="1.4" />
    <circle cx="22" cy="21" r="5" fill="#b3301f" /><path d="M19.5 21h5" stroke="#fff" stroke-width="1.8" />`,
  bowl: () => html`<path d="M3 12h26q-1 13-9 15h-8Q4 25 3 12z" fill="#b5764a" stroke="#6b3d1c" stroke-width="1.5" />
    <ellipse cx="16" cy="12" rx="13" ry="4" fill="#7d4826" stroke="#6b3d1c" stroke-width="1.5" />`,
  cart: () => html`<path d="M2 9h22l-3 12H6z" fill="#a9683a" stroke="#5f3615" stroke-width="1.4" />
    <path d="M5 13h18M6 17h16M24 9l6-4" stroke="#5f3615" stroke-width="1.4" fill="none" />
    <circle cx="9" cy="25" r="5" fill="#e8cfa6" stroke="#5f3615" stroke-width="1.6" />
    <circle cx="19" cy="25" r="5" fill="#e8cfa6" stroke="#5f3615" stroke-width="1.6" />
    <path d="M9 20v10M4 25h10M19 20v10M14 25h10" stroke="#5f3615" />`,
  store: () => html`<path d="M2 14Q12 10 16 3q4 7 14 11l-3 2H5z" fill="#8e2f22" stroke="#511710" stroke-width="1.2" />
    <path d="M6 16h20v13H6z" fill="#e9cf9f" stroke="#6b4522" stroke-width="1.2" />
    <path d="M12 29V20h8v9" fill="#6b4522" /><path d="M4 16h24" stroke="#d9a441" stroke-width="1.5" />`,
  gate: () => html`<path d="M1 9Q10 7 16 2q6 5 15 7l-3 4H4z" fill="#9c2f22" stroke="#511710" />
    <path d="M5 13h22v17h-6v-8a5 5 0 0 0-10 0v8H5z" fill="#d9b57a" stroke="#6b4522" />
    <path d="M3 13h26" stroke="#e3b341" stroke-width="1.8" />`,
  card: () => html`<rect x="4" y="2" width="18" height="24" rx="2.5" fill="#7f2a1f" stroke="#4a120b" />
    <rect x="10" y="6" width="18" height="24" rx="2.5" fill="#9c3a2a" stroke="#4a120b" />
    <path d="M19 11l5 7-5 7-5-7z" fill="#e3b341" />`,
  lantern: () => html`<path d="M16 1v5M11 6h10v3H11zM11 25h10v3H11zM16 28v4" stroke="#6b3a08" stroke-width="1.4"
      fill="#e3b341" /><ellipse cx="16" cy="17" rx="11" ry="8.5" fill="#d23c28" stroke="#7a160c" stroke-width="1.2" />
    <path d="M16 8.500v17M10 9.500q-3 7 0 15M22 9.500q3 7 0 15" stroke="#f6a04c" stroke-width="1.1" fill="none" />`,
};

/** All symbols; included once in a page. */
export const Drawings = () => html`
  <svg class="lo-sheet-of-symbols" aria-hidden="true" width="0" height="0">
    ${GOODS.map((drawing, n) => html`<symbol key=${n} id="lo-good-${n}" viewBox="0 0 32 32">${drawing()}</symbol>`)}
    ${Object.entries(PIECES).map(([name, drawing]) =>
      html`<symbol key=${name} id="lo-${name}" viewBox="0 0 32 32">${drawing()}</symbol>`)}
  </svg>
`;

/** @param {{ good: number, faded: boolean }} props */
export const Good = ({ good, faded }) =>
  html`<svg class="lo-good ${faded ? "faded" : ""}" aria-hidden="true"><use href="#lo-good-${good}" /></svg>`;
/** @param {{ of: string }} props */
export const Piece = ({ of }) => html`<svg class="lo-piece" aria-hidden="true"><use href="#lo-${of}" /></svg>`;

/**
 * Goods side by side, with their names for screen readers.
 * @param {{ goods: number[] }} props
 */
export const Wares = ({ goods }) => html`
  <span class="lo-wares" role="img" aria-label=${goods.map(goodName).join(", ")}>
    ${goods.map((good, n) => html`<${Good} key=${n} good=${good} />`)}</span>
`;
