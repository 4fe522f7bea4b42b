/**
 * Portraits: a drawing of 60 by 60 for each person and pet. The group determines wall and cloth, the name hat and
 * tool (looks.js), the card number face, hair, beard and age.
 */

import { html } from "../../core/lib.js";
import { HATS } from "./hats.js";
import { lookOf } from "./looks.js";
import { TOOLS } from "./tools.js";
import { cardOf } from "./words.js";

const SKINS = ["#f6d9bd", "#f0cba6", "#e3b58b", "#cf9b6c", "#b07a4e", "#85573a"];
const HAIRS = ["#2b1d16", "#4a2f1c", "#7a4a24", "#a8712f", "#d6a850", "#b4532a", "#1d1a1c"];
const GREYS = ["#a49c92", "#d9d4cb", "#8b8680"];

/**
 * By group: the wall, three cloths, trimmings.
 * @type {Record<string, [wall: string, cloths: string[], trims: string[]]>}
 */
const GROUPS = {
  nobility: ["#c3d3ec", ["#7b2448", "#5b2a78", "#234a86"], ["#f2c14e", "#fff3d6"]],
  officials: ["#d9dfcc", ["#2f3a4a", "#46352c", "#31463a"], ["#d8a93a", "#c23b2e"]],
  entertainment: ["#fae0b8", ["#2e7d6b", "#b8452f", "#6a3f94"], ["#e8b02e", "#fff3d6"]],
  trade: ["#ead9b4", ["#6d4b22", "#7a2f3a", "#2f5a52"], ["#c9a24a", "#efe2c0"]],
  crafts: ["#cfdfea", ["#a58a62", "#5f7c8a", "#8c5a3c"], ["#5a3f28", "#efe6d2"]],
  court: ["#ecdaf0", ["#8e2f3a", "#35478c", "#3d6b3f"], ["#efe2c0", "#f2c14e"]],
  church: ["#d6cfe6", ["#4a3f55", "#6b2630", "#3b3a36"], ["#fffaf0", "#d8b44a"]],
  art: ["#dcecc8", ["#35596e", "#8a5a2a", "#6d3a5c"], ["#d8643a", "#f0d48a"]],
  protection: ["#cfd8de", ["#5d6873", "#6b3a34", "#3a5468"], ["#a33a2c", "#e0c060"]],
  underworld: ["#b9b2b6", ["#2c2a2e", "#3d3226", "#28343a"], ["#57515a", "#8a2f2a"]],
  knowledge: ["#d3e6e6", ["#27463f", "#2b3a63", "#5a3a3a"], ["#e7d8a4", "#c9a24a"]],
  travellers: ["#c9e6f2", ["#4f6b35", "#a3582c", "#2f6480"], ["#d9c08a", "#f2e6c8"]],
};

/**
 * A number from 0 to n - 1 for one trait of a card, always the same.
 * @param {number} card
 * @param {number} which
 * @param {number} n
 */
function trait(card, which, n) {
  let x = (card + 1) * 2654435761 + which * 40503 * 65537;
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return ((x ^ (x >>> 15)) >>> 0) % n;
}
/**
 * @template T
 * @param {number} card
 * @param {number} which
 * @param {T[]} list
 */
const pick = (card, which, list) => list[trait(card, which, list.length)];

