/** Portraits: customers are composed of hats, hair and robes; every helper carries the sign of the trade. */

import { html } from "../../core/lib.js";

const SKINS = ["#f1cfa5", "#e6b98a", "#f6d9b5", "#d9a878"];
const ROBES = ["#2f6f8f", "#8c3b4a", "#4b7a3f", "#8a6a1f", "#5d4a8f", "#b0562a", "#2f7d74", "#77414f"];
const HAIRS = ["#1d1713", "#3a2a20", "#55504c", "#241a1a"];

const straw = () => html`<path d="M8 23Q30 2 52 23 30 29 8 23z" fill="#dfb869" stroke="#8a6322" />
  <path d="M30 9v16M22 13l-4 12M38 13l4 12" stroke="#b98f3f" fill="none" />`;
const cap = () => html`<path d="M17 22q0-13 13-13t13 13z" fill="#26303f" stroke="#141a24" />
  <rect x="15" y="20" width="30" height="4" rx="2" fill="#3d4d66" /><circle cx="30" cy="9" r="2.5" fill="#c93a2b" />`;
/** @param {string} hair */
const bun = (hair) => html`<circle cx="30" cy="8" r="6" fill=${hair} />
  <path d="M16 28q-2-17 14-17t14 17q-4-8-14-8t-14 8z" fill=${hair} />
  <path d="M22 6l16 5" stroke="#d9a441" stroke-width="2" stroke-linecap="round" />`;
/**
 * @param {string} _
 * @param {string} robe
 */
const scarf = (_, robe) => html`<path d="M15 31q-3-20 15-20t15 20q-5-9-15-9t-15 9z" fill=${robe} stroke="#00000055" />
  <path d="M16 23q14-6 28 0" stroke="#fff8" stroke-width="2" fill="none" />`;
/** @param {string} hair */
const loose = (hair) => html`<path d="M15 40q-4-29 15-29t15 29q-3-3-3-10-2-8-12-9-10 1-12 9 0 7-3 10z" fill=${hair} />`;
/** @param {string} hair */
const bald = (hair) => html`<path d="M17 29q-1-4 1-7M43 29q1-4-1-7" stroke=${hair} stroke-width="3" fill="none"
    stroke-linecap="round" />`;
const HATS = [straw, bun, cap, scarf, loose, bald];

/** @param {string} hair */
const beard = (hair) => html`<path d="M24 37q6-3 12 0l-3 11q-3 4-6 0z" fill=${hair} opacity=".9" />`;
/** @type {Record<string, string>} */
const MOUTHS = { glad: "M25 37q5 4.5 10 0", calm: "M26 38h8", cross: "M25 40q5-4.5 10 0" };

/**
 * A head and shoulders; `mood` is glad, calm or cross.
 * @param {{ seed: number, mood?: string, hat?: number }} props
 */
export function Portrait({ seed, mood = "calm", hat }) {
  const [skin, robe, hair] = [SKINS[(seed * 7 + 1) % 4], ROBES[(seed * 5 + 2) % 8], HAIRS[(seed * 3) % 4]];
  const wears = hat ?? seed % HATS.length;
  const bearded = wears !== 1 && wears !== 4 && wears !== 3 && seed % 3 === 0;
  return html`
    <svg class="lo-portrait" viewBox="0 0 60 60" aria-hidden="true">
      ${wears === 4 && loose(hair)}
      <path d="M6 60q2-16 18-18h12q16 2 18 18z" fill=${robe} />
      <path d="M22 43l8 10 8-10" fill="#fdf6e8" stroke="#0003" /><path d="M26 36h8v8l-4 3-4-3z" fill=${skin} />
      <ellipse cx="30" cy="30" rx="13" ry="14" fill=${skin} stroke="#0000002e" />
      ${wears !== 4 && HATS[wears](hair, robe)}
      ${wears === 4 && html`<path d="M17 28q0-13 13-13t13 13q-5-7-13-7t-13 7z" fill=${hair} />`}
      ${bearded && beard(hair)}
      <path d=${mood === "cross" ? "M21 26l6 2M39 26l-6 2" : "M21.5 26q2.5-2 5 0M33.5 26q2.5-2 5 0"} stroke=${hair}
        stroke-width="1.5" fill="none" stroke-linecap="round" />
      <circle cx="24.5" cy="30" r="1.7" fill="#1d1713" /><circle cx="35.5" cy="30" r="1.7" fill="#1d1713" />
      <circle cx="21.5" cy="34" r="2.6" fill="#e2765a" opacity=".35" />
      <circle cx="38.5" cy="34" r="2.6" fill="#e2765a" opacity=".35" />
      <path d=${MOUTHS[mood]} stroke=${bearded ? "#fff3" : "#8a3b2a"} stroke-width="1.8" fill="none"
        stroke-linecap="round" />
    </svg>`;
}

