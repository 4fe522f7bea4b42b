/** Portraits: a drawing of 60 by 60 for each person and pet, put together from what the group wears. */

import { html } from "../../lib.js";
import { cardOf } from "./words.js";

const WOMEN = /queen|princess|count?ess|baroness|noblewoman|duchess|nun|abbess|maid|fishwife|market_woman|dancer|singer|frenchwoman|model|art_embroiderer|tapestry|poet|patron|swede|greek|portuguese|stargazer|navigator|soothsayer|painter|baker|composer|librarian|apothecary/;
const SKINS = ["#f2d0ae", "#e9bf97", "#d8a57a", "#b67f56", "#8d5b3c"];
const HAIRS = ["#3a2618", "#6b4423", "#a8712f", "#d9ab55", "#8c8178", "#b4532a", "#221b18"];

/** What a group wears: wall behind, cloth, trimming, hat. */
const GROUPS = {
  nobility: ["#c9d7ec", "#7b2448", "#f2c14e", (c) => html`<path d="M18 20 16 8l8 6 6-9 6 9 8-6-2 12z" fill=${c} stroke="#9a6c10" /><circle cx="30" cy="15" r="2" fill="#b8281f" />`],
  officials: ["#dfe3d4", "#2f3a4a", "#d8a93a", () => html`<path d="M15 21c0-12 8-14 15-14s15 2 15 14l-4 2H19z" fill="#2b2f3b" /><path d="M15 21c10-5 20-5 30 0l-1 4c-9-4-19-4-28 0z" fill="#454c5e" />`],
  entertainment: ["#f7e1c2", "#2e7d6b", "#e8b02e", () => html`<path d="M17 22C8 16 8 8 12 5c4 2 8 6 10 11z" fill="#c23b2e" /><path d="M43 22c9-6 9-14 5-17-4 2-8 6-10 11z" fill="#2868ab" /><path d="M18 22c3-9 21-9 24 0z" fill="#e8b02e" /><circle cx="12" cy="5" r="2.500" fill="#f7dc74" /><circle cx="48" cy="5" r="2.500" fill="#f7dc74" />`],
  trade: ["#e8dcc0", "#6d4b22", "#c9a24a", () => html`<path d="M14 19c0-10 12-14 22-11 9 2 12 8 9 13-9-4-21-5-31-2z" fill="#6a2f3c" /><path d="M15 19c9-4 21-3 30 2l-1 3c-9-4-19-5-28-2z" fill="#8a4352" />`],
  crafts: ["#d8e2ea", "#c9b89a", "#7a5a38", () => html`<path d="M17 21c0-9 6-12 13-12s13 3 13 12z" fill="#efe6d2" /><path d="M16 20h28v4H16z" fill="#d3c4a4" />`],
  court: ["#e9dfee", "#8e2f3a", "#efe2c0", () => html`<path d="M17 21c-1-8 5-12 12-12 9 0 15 4 14 10-8-2-18-2-26 2z" fill="#8e2f3a" /><path d="M40 14c5-6 9-6 12-4-2 4-6 7-11 8z" fill="#fffaf0" stroke="#c9b88a" stroke-width=".8" />`],
  church: ["#dcd6e8", "#4a3f55", "#fffaf0", () => html`<path d="M20 22c-1-9 4-15 10-19 6 4 11 10 10 19z" fill="#f4eddc" stroke="#b89a4c" /><path d="M30 6v13M25.500 12h9" stroke="#b8902f" stroke-width="2" />`],
  art: ["#e2ecd6", "#35596e", "#d8643a", () => html`<path d="M13 19c-2-8 8-13 19-11 10 2 15 7 12 12-9-4-22-4-31-1z" fill="#35596e" /><path d="M33 8l2-4" stroke="#35596e" stroke-width="2.500" />`],
  protection: ["#d5dbe0", "#5d6873", "#a33a2c", () => html`<path d="M15 27V20c0-9 6-14 15-14s15 5 15 14v7h-5v-6H20v6z" fill="#98a3ad" stroke="#59636d" /><path d="M30 6v15" stroke="#59636d" stroke-width="1.600" /><path d="M29 6c1-4 8-5 11-3-3 2-6 4-10 4z" fill="#a33a2c" />`],
  underworld: ["#c5bfc0", "#2c2a2e", "#57515a", () => html`<path d="M12 42C10 18 18 5 30 5s20 13 18 37c-2-10-5-18-7-21-6-5-16-5-22 0-2 3-5 11-7 21z" fill="#3a353c" />`],
  knowledge: ["#dde7ea", "#27463f", "#e7d8a4", () => html`<path d="M12 17 30 9l18 8-18 7z" fill="#26302f" /><path d="M19 19v4c6 4 16 4 22 0v-4l-11 5z" fill="#333f3d" /><path d="M47 17v8" stroke="#d8a93a" stroke-width="1.600" />`],
  travellers: ["#d4e8ef", "#4f6b35", "#d9c08a", () => html`<path d="M8 21c10-5 34-5 44 0-10 4-34 4-44 0z" fill="#6f5733" /><path d="M18 19c0-7 4-11 12-11s12 4 12 11c-8 2-16 2-24 0z" fill="#84693f" /><path d="M18 18c8 2 16 2 24 0" stroke="#c9a24a" stroke-width="2" fill="none" />`],
};