const JAWS = [
  "M20 27c0-8 4-11 10-11s10 3 10 11c0 8-4 15-10 15s-10-7-10-15z",
  "M20 26c0-7 4-10 10-10s10 3 10 10v6c0 6-5 9-10 9s-10-3-10-9z",
  "M19.5 26c0-7 4-10 10.5-10s10.5 3 10.5 10c0 6-4 11-7 15-2 2-5 2-7 0-3-4-7-9-7-15z",
  "M19 28c0-9 5-12 11-12s11 3 11 12c0 9-5 13-11 13s-11-4-11-13z",
  "M21 26c0-7 4-10 9-10s9 3 9 10c0 10-4 18-9 18s-9-8-9-18z",
];
const NOSES = [
  "M30 28v5l-2 .8", "M30 27c1 3 2 5 1.5 6.5-1 .8-2.5.6-3.5 0", "M29.5 28c-2 4-3 5-1.5 6 1.5.6 3 .4 4-.4",
  "M30 27c3 3 3 6 1 7h-3", "M28.5 33c1 1 2.5 1 3.5 0",
];
const MOUTHS = [
  "M26.5 37.5c2 1.6 5 1.6 7 0", "M27 38h6", "M26 37c2.5 2.6 5.5 2.6 8 0-2.5 1-5.5 1-8 0z", "M27 38.5c2-1.2 4-1.2 6 0",
  "M27 37.5c2 1 4 1.2 6.5-.6",
];
const BROWS = ["M23.5 25c1.5-1.4 3.5-1.4 5 0M31.5 25c1.5-1.4 3.5-1.4 5 0", "M23.5 24.5h5M31.5 24.5h5",
  "M23.5 24l5 1.5M31.5 25.5l5-1.5", "M23.5 25.6l5-1.6M31.5 24l5 1.6"];

/** @type {Record<string, string>} */
const CROWNS = {
  short: "M19 27c-2-10 3-14 11-14s13 4 11 14c-1-5-2-7-4-7-5 1-10 1-14 0-2 0-3 2-4 7z",
  curls: "M18 29c-3-3-2-7 0-9 0-5 4-8 8-8 3-3 8-2 10 0 4 0 7 4 6 8 3 2 3 6 0 9-1-5-2-8-5-9-5 1-9 1-14 0-3 1-4 4-5 9z",
  bowl: "M18 29c-2-12 3-17 12-17s14 5 12 17l-3-5c-6-2-12-2-18 0z",
  long: "M17 42c-3-18 1-30 13-30s16 12 13 30l-5-2c3-8 3-14 0-19-5 1-11 1-16 0-3 5-3 11 0 19z",
  wild: "M17 31c-4-5-2-12 2-14-1-3 2-5 4-4 2-4 8-4 9-1 4-3 8 0 8 3 4 1 6 9 3 15l-4-8c-6-2-12-2-18 0z",
};
const MENS = ["short", "short", "curls", "bowl", "long", "wild", "bald"];
/** @type {Record<string, string>} */
const TRESSES = {
  long: "M16 52c-4-12-3-38 14-38s18 26 14 38c-4 2-9-2-14-2s-10 4-14 2z",
  bun: "M19 34c-3-14 2-21 11-21s14 7 11 21zM25 13c-2-8 12-8 10 0z",
  braids: "M19 33c-3-13 2-20 11-20s14 7 11 20c3 6 3 14 0 20h-4c2-7 1-13-1-19H24c-2 6-3 12-1 19h-4c-3-6-3-14 0-20z",
  bob: "M17 41c-3-17 1-28 13-28s16 11 13 28c-4 1-7 0-9-2h-8c-2 2-5 3-9 2z",
  waves: "M16 47c-2-3 1-5-1-9s1-6 0-9c-1-10 5-16 15-16s16 6 15 16c-1 3 2 5 0 9s1 6-1 9c-5 1-8-2-10-4h-8c-2 2-5 5-10 4z",
};
const PARTING = ["M20 27c0-6 5-10 11-10 5 0 9 3 9 9-4-1-7-4-9-7-3 4-7 7-11 8z", "M20 26c3-8 17-8 20 0-6-3-14-3-20 0z",
  "M20 28c-1-8 5-11 10-11s11 3 10 11c-2-5-5-8-10-9-5 1-8 4-10 9z"];