/**
 * The signs of the helpers, as lines in a square of 24.
 * @type {Record<string, string>}
 */
const SIGNS = {
  tout: "M4 4h12v8H9l-3 3v-3H4zM12 19h8M17 16l3 3-3 3",
  official: "M9 3h6v4l-1 6h-4L9 7zM5 14h14v4H5zM4 21h16",
  errand_boy: "M4 9h10v9H4zM9 9v9M4 13h10M17 8h4M16 12h5M17 16h4",
  accountant: "M4 3h16v18H4zM4 9h16M4 15h16M8 5v2M12 5v2M16 5v2M8 11v2M12 11v2M16 11v2M8 17v2M16 17v2",
  harvest_hand: "M5 21l6-8M10 14q-3-9 9-11-5 3-4 8-2 3-5 3z",
  haggler: "M8 4a5 5 0 1 0 0 10A5 5 0 0 0 8 4zM16 10a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM20 3 4 21",
  landlord: "M8 4a5 5 0 1 0 0 10A5 5 0 0 0 8 4zM12 12l8 8M17 17l3-3M15 15l2-2",
  trader: "M12 3v17M7 20h10M5 6h14M5 6l-3 7h6zM19 6l-3 7h6z",
  impostor: "M3 7q9-4 18 0 0 9-6 11l-3-3-3 3q-6-2-6-11zM7 10h3M14 10h3",
  shopper: "M4 10h16l-2 10H6zM8 10q0-7 4-7t4 7M9 13v4M12 13v4M15 13v4",
  merchant: "M4 10q0-5 8-5t8 5v9H4zM4 12h16M11 11h2v4h-2z",
  deliveryman: "M3 6h3l3 9h9M8 8h12l-3 7M8 17a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17 17a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  maid: "M18 3 10 13M6 12l6 5-4 5q-5-1-6-5z",
  market_crier: "M4 10v4h4l8 5V5l-8 5zM19 9q2 3 0 6",
  market_woman: "M3 9l2-5h6l2 5zM4 9v6h8M11 15l2-5h6l2 5zM12 15v6h8v-6",
  tenant_farmer: "M5 3h10l4 4v14H5zM9 9h6M9 13h6M9 17h3",
  plowman: "M3 8q6-1 9 5l6 3M12 13l-3 6h8l3-3M3 21h18",
  self_supplier: "M3 15q4-4 8-1h5q2 0 1 2l4-2q2 0 0 2l-6 4H8l-5-1zM13 9q-5-1-5-6 5 0 5 6zm0 0q4-1 4-5-4 0-4 5z",
  saleswoman: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 14q4 4 8 0M9 9v1M15 9v1",
  foreman: "M4 15q0-9 8-9t8 9zM2 15h20v3H2zM10 6V3h4v3",
};

/**
 * A helper: a portrait, and the sign of the trade.
 * @param {{ id: string, seed: number }} props
 */
export const HelperPortrait = ({ id, seed }) => html`
  <span class="lo-helper-portrait">
    <${Portrait} seed=${seed} mood="glad" hat=${Object.keys(SIGNS).indexOf(id) % HATS.length} />
    <svg class="lo-sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[id]} /></svg>
  </span>
`;