function Person({ card }) {
  const { id, group } = cardOf(card);
  const [wall, cloth, trim, hat] = GROUPS[group];
  const woman = WOMEN.test(id);
  const skin = SKINS[(card * 7) % 11 % SKINS.length];
  const hair = HAIRS[(card * 5 + 3) % 13 % HAIRS.length];
  const beard = !woman && card % 3 === 0;
  const hue = ((card * 47) % 70) - 35;
  return html`
    <rect x="-60" width="180" height="60" fill=${wall} />
    <path d="M-60 60V40c30-4 60-2 90-2s60-2 90 2v20z" fill="#fff" opacity=".25" />
    ${woman && html`<path d="M15 48c-3-10-2-30 15-30s18 20 15 30c-4 2-8-2-15-2s-11 4-15 2z" fill=${hair} />`}
    <g style=${{ filter: `hue-rotate(${hue}deg)` }}><path d="M6 62c1-13 9-18 24-18s23 5 24 18z" fill=${cloth} /><path d="M24 44 30 53l6-9 4 1-10 15-10-15z" fill=${trim} /></g>
    <path d="M25 36h10v9l-5 4-5-4z" fill=${skin} /><path d="M25 41c3 3 7 3 10 0v2c-3 3-7 3-10 0z" fill="#000" opacity=".15" />
    ${!woman && html`<path d="M18 32c-2-10 3-15 12-15s14 5 12 15z" fill=${hair} />`}
    <ellipse cx="30" cy="29" rx="10" ry="12" fill=${skin} />
    ${beard && html`<path d="M20 30c1 12 5 14 10 14s9-2 10-14c-2 5-5 5-10 5s-8 0-10-5z" fill=${hair} />`}
    <path d="M19.500 24c3-5 18-5 21 0-5-1-16-1-21 0z" fill=${hair} />
    <g fill="#2a1d14"><circle cx="26" cy="28.500" r="1.400" /><circle cx="34" cy="28.500" r="1.400" /></g>
    <path d="M24 25.600c1-1 3-1 4 0M32 25.600c1-1 3-1 4 0" stroke=${hair} stroke-width="1.200" fill="none" />
    <path d="M30 29v4l-1.500 1" stroke="#000" stroke-opacity=".3" fill="none" />
    <path d="M27 36.500c2 1.500 4 1.500 6 0" stroke=${woman ? "#b23a3a" : "#8a3b2c"} stroke-width="1.500" fill="none" stroke-linecap="round" />
    ${hat(["#f2c14e", "#e8e2d0", "#e2a93a"][card % 3])}
  `;
}

