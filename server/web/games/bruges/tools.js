/** Tools of the trades, by their names in looks.js: drawn in the lower right corner, about 20 by 24 around 48, 46. */

import { html } from "../../core/lib.js";

const WOOD = "#8a5a2e";
const STEEL = "#b9c3cb";
const GOLD = "#f2c14e";
const DARK = "#2f2419";

/**
 * An upright pole in the hand, with a top.
 * @param {Children} top
 */
const pole = (top) => html`<path d="M49 60V22" stroke=${WOOD} stroke-width="2.6" stroke-linecap="round" />${top}`;
/** @param {string} d */
const blade = (d) => html`<path d=${d} fill=${STEEL} stroke="#59636d" stroke-width=".8" />`;
/**
 * @param {string} d
 * @param {string} fill
 */
const vessel = (d, fill) => html`<path d=${d} fill=${fill} stroke=${DARK} stroke-width=".9" stroke-linejoin="round" />`;
/** @param {Children} inner */
const page = (inner) => html`<path d="M40 40h16v18H40z" fill="#fdf4dc" stroke="#a58a55" />
  <path d=${inner} stroke="#7d6a48" fill="none" />`;
const note = "M47 55V38l9-2v16";

/** @type {Record<string, () => unknown>} */
export const TOOLS = {
  scroll: () => html`<path d="M40 40c0-4 14-4 14 0v14c0 4-14 4-14 0z" fill="#fdf1d2" stroke="#a58a55" />
    <path d="M43 44h8M43 48h8M43 52h5" stroke="#8b7548" /><circle cx="51" cy="56" r="2.6" fill="#b8281f" />`,
  letter: () => html`<path d="M38 42h19v13H38z" fill="#fdf4dc" stroke="#a58a55" />
    <path d="m38 42 9.5 7 9.5-7" fill="none" stroke="#a58a55" /><circle cx="47.5" cy="50" r="2.2" fill="#b8281f" />`,
  book: () => html`<path d="M38 41c4-2 7-1 9.5 1 2.5-2 6-3 10-1v14c-4-2-7.5-1-10 1-2.5-2-5.5-3-9.5-1z" fill="#fff8e6"
    stroke="#7a2f2a" stroke-width="1.6" /><path d="M47.5 42v14" stroke="#7a2f2a" />`,
  song: () => html`${page("M42 45h12M42 49h12M42 53h12")}
    <path d=${note} stroke=${DARK} stroke-width="1.6" fill="none" /><circle cx="45" cy="55" r="2.4" fill=${DARK} />
    <circle cx="54" cy="52" r="2.4" fill=${DARK} />`,
  quill: () => html`<path d="M40 58c3-14 8-22 18-25-1 12-7 18-14 20z" fill="#fffdf6" stroke="#8d8370" />
    <path d="M39 60c3-10 8-17 15-23" stroke="#8d8370" fill="none" />`,
  stamp: () => html`<path d="M46 36h6l1 9h5v6H40v-6h5z" fill=${WOOD} stroke=${DARK} stroke-width=".8" />
    <path d="M41 54h16v3H41z" fill="#b8281f" />`,
  key: () => html`<circle cx="48" cy="40" r="5" fill="none" stroke="#c9971f" stroke-width="2.6" />
    <path d="M48 45v13M48 52h5M48 57h6" stroke="#c9971f" stroke-width="2.6" />`,
  chain: () => html`<path d="M20 47c3 12 17 12 20 0" fill="none" stroke=${GOLD} stroke-width="2.6"
    stroke-dasharray="3 1.5" /><circle cx="30" cy="57" r="4" fill=${GOLD} stroke="#9a6c10" />`,
  scales: () => html`<path d="M48 34v20M39 38h18" stroke="#8a6a1f" stroke-width="1.8" />
    <path d="M35.5 47h8c-1 4-7 4-8 0zM52.5 47h8c-1 4-7 4-8 0z" fill=${GOLD} stroke="#8a6a1f" />
    <path d="m39 38-3 9M39 38l4 9M57 38l-3 9M57 38l3 9M43 56h10" stroke="#8a6a1f" fill="none" />`,
  coins: () => html`${[[43, 54], [51, 55],
      [47, 48]].map(([x, y]) => html`<circle key=${x} cx=${x} cy=${y} r="4.6" fill=${GOLD} stroke="#96690c" />
      <path d="M${x} ${y - 2.5}v5" stroke="#96690c" />`)}`,
  ring: () => html`<circle cx="48" cy="51" r="6" fill="none" stroke=${GOLD} stroke-width="2.6" />
    <path d="m44 41 4-4 4 4-4 5z" fill="#c23b6a" stroke="#7d1f43" />`,
  goblet: () => vessel("M41 36h14c1 9-2 13-5 14v6h4v3H42v-3h4v-6c-3-1-6-5-5-14z", GOLD),
  bowl: () => vessel("M38 46h20c0 8-5 12-10 12s-10-4-10-12z", "#9a7448"),
  jug: () => html`${vessel("M42 35h9l-1 5c5 3 6 9 4 17H40c-2-8-1-14 3-17z", "#b9683c")}
    <path d="M54 42c6 0 6 9 1 10" fill="none" stroke="#8a4a26" stroke-width="2" />`,
  amphora: () => html`${vessel("M44 32h8v6c4 3 5 10 0 20h-8c-5-10-4-17 0-20z", "#c9743c")}
    <path d="M43 36c-5 2-5 7-2 9M53 36c5 2 5 7 2 9" fill="none" stroke="#8a4a26" stroke-width="1.8" />`,
  flask: () => html`${vessel("M45 33h6v8l7 14c1 3-1 4-3 4H41c-2 0-4-1-3-4l7-14z", "#dff0ee")}
    <path d="m42 49 12 0 3 7H39z" fill="#6fae3d" />`,
  barrel: () => html`${vessel("M40 39h16c3 6 3 13 0 19H40c-3-6-3-13 0-19z", "#a6703a")}
    <path d="M38.5 44h19M38.5 53h19" stroke="#4a4036" stroke-width="1.6" />`,
  bucket: () => html`${vessel("M39 43h18l-2 16H41z", "#a6703a")}
    <path d="M40 43c1-10 15-10 16 0" fill="none" stroke="#59636d" stroke-width="1.6" />
    <path d="M40 48h16" stroke="#59636d" stroke-width="1.6" />`,
  basket: () => html`${vessel("M38 46h20l-3 13H41z", "#c79a52")}<circle cx="43" cy="45" r="3.6" fill="#c23b2e" />
    <circle cx="50" cy="44" r="3.6" fill="#8fae3d" /><circle cx="55" cy="46" r="2.6" fill="#e2912e" />`,
  sack: () => html`${vessel("M43 41c-8 8-7 18 5 18s13-10 5-18l3-5H40z", "#d9c294")}
    <path d="M42 41h12" stroke="#8b6a35" stroke-width="1.8" />`,
  chest: () => html`${vessel("M38 45c0-8 20-8 20 0v13H38z", "#94602e")}
    <path d="M38 47h20M46 45h4v6h-4z" stroke="#d8a93a" stroke-width="1.6" fill=${GOLD} />`,
  cloth: () => html`<path d="M38 40c7-3 13 3 20 0v14c-7 3-13-3-20 0z" fill="#7d3f8c" stroke="#4c2458" />
    <path d="M38 44c7-3 13 3 20 0M38 50c7-3 13 3 20 0" stroke="#f2d06a" fill="none" />`,
  grapes: () => html`<g fill="#6d3a8c">
    ${[[44, 46], [49, 46], [54, 46], [46.5, 50.5], [51.5, 50.5],
        [49, 55]].map(([x, y]) => html`<circle key="${x} ${y}" cx=${x} cy=${y} r="3" />`)}</g>
        <path d="M49 44v-7c4-3 8 0 8 3-3 2-6 1-8-1" fill="#6fa23d" stroke="#47702a" />`,
  apple: () => html`<path d="M48 43c4-4 11-1 10 6s-6 10-10 8c-4 2-9-1-10-8s6-10 10-6z" fill="#c8352b" />
    <path d="M48 43c0-4 2-6 5-7" stroke="#5a3a1a" stroke-width="1.6" fill="none" />`,
  bread: () => html`<path d="M36 52c0-8 6-11 12-11s12 3 12 11c0 4-24 4-24 0z" fill="#d9a04c" stroke="#93622a" />
    <path d="m42 45 3 5M48 43.5l3 5M54 45l2 4" stroke="#93622a" stroke-width="1.4" />`,
  wheat: () => html`<path d="M48 60V36" stroke="#b08a35" stroke-width="1.8" />
    ${[36, 41, 46].map((y) =>
        html`<path key=${y} d="M48 ${y + 4}c-6 0-7-4-6-7 4 1 6 4 6 7zM48 ${y + 4}c6 0 7-4 6-7-4 1-6 4-6 7z"
          fill="#e5c15c" stroke="#a37f2c" stroke-width=".7" />`)}`,
  fish: () => html`<path d="M36 49c5-8 14-8 18-1l6-5v12l-6-5c-4 7-13 7-18-1z" fill="#8fb3c4" stroke="#4a6a7a" />
    <circle cx="41" cy="48" r="1.2" fill=${DARK} />`,
  bone: () => html`<path d="M40 55 54 41" stroke="#fff8e6" stroke-width="4.5" />
    <g fill="#fff8e6" stroke="#b8a888" stroke-width=".6"><circle cx="39" cy="53" r="3" />
      <circle cx="42" cy="57" r="3" /><circle cx="52" cy="40" r="3" /><circle cx="55" cy="43" r="3" /></g>`,
  rose: () => html`<path d="M48 60V46" stroke="#47702a" stroke-width="2" />
    <path d="M48 53c4-3 7-2 8 1-4 1-6 1-8-1z" fill="#5f9440" /><circle cx="48" cy="42" r="6" fill="#cc3350" />
    <path d="M45 42c0-4 6-4 6 0s-4 4-4 1" stroke="#8a1f38" fill="none" />`,
  fan: () => html`<path d="m48 58-11-14c6-9 16-9 22 0z" fill="#e9b9c4" stroke="#a3506a" />
    <path d="m48 58-6-18M48 58v-20M48 58l6-18" stroke="#a3506a" />`,
  glove: () => html`<path d="M40 58V46c0-3 3-3 3 0v-6c0-3 4-3 4 0v-1c0-3 4-3 4 0v2c0-3 4-2 4 1v8c0 4-2 6-3 8z"
    fill="#8a5a33" stroke="#4a2f1a" />`,
  sceptre: () => html`<path d="M43 60 52 36" stroke=${GOLD} stroke-width="3" />
    <circle cx="53" cy="33" r="4.5" fill=${GOLD} stroke="#9a6c10" />
    <path d="M53 26v6M50.5 28.5h5" stroke="#9a6c10" stroke-width="1.5" />`,
  staff: () => pole(html`<circle cx="49" cy="21" r="3.6" fill=${GOLD} stroke="#9a6c10" />`),
  crozier: () => html`<path d="M50 60V32c0-9-11-9-11-1 0 6 8 5 7 0" fill="none" stroke=${GOLD} stroke-width="2.8"
    stroke-linecap="round" />`,
  cross: () => html`<path d="M48 36v22M41 43h14" stroke=${GOLD} stroke-width="4" />
    <path d="M48 36v22M41 43h14" stroke="#b8902f" stroke-width="1.2" />`,
  rosary: () => html`<circle cx="48" cy="45" r="7" fill="none" stroke="#6a4a2a" stroke-width="2.4"
    stroke-dasharray=".1 3" stroke-linecap="round" /><path d="M48 52v8M45 55h6" stroke="#6a4a2a" stroke-width="1.8" />`,
  candle: () => html`<path d="M45 44h6v15h-6z" fill="#fff6dc" stroke="#c3b48c" />
    <path d="M48 33c3 4 3 8 0 9-3-1-3-5 0-9z" fill="#f4a12c" />`,
  torch: () => html`<path d="m44 60 5-18" stroke=${WOOD} stroke-width="4" />
    <path d="M49 26c1 5 7 6 7 11s-4 7-7 7-6-3-5-7c0-3 3-4 5-11z" fill="#ee7d22" />
    <path d="M50 33c1 3 3 3 3 6s-5 4-5 0c0-2 2-3 2-6z" fill="#fbd24a" />`,
  lantern: () => html`${vessel("M41 42h14v16H41z", "#ffd97a")}
    <path d="m40 42 8-6 8 6zM48 42v16" fill="#4a4036" stroke="#4a4036" />
    <circle cx="48" cy="33" r="3" fill="none" stroke="#4a4036" stroke-width="1.5" />`,
  bell: () => html`${vessel("M40 55c3-3 2-14 8-15 6 1 5 12 8 15z", GOLD)}
    <circle cx="48" cy="57" r="2.4" fill="#96690c" /><path d="M48 40v-5" stroke=${WOOD} stroke-width="3" />`,
  horn: () => html`<path d="M38 44c2 10 12 12 20-4l-5-3c-3 7-8 9-9 5z" fill="#e0c88e" stroke="#7d6433" />
    <path d="m53 37 5 3" stroke="#7d6433" stroke-width="2.4" />`,
  flute: () => html`<path d="m37 44 21 12" stroke="#c79a52" stroke-width="4.6" />
    <g fill=${DARK}><circle cx="44" cy="48" r="1" /><circle cx="48" cy="50.3" r="1" />
      <circle cx="52" cy="52.6" r="1" /></g>`,
  lute: () => html`<path d="M52 45 58 31" stroke="#5a3a1a" stroke-width="3" />
    <ellipse cx="46" cy="51" rx="7.5" ry="8.5" fill="#d08a3c" stroke="#7a4a1a" transform="rotate(25 46 51)" />
    <circle cx="47" cy="49" r="2.3" fill="#3a2412" />`,
  guitar: () => html`<path d="M51 44 58 30" stroke="#5a3a1a" stroke-width="3" />
    <path d="M50 42c5 3 2 6 3 9 1 5-4 10-9 8s-6-8-2-11 3-8 8-6z" fill="#b5602c" stroke="#6a3414" />
    <circle cx="47" cy="51" r="2.3" fill="#3a1a0c" />`,
  harp: () => html`<path d="M40 58V34c4 4 12 2 17 6-2 8-9 12-17 18z" fill="none" stroke="#c9971f" stroke-width="2.6" />
    <path d="M44 40v13M48 41v9M52 41v5" stroke="#8a6a1f" />`,
  bagpipe: () => html`<path d="M38 50c4-8 16-8 19 0-3 8-15 8-19 0z" fill="#3d6b45" stroke="#20402a" />
    <path d="m45 43-3-9M50 43l1-10M54 45l5-9M44 56l-3 5" stroke=${WOOD} stroke-width="2.4" />`,
  tambourine: () => html`<circle cx="48" cy="48" r="9" fill="#f6e3bd" stroke="#a3502c" stroke-width="2.6" />
    <g fill=${GOLD}><circle cx="39" cy="48" r="1.8" /><circle cx="57" cy="48" r="1.8" />
      <circle cx="48" cy="39" r="1.8" /><circle cx="48" cy="57" r="1.8" /></g>`,
  ball: () => html`<circle cx="42" cy="54" r="4.5" fill="#c23b2e" /><circle cx="52" cy="52" r="4.5" fill="#2868ab" />
    <circle cx="48" cy="42" r="4.5" fill="#eab929" />`,
  marotte: () => pole(html`<circle cx="49" cy="24" r="5" fill="#f2d0ae" />
    <path d="M43 23c0-8 12-8 12 0l4-3-3 8zM43 23l-4-3 3 8z" fill="#c23b2e" />`),
  mask: () => html`<path d="M37 42c7-3 15-3 22 0 0 10-5 16-11 16s-11-6-11-16z" fill="#fff6e2" stroke="#8d8370" />
    <path d="M41 47c2-2 4-2 5 0M50 47c2-2 4-2 5 0" stroke=${DARK} stroke-width="1.8" fill="none" />
    <path d="M43 52c3 3 7 3 10 0" stroke="#b8281f" stroke-width="1.6" fill="none" />`,
  wand: () => html`<path d="m41 60 12-20" stroke=${DARK} stroke-width="2.6" />
    <path d="m54 32 1.5 4 4 1.5-4 1.5-1.5 4-1.5-4-4-1.5 4-1.5z" fill=${GOLD} />`,
  dice: () => html`<path d="M38 46h10v11H38z" fill="#fffdf6" stroke="#6a5a3a" />
    <path d="m49 41 9-2 2 9-9 2z" fill="#fffdf6" stroke="#6a5a3a" />
    <g fill="#b8281f"><circle cx="41" cy="49" r="1.3" /><circle cx="45" cy="54" r="1.3" />
      <circle cx="54.5" cy="44.5" r="1.4" /></g>`,
  puppet: () => html`<path d="m40 34 16 4M42 35l2 10M48 36v7M54 37l-1 8" stroke="#6a5a3a" />
    <circle cx="48" cy="45" r="3" fill="#f2d0ae" /><path d="M43 59c0-8 2-11 5-11s5 3 5 11z" fill="#2e7d6b" />`,
  orb: () => html`<circle cx="48" cy="47" r="8" fill="#9cc9dd" stroke="#3d6b80" />
    <path d="M43 43c1-2 3-3 5-3" stroke="#fff" stroke-width="1.8" fill="none" />
    <path d="M42 58c0-4 12-4 12 0z" fill="#6a4a2a" />`,
  compass: () => html`<circle cx="48" cy="49" r="9" fill="#fdf4dc" stroke="#8a6a1f" stroke-width="2" />
    <path d="m48 42 2.5 7-2.5 7-2.5-7z" fill="#c23b2e" /><path d="m48 56-2.5-7h5z" fill="#2f4a5c" />`,
  anchor: () => html`<circle cx="48" cy="36" r="2.6" fill="none" stroke="#3d4850" stroke-width="2" />
    <path d="M48 39v19M42 43h12M38 50c1 11 19 11 20 0" stroke="#3d4850" stroke-width="2.8" fill="none" />`,
  ship: () => html`<path d="M36 50h23c-1 6-4 8-7 8h-9c-3 0-6-2-7-8z" fill="#8a5a2e" stroke="#4a2f1a" />
    <path d="M47 34v16" stroke="#4a2f1a" stroke-width="1.6" />
    <path d="M48 35c7 3 8 8 7 13h-7zM46 37c-5 2-8 6-7 11h7z" fill="#fffaf0" stroke="#b8a888" />`,
  hammer: () => html`<path d="m40 60 10-20" stroke=${WOOD} stroke-width="3" />${blade("m44 36 13 6-3 6-13-6z")}`,
  axe: () => pole(blade("M50 22c8-3 12 3 10 13-4-4-7-4-10-2z")),
  saw: () => html`${blade("m36 45 19 9-3 5-19-8z")}
    <path d="M52 51h8v8h-8z" fill=${WOOD} stroke=${DARK} stroke-width=".8" />`,
  chisel: () => html`<path d="M45 59V47h6v12z" fill=${WOOD} />${blade("M45 47h6V35l-6 3z")}`,
  trowel: () => html`${blade("m36 40 16 2-6 11z")}<path d="m48 49 6 7" stroke=${WOOD} stroke-width="4" />`,
  plumb: () => html`<path d="m38 56 10-20 10 20M41 50h14" stroke=${WOOD} stroke-width="2.4" fill="none" />
    <path d="M48 36v16" stroke="#3d4850" /><path d="m46 51 4 0-2 6z" fill="#3d4850" />`,
  spade: () => pole(blade("M44 18h10v9c-2 5-8 5-10 0z")),
  fork: () => pole(html`<path d="M43 20v7c0 4 12 4 12 0v-7M49 19v10" stroke=${STEEL} stroke-width="2.2" fill="none"
      />`),
  broom: () => pole(html`<path d="m44 30 10 0 2-14H42z" fill="#d9b45c" stroke="#8b6a2c" />
    <path d="M46 29V18M49 29V17M52 29V18" stroke="#8b6a2c" />`),
  ladle: () => html`<path d="M52 30v17" stroke=${STEEL} stroke-width="2.6" />
    ${vessel("M40 47h15c0 8-3 11-7.5 11S40 55 40 47z", STEEL)}`,
  cleaver: () => html`${blade("M38 40h18v10H38z")}<path d="M56 47v13" stroke=${WOOD} stroke-width="4" />`,
  scissors: () => html`<path d="m41 36 10 15M55 36 45 51" stroke="#7d8891" stroke-width="2.6" />
    <circle cx="43" cy="55" r="3.6" fill="none" stroke="#3d4850" stroke-width="2" />
    <circle cx="53" cy="55" r="3.6" fill="none" stroke="#3d4850" stroke-width="2" />`,
  needle: () => html`<path d="m40 58 14-18" stroke="#7d8891" stroke-width="1.8" />
    <path d="M54 40c8 4-2 10 4 16" stroke="#c23b2e" stroke-width="1.6" fill="none" />`,
  brush: () => html`<path d="m42 60 8-16" stroke=${WOOD} stroke-width="3" />
    <path d="m48 45 4 2c4-3 5-8 4-13-5 2-8 6-8 11z" fill="#3f7fb5" />`,
  pane: () => html`<path d="M40 58V44c0-9 16-9 16 0v14z" fill="#8fc3d8" stroke="#3d4850" stroke-width="1.6" />
    <path d="M48 38v20M40 48h16" stroke="#3d4850" stroke-width="1.4" /><path d="M41 49h6v8h-6z" fill="#e2912e" />
    <path d="M49 41c3 0 6 1 6 6h-6z" fill="#c23b2e" />`,
  mortar: () => html`${vessel("M39 45h18c0 8-3 12-6 13h-6c-3-1-6-5-6-13z", "#cfc7b6")}
    <path d="m50 45 6-11" stroke="#8d8370" stroke-width="3.4" />`,
  gear: () => html`<circle cx="48" cy="48" r="6" fill="none" stroke="#8a6a1f" stroke-width="4" />
    <circle cx="48" cy="48" r="9" fill="none" stroke="#8a6a1f" stroke-width="3" stroke-dasharray="3.5 3.5" />`,
  spyglass: () => html`<path d="m38 56 8-5" stroke="#8a5a2e" stroke-width="7" />
    <path d="m46 51 7-4.5" stroke="#c9971f" stroke-width="5.5" />
    <path d="m53 46.5 5-3.2" stroke="#8a5a2e" stroke-width="4" />`,
  star: () => html`<path d="m48 36 3 8 8 .5-6.5 5 2.5 8.5-7-5-7 5 2.5-8.5-6.5-5 8-.5z" fill=${GOLD} stroke="#9a6c10"
    />`,
  pawn: () => html`<path d="M48 37a4.5 4.5 0 0 1 3 8c1 4 2 7 5 10v4H40v-4c3-3 4-6 5-10a4.5 4.5 0 0 1 3-8z"
    fill="#3d4850" stroke="#fff" stroke-width=".8" />`,
  shoe: () => html`<path d="M40 44h7v5c5 0 11 2 12 8H40z" fill="#8a4a26" stroke="#4a2412" />
    <path d="M40 57h19" stroke="#2c160a" stroke-width="2" />`,
  saddle: () => html`<path d="M36 46c4 0 5 4 11 4s8-5 12-6c1 5-1 8-4 9v6h-4v-5h-8v5h-4v-6c-3-1-4-3-3-7z" fill="#8a4a26"
    stroke="#4a2412" />`,
  whip: () => html`<path d="m42 60 6-12" stroke=${WOOD} stroke-width="3.4" />
    <path d="M48 48c4-10 12-8 10-1s-9 4-6-4 8-10 8-10" stroke=${DARK} stroke-width="1.4" fill="none" />`,
  rope: () => html`<circle cx="48" cy="50" r="7" fill="none" stroke="#c79a52" stroke-width="3.6"
    stroke-dasharray="2.5 1" /><path d="M48 43V30" stroke="#c79a52" stroke-width="3" stroke-dasharray="2.5 1" />`,
  shield: () => html`<path d="M38 40c7 1 13 1 20 0 1 10-3 16-10 20-7-4-11-10-10-20z" fill="#c23b2e" stroke="#5d161a" />
    <path d="M48 40v20M38 48h20" stroke=${GOLD} stroke-width="3" />`,
  sword: () => html`${blade("m46 46 1-24 2-3 2 3 1 24z")}<path d="M41 47h16" stroke="#c9971f" stroke-width="3" />
    <path d="M49 48v10" stroke=${WOOD} stroke-width="3.4" />`,
  wooden: () => html`<path d="M49 46V24" stroke="#c79a52" stroke-width="4" />
    <path d="M43 47h12" stroke=${WOOD} stroke-width="3" /><path d="M49 48v9" stroke=${WOOD} stroke-width="3.4" />`,
  dagger: () => html`${blade("m47 46-1-13 2.5-5 2.5 5-1 13z")}<path d="M43 47h11" stroke="#3d4850" stroke-width="2.6" />
    <path d="M48.5 48v8" stroke=${DARK} stroke-width="3.4" />`,
  club: () => html`<path d="m41 60 6-14" stroke=${WOOD} stroke-width="4" />
    <path d="M44 47c0-9 6-17 11-15s1 12-5 17z" fill=${WOOD} stroke=${DARK} stroke-width=".8" />`,
  stone: () => html`<path d="m40 52 4-7 8-1 6 6-2 7-11 1z" fill="#9b958a" stroke="#5d584e" />`,
  pistol: () => html`<path d="M37 44h18v5H45l-2 9h-6l2-9z" fill="#6a4626" stroke=${DARK} />
    <path d="M41 45h15" stroke=${STEEL} stroke-width="2.6" />`,
  bow: () => html`<path d="M43 60c14-8 14-26 4-36" fill="none" stroke=${WOOD} stroke-width="2.6" />
    <path d="M43 60 47 24" stroke="#d8cdb6" /><path d="m38 43 18-2" stroke=${DARK} stroke-width="1.4" />`,
  halberd: () => pole(html`${blade("M49 10l3 10h-6zM51 20c7-2 9 3 8 10-3-3-6-3-8-2zM47 21l-6 3 6 4z")}`),
  beak: () => html`<path d="M27 31c6-2 10 0 18 13-9-1-17-5-18-9z" fill="#e9dcc0" stroke="#7d6a48" />
    <circle cx="26" cy="28" r="3.6" fill="#2f3a3a" stroke="#c9b88a" />
    <circle cx="35" cy="28" r="3.6" fill="#2f3a3a" stroke="#c9b88a" />`,
  falcon: () => html`<path d="M42 57c-2-9 0-16 6-19 3-4 9-2 9 2l4 2-4 2c1 7-3 12-7 13z" fill="#8a6a48" stroke="#4a3826"
    /><circle cx="54" cy="40" r="1.2" fill=${DARK} /><path d="M44 54c2-6 5-9 9-10" stroke="#4a3826" fill="none" />`,
};