/** @type {Record<string, string>} */
const BEARDS = {
  moustache: "M24.5 36c2-2 4-2 5.5-.6 1.5-1.4 3.5-1.4 5.5.6-2 .8-4 .8-5.5 0-1.5.8-3.5.8-5.5 0z",
  goatee: "M26 36c2-1.5 6-1.5 8 0 1 3 0 8-4 10-4-2-5-7-4-10zM28 37.5c1 .8 3 .8 4 0v1.5c-1 .6-3 .6-4 0z",
  full: "M20 29c1 3 2 5 4 6 3-2 9-2 12 0 2-1 3-3 4-6 1 8-1 17-10 17s-11-9-10-17z"
    + "M27.5 37.5c1.5 1.2 3.5 1.2 5 0v1.8c-1.5 1-3.5 1-5 0z",
  long: "M20 29c1 3 2 5 4 6 3-2 9-2 12 0 2-1 3-3 4-6 1 8 0 16-4 22-2 4-4 6-6 7-2-1-4-3-6-7-4-6-5-14-4-22z"
    + "M27.5 37.5c1.5 1.2 3.5 1.2 5 0v1.8c-1.5 1-3.5 1-5 0z",
  whiskers: "M20 28c0 6 1 10 4 12 0-4-1-8-2-12zM40 28c0 6-1 10-4 12 0-4 1-8 2-12z",
};
const MENS_BEARDS = ["none", "none", "none", "moustache", "goatee", "full", "whiskers"];
/** @type {((trim: string) => unknown)[]} */
const COLLARS = [
  (trim) => html`<path d="M24 44 30 54l6-10 4 1-10 16-10-16z" fill=${trim} />`,
  (trim) => html`<path d="M20 46c3-3 17-3 20 0 1 4-1 5-3 4-2 2-4 2-5 0-1 2-3 2-4 0-2 2-4 2-5 0-2 1-4 0-3-4z"
    fill="#fffdf6" stroke=${trim} stroke-width=".8" />`,
  (trim) => html`<path d="M22 45c4 5 12 5 16 0l3 2c-4 8-18 8-22 0z" fill=${trim} />`,
  (trim) => html`<path d="M30 48v13" stroke=${trim} stroke-width="2.2" stroke-dasharray=".1 4" stroke-linecap="round" />
    <path d="M24 45c3 3 9 3 12 0" stroke=${trim} stroke-width="2" fill="none" />`,
  (trim) => html`<path d="M12 50c8-5 12-5 18 0 6-5 10-5 18 0l2 12H10z" fill=${trim} opacity=".55" />
    <circle cx="30" cy="51" r="2.2" fill=${trim} stroke="#00000055" />`,
];

/**
 * The traits that distinguish one face from another.
 * @param {number} card
 */
function traitsOf(card) {
  const { id, group } = cardOf(card);
  const { hat, tool, words } = lookOf(id);
  const [wall, cloths, trims] = GROUPS[group];
  const old = words.has("old");
  const woman = words.has("w");
  const bare = woman || words.has("shaven") || words.has("young");
  const grown = old ? ["none", "full", "long", "moustache"] : MENS_BEARDS;
  const beards = words.has("beard") ? ["full", "long", "full", "goatee"] : grown;
  return {
    wall, hat, tool, old, woman, has: (/** @type {string} */ word) => words.has(word),
    cloth: pick(card, 1, cloths), trim: pick(card, 2, trims), other: cloths[(trait(card, 1, 3) + 1) % 3],
    skin: pick(card, 3, SKINS), hair: pick(card, 4, old ? GREYS : HAIRS),
    jaw: pick(card, 5, woman ? JAWS.slice(0, 3) : JAWS), nose: pick(card, 6, NOSES), mouth: pick(card, 7, MOUTHS),
    brow: pick(card, 8, BROWS), parting: pick(card, 10, PARTING), beard: bare ? "none" : pick(card, 11, beards),
    style: words.has("bald") ? "bald" : pick(card, 9, woman ? Object.keys(TRESSES) : MENS),
    collar: pick(card, 12, COLLARS), wide: trait(card, 13, 3) === 0, freckled: trait(card, 14, 7) === 0,
  };
}