const FURS = ["#b9824a", "#e8ddc8", "#8a8078", "#5d4632", "#d9a441", "#f4efe4"];
const BIRDS = /hen|rooster|goose|duck|pigeon|falcon|parrot|songbird/;
const HOOFED = /cow|goat|sheep|horse|donkey|pig/;

function Animal({ card }) {
  const { id } = cardOf(card);
  const fur = FURS[(card * 5) % FURS.length];
  const ground = html`<rect x="-60" width="180" height="60" fill="#d9e8d2" /><path d="M-60 52c60-12 120-12 180 0v8H-60z" fill="#9cbf83" />`;
  if (BIRDS.test(id)) {
    return html`${ground}<path d="M12 30c-6-2-9-8-8-13 7 1 12 4 15 8z" fill=${fur} stroke="#5a4426" /><path d="M13 32c0-10 8-13 16-13 2-8 6-11 11-11 6 0 9 5 9 10 0 17-8 27-19 27-10 0-17-5-17-13z" fill=${fur} stroke="#5a4426" />
      <path d="m48 16 8 3-8 3z" fill="#e8962e" /><circle cx="43" cy="16" r="1.800" fill="#241a10" />${/hen|rooster/.test(id) && html`<path d="M36 9c0-4 3-5 4-2 1-4 4-3 4 0 2-2 4 0 3 3z" fill="#c23b2e" />`}
      <path d="M20 30c4 6 12 6 16 1" stroke="#5a4426" fill="none" /><path d="M26 45v8M33 45v8" stroke="#d98a2e" stroke-width="2.200" />`;
  }
  const horned = HOOFED.test(id);
  return html`${ground}<path d="M8 56c0-16 8-20 22-20s22 4 22 20z" fill=${fur} stroke="#5a4426" />
    ${horned
      ? html`<path d="M16 20 6 16c0 8 4 12 10 12zM44 20l10-4c0 8-4 12-10 12z" fill=${fur} stroke="#5a4426" />${/cow|goat|sheep/.test(id) && html`<path d="M20 14c-6 0-8-6-6-9 2 4 5 5 9 6zM40 14c6 0 8-6 6-9-2 4-5 5-9 6z" fill="#efe6cf" stroke="#8a7a58" />`}`
      : html`<path d=${id === "rabbit" ? "M20 20c-6-10-4-18 0-18 5 2 6 9 6 16zM40 20c6-10 4-18 0-18-5 2-6 9-6 16z" : "M16 24 14 7l12 8zM44 24l2-17-12 8z"} fill=${fur} stroke="#5a4426" />`}
    <path d="M15 26c0-10 7-14 15-14s15 4 15 14c0 12-6 20-15 20s-15-8-15-20z" fill=${fur} stroke="#5a4426" />
    <ellipse cx="30" cy="37" rx=${horned ? 10 : 7} ry=${horned ? 8 : 5} fill=${id === "pig" ? "#f0a8a0" : "#fff6e6"} opacity=".85" />
    <path d=${horned ? "M26 36v3M34 36v3" : "M27 34h6l-3 3zM30 37v3"} stroke="#3a2618" stroke-width="1.800" fill="#3a2618" /><g fill="#241a10"><circle cx="23.500" cy="25" r="2" /><circle cx="36.500" cy="25" r="2" /></g>`;
}

const drawn = new Map();

/** Always the same tree for a card, so that nothing of it is compared again when the table changes. */
export function Portrait({ card }) {
  if (!drawn.has(card)) {
    drawn.set(card, html`<svg class="br-portrait" viewBox="0 0 60 60" aria-hidden="true" focusable="false">${cardOf(card).group === "pets" ? html`<${Animal} card=${card} />` : html`<${Person} card=${card} />`}</svg>`);
  }
  return drawn.get(card);
}