/** @param {{ look: ReturnType<typeof traitsOf>, card: number }} props */
function Eyes({ look, card }) {
  const colour = pick(card, 15, ["#2a1d14", "#3d5a3a", "#2f5273", "#5a3a1a"]);
  const [size, y] = [look.wide ? 1.9 : 1.5, 28.5];
  return html`
    <g fill="#fff" opacity=".9"><ellipse cx="26" cy=${y} rx=${size + 0.7} ry=${size} />
      <ellipse cx="34" cy=${y} rx=${size + 0.7} ry=${size} /></g>
    <g fill=${colour}><circle cx="26" cy=${y} r=${size - 0.2} /><circle cx="34" cy=${y} r=${size - 0.2} /></g>
    ${look.woman && html`<path d="M23 27.6c1-1.5 4-2 5.5-.4M31.5 27.2c1.5-1.6 4.5-1.1 5.5.4" stroke="#2a1d14"
        fill="none" />`}
    ${look.has("patch") && html`<path d="m20 22 20 8" stroke="#1d1a18" stroke-width="1.2" />
      <ellipse cx="34" cy="28" rx="3.6" ry="3.2" fill="#1d1a18" />`}
    ${look.has("glasses") && html`<g fill="#ffffff40" stroke="#4a3826" stroke-width="1">
        <circle cx="26" cy="28.5" r="3.3" /><circle cx="34" cy="28.5" r="3.3" /><path d="M29.3 28.5h1.4" /></g>`}`;
}

const Wrinkles = () => html`<path
  d="M22.5 31.5c1 1 2 1.2 3.5 1M37.5 31.5c-1 1-2 1.2-3.5 1M25 21.5c3-1 7-1 10 0M25 35.5l-1 2M35 35.5l1 2"
  stroke="#00000038" fill="none" stroke-width=".9" />`;

/** @param {{ card: number }} props */
function Person({ card }) {
  const look = traitsOf(card);
  const brows = look.old ? "#d9d4cb" : look.hair;
  return html`
    <rect x="-60" y="-20" width="180" height="80" fill=${look.wall} />
    <path d="M-60 60V42c30-4 60-2 90-2s60-2 90 2v18z" fill="#fff" opacity=".28" />
    ${look.woman ? html`<path d=${TRESSES[look.style]} fill=${look.hair} />` : ""}
    <path d=${look.woman ? "M8 62c1-13 9-17 22-17s21 4 22 17z" : "M5 62c1-14 9-18 25-18s24 4 25 18z"} fill=${look.cloth}
      />${look.collar(look.trim)}
    <path d="M25 36h10v9l-5 5-5-5z" fill=${look.skin} />
    <path d="M25 41c3 3 7 3 10 0v2.5c-3 3-7 3-10 0z" fill="#000" opacity=".16" />
    <g fill=${look.skin}><circle cx="19.8" cy="30" r="2.3" /><circle cx="40.2" cy="30" r="2.3" /></g>
    <path d=${look.jaw} fill=${look.skin} />
    ${look.has("young") || look.freckled
      ? html`<g fill="#e0704f" opacity=".35"><circle cx="23.5" cy="34" r="2.2" />
        <circle cx="36.5" cy="34" r="2.2" /></g>` : ""}
    ${look.beard !== "none" && html`<path d=${BEARDS[look.beard]} fill=${look.hair} />`}
    ${look.woman ? html`<path d=${look.parting} fill=${look.hair} />`
      : look.style !== "bald" && html`<path d=${CROWNS[look.style]} fill=${look.hair} />`}
    <${Eyes} look=${look} card=${card} />
    <path d=${look.brow} stroke=${brows} stroke-width=${look.woman ? 1 : 1.6} fill="none" stroke-linecap="round" />
    <path d=${look.nose} stroke="#000" stroke-opacity=".4" stroke-width="1.1" fill="none" stroke-linecap="round" />
    <path d=${look.mouth} stroke=${look.woman ? "#b23a3a" : "#7d3327"} stroke-width="1.4"
      fill=${look.woman ? "#b23a3a" : "none"} stroke-linecap="round" />
    ${look.old && html`<${Wrinkles} />`}
    ${look.has("scar") && html`<path d="m36 31 3 7" stroke="#a3392c" stroke-width="1.2" />`}
    ${HATS[look.hat](look.other, look.trim)}
    ${TOOLS[look.tool]?.()}
  `;
}

/** @typedef {[fur: string, own: () => unknown]} Pet */

/**
 * By pet: its fur or feathers, and its special parts.
 * @type {Record<string, Pet>}
 */
const PETS = {
  cat: ["#d9a441", () => html`<path d="M24 15v5M30 14v6M36 15v5" stroke="#7a4f14" stroke-width="2" />
    <path d="M8 35l10 2M8 40l10-1M52 35l-10 2M52 40l-10-1" stroke="#5a4426" />`],
  lap_dog: ["#f4efe4", () =>
    html`<path d="M17 16c-8 0-9 12-6 18 4-2 6-8 6-18zM43 16c8 0 9 12 6 18-4-2-6-8-6-18z" fill="#8a5a33" stroke="#5a4426"
      /><path d="M28 42c0 4 4 4 4 0z" fill="#e0705f" />`],
  cow: ["#f4efe4", () => html`<path d="M16 24c2-8 10-8 9 0-1 6-8 8-9 0z" fill="#3d2f26" />
    <path d="M44 50c-2-6 6-10 10-4v8z" fill="#3d2f26" />`],
  goat: ["#cfc7b8", () => html`<path d="M27 46c-1 6 1 10 3 12 2-2 4-6 3-12z" fill="#fff8e6" stroke="#8a8078" />`],
  sheep: ["#f7f2e4", () => html`<g fill="#f7f2e4" stroke="#b8ad94"><circle cx="20" cy="16" r="5" />
      <circle cx="27" cy="12" r="5" /><circle cx="34" cy="12" r="5" /><circle cx="41" cy="16" r="5" /></g>`],
  pig: ["#f0b8ae", () => null],
  horse: ["#8a5a33", () => html`<path d="M28 4c6 4 8 12 4 22-2-8-4-14-4-22z" fill="#3d2415" />`],
  donkey: ["#8f8a86", () =>
    html`<path d="M16 20C8 10 8 2 12 0c5 4 8 12 8 18zM44 20c8-10 8-18 4-20-5 4-8 12-8 18z" fill="#8f8a86"
      stroke="#4d4843" />`],
  rabbit: ["#c9b49a", () => null],
  hen: ["#c9743c", () => null],
  rooster: ["#a3432a", () => html`<path d="M12 30C2 26 0 14 4 8c2 8 8 12 14 14z" fill="#2f6b4a" stroke="#1d4430" />`],
  goose: ["#fbf8ef", () => null],
  duck: ["#b89a6a", () => html`<path d="M34 22c-1-14 17-14 16 0z" fill="#2f6b4a" />
    <path d="M34 22h16v3H34z" fill="#fff" />`],
  pigeon: ["#9aa3b0", () => html`<path d="M16 34c6 4 16 3 20-3" stroke="#4a5566" stroke-width="2.5" fill="none" />`],
  falcon: ["#7a5a3c", () => html`<path d="M22 40h6M24 45h8M30 38h6M33 43h6" stroke="#f1e2c4" stroke-width="2" />`],
  parrot: ["#c8352b", () => html`<path d="M12 32c4 10 14 14 20 8-4-6-12-10-20-8z" fill="#2868ab" />
    <path d="M16 42c4 4 10 4 14 0-4-3-10-3-14 0z" fill="#eab929" />`],
  songbird: ["#d9a441", () => html`<path d="M20 44c6 4 16 2 22-8-8-2-18 0-22 8z" fill="#fff2c4" />
    <path d="M50 6v7M53 5v6" stroke="#2a1d14" /><circle cx="48.5" cy="13" r="1.8" />
    <circle cx="51.5" cy="11" r="1.8" />`],
};
/** @type {Pet} */
const PLAIN_PET = ["#b9824a", () => null];
const BIRDS = /hen|rooster|goose|duck|pigeon|falcon|parrot|songbird/;
const HOOFED = /cow|goat|sheep|horse|donkey|pig$/;

/** @param {{ card: number }} props */
function Animal({ card }) {
  const { id } = cardOf(card);
  const [fur, own] = PETS[id] ?? PLAIN_PET;
  const ground = html`<rect x="-60" width="180" height="60" fill="#d9e8d2" />
    <path d="M-60 52c60-12 120-12 180 0v8H-60z" fill="#9cbf83" />`;
  if (BIRDS.test(id)) {
    return html`${ground}<path d="M12 30c-6-2-9-8-8-13 7 1 12 4 15 8z" fill=${fur} stroke="#5a4426" />
      <path d="M13 32c0-10 8-13 16-13 2-8 6-11 11-11 6 0 9 5 9 10 0 17-8 27-19 27-10 0-17-5-17-13z" fill=${fur}
        stroke="#5a4426" />
      <path d="m48 16 8 3-8 3z" fill="#e8962e" /><circle cx="43" cy="16" r="1.8" fill="#241a10" />
      ${/hen|rooster/.test(id) && html`<path d="M36 9c0-4 3-5 4-2 1-4 4-3 4 0 2-2 4 0 3 3z" fill="#c23b2e" />`}
      <path d="M20 30c4 6 12 6 16 1" stroke="#5a4426" fill="none" />
      <path d="M26 45v8M33 45v8" stroke="#d98a2e" stroke-width="2.2" />${own()}`;
  }
  const horned = HOOFED.test(id);
  return html`${ground}<path d="M8 56c0-16 8-20 22-20s22 4 22 20z" fill=${fur} stroke="#5a4426" />
    ${horned
      ? html`<path d="M16 20 6 16c0 8 4 12 10 12zM44 20l10-4c0 8-4 12-10 12z" fill=${fur} stroke="#5a4426" />
      ${/cow|goat|sheep/.test(id)
        && html`<path d="M20 14c-6 0-8-6-6-9 2 4 5 5 9 6zM40 14c6 0 8-6 6-9-2 4-5 5-9 6z" fill="#efe6cf"
          stroke="#8a7a58" />`}`
      : html`<path d=${id === "rabbit" ? "M20 20c-6-10-4-18 0-18 5 2 6 9 6 16zM40 20c6-10 4-18 0-18-5 2-6 9-6 16z"
          : "M16 24 14 7l12 8zM44 24l2-17-12 8z"} fill=${fur} stroke="#5a4426" />`}
    <path d="M15 26c0-10 7-14 15-14s15 4 15 14c0 12-6 20-15 20s-15-8-15-20z" fill=${fur} stroke="#5a4426" />
    <ellipse cx="30" cy="37" rx=${horned ? 10 : 7} ry=${horned ? 8 : 5} fill=${id === "pig" ? "#f0a8a0" : "#fff6e6"}
      opacity=".85" />
    <path d=${horned ? "M26 36v3M34 36v3" : "M27 34h6l-3 3zM30 37v3"} stroke="#3a2618" stroke-width="1.8" fill="#3a2618"
      /><g fill="#241a10"><circle cx="23.5" cy="25" r="2" /><circle cx="36.5" cy="25" r="2" /></g>${own()}`;
}

/** @type {Map<number, unknown>} */
const drawn = new Map();

/**
 * A card always gives the same tree, so that the renderer skips it on updates.
 * @param {{ card: number }} props
 */
export function Portrait({ card }) {
  if (!drawn.has(card)) {
    drawn.set(card, html`<svg class="br-portrait" viewBox="0 0 60 60" aria-hidden="true" focusable="false">
        ${cardOf(card).group === "pets" ? html`<${Animal} card=${card} />` : html`<${Person} card=${card} />`}</svg>`);
  }
  return drawn.get(card);
}
