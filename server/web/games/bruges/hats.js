/**
 * Hats, by their names in looks.js, drawn for a head whose crown is at 30, 17. `a` and `b`: the colours of cloth and
 * trimming.
 */

import { html } from "../../core/lib.js";

const GOLD = "#f2c14e";
const STEEL = "#9aa5af";
const LINE = "#00000055";

/**
 * @param {number} wide
 * @param {string} fill
 */
const brim = (wide, fill) =>
  html`<ellipse cx="30" cy="20" rx=${wide} ry="3.6" fill=${fill} stroke=${LINE} stroke-width=".6" />`;

/** @type {Record<string, (a: string, b: string) => unknown>} */
export const HATS = {
  none: () => null,
  crown: () => html`<path d="M19 21 17 8l7 6 6-9 6 9 7-6-2 13z" fill=${GOLD} stroke="#9a6c10" />
    <circle cx="30" cy="16" r="2" fill="#b8281f" /><circle cx="23" cy="17" r="1.3" fill="#2868ab" />
    <circle cx="37" cy="17" r="1.3" fill="#2868ab" />`,
  coronet: (a) => html`<path d="M19 19c3-8 19-8 22 0z" fill=${a} />
    <path d="M18 22v-6l4 3 4-4 4 4 4-4 4 4 4-3v6z" fill=${GOLD} stroke="#9a6c10" stroke-width=".8" />`,
  tiara: () => html`<path d="M19 21c3-5 7-6 8-6l3-7 3 7c2 0 5 1 8 6-7-3-15-3-22 0z" fill="#f6e3a1" stroke="#9a6c10"
    stroke-width=".8" /><circle cx="30" cy="14" r="1.6" fill="#7d4aa0" />`,
  hennin: (a, b) => html`<path d="M21 20 30-6l9 26z" fill=${a} stroke=${LINE} stroke-width=".6" />
    <path d="M30-6c9 6 15 22 14 40-3-14-8-26-14-36z" fill="#fff" opacity=".75" />
    <path d="M20 21c6-4 14-4 20 0l-1-4c-6-2-12-2-18 0z" fill=${b} />`,
  cap: (a) => html`<path d="M16 21c0-11 7-14 14-14s14 3 14 14l-3 1H19z" fill=${a} />
    <path d="M16 21c9-4 19-4 28 0l-1 3c-8-3-18-3-26 0z" fill="#000" opacity=".3" />`,
  skullcap: (a) => html`<path d="M20 20c0-7 5-9 10-9s10 2 10 9c-6-3-14-3-20 0z" fill=${a} />`,
  chaperon: (a, b) => html`<path d="M14 20c-1-10 9-14 20-12 9 1 14 6 13 11-10-4-23-4-33 1z" fill=${a} />
    <path d="M14 21c9-5 24-6 33-2l-1 4c-9-3-22-2-31 1z" fill=${b} />
    <path d="M44 18c6 3 7 12 4 21-3-6-5-14-7-18z" fill=${a} />`,
  widebrim: (a, b) => html`<path d="M20 19c0-8 4-12 10-12s10 4 10 12z" fill=${a} />
    <path d="M20 17c6 2 14 2 20 0v3H20z" fill=${b} />${brim(21, a)}`,
  straw: () => html`<path d="M20 19c0-8 4-11 10-11s10 3 10 11z" fill="#e5c269" />
    <path d="M20 17c6 2 14 2 20 0v3H20z" fill="#a3582c" />${brim(19, "#e5c269")}
    <path d="M13 20h34" stroke="#b08a35" stroke-width=".8" stroke-dasharray="2 2" />`,
  bycocket: (a, b) => html`<path d="M17 20c2-9 9-12 14-12 7 0 10 5 11 9l9 3c-10 3-24 3-34 0z" fill=${a} stroke=${LINE}
    stroke-width=".6" /><path d="M35 12c2-7 8-10 12-10-1 5-4 9-9 12z" fill=${b} />`,
  plumed: (a) => html`<path d="M19 20c0-8 5-11 11-11s11 3 11 11z" fill=${a} />${brim(17, a)}
    <path d="M36 13c2-9 11-12 17-9 1 6-6 10-16 13z" fill="#fffaf0" stroke="#c9b88a" stroke-width=".8" />`,
  feather: (a, b) => html`<path d="M17 21c-1-8 5-12 12-12 9 0 15 4 14 10-8-2-18-2-26 2z" fill=${a} />
    <path d="M38 14c3-8 9-12 13-11 0 5-4 10-11 14z" fill=${b} stroke=${LINE} stroke-width=".5" />`,
  beret: (a) => html`<path d="M13 19c-2-8 8-12 19-10 10 2 15 6 12 11-9-4-22-4-31-1z" fill=${a} stroke=${LINE}
    stroke-width=".6" /><path d="M33 9l2-4" stroke=${a} stroke-width="2.5" />`,
  tam: (a, b) => html`<path d="M14 18c0-8 9-10 17-10s15 3 15 9c-8 4-24 5-32 1z" fill=${a} />
    <path d="M19 19h22M17 22c8-3 18-3 26 0" stroke=${b} stroke-width="2" fill="none" />
    <circle cx="31" cy="7" r="3" fill=${b} />`,
  phrygian: (a) => html`<path d="M18 21c-1-10 5-15 13-15 8 0 12 4 15 2 1 6-4 9-6 8l1 5c-7-3-16-3-23 0z" fill=${a}
    stroke=${LINE} stroke-width=".6" />`,
  coif: () => html`<path d="M18 30c-2-14 4-19 12-19s14 5 12 19l-2-8c-5-5-15-5-20 0z" fill="#f1e9d8" stroke="#b8aa8c"
    stroke-width=".8" />`,
  kerchief: (a, b) => html`<path d="M18 25c-1-11 5-15 12-15s13 4 12 15c-5-6-19-6-24 0z" fill=${a} />
    <circle cx="24" cy="15" r="1.2" fill=${b} /><circle cx="30" cy="13.5" r="1.2" fill=${b} />
    <circle cx="36" cy="15" r="1.2" fill=${b} /><path d="M42 23c5 1 6 5 4 8-2-2-4-4-5-6z" fill=${a} />`,
  bonnet: (a) => html`<path d="M17 28c-3-13 4-19 13-19s16 6 13 19c-2-7-6-9-13-9s-11 2-13 9z" fill="#fffaf0"
    stroke="#c9b88a" stroke-width=".8" /><path d="M17 24c8-9 18-9 26 0" stroke=${a} stroke-width="1.8" fill="none" />`,
  wimple: (a) => html`<path
    d="M16 46c-3-12-4-36 14-36s17 24 14 36c-3 3-6 4-8 4 5-5 6-15 4-21-1-5-6-7-10-7s-9 2-10 7
      c-2 6-1 16 4 21-2 0-5-1-8-4z" fill=${a} /><path d="M20 30c0-8 5-11 10-11s10 3 10 11c-1-6-5-8-10-8s-9 2-10 8z
        M21 36c3 8 15 8 18 0l1 6c-5 7-15 7-20 0z" fill="#fffdf6" />`,
  cowl: (a) => html`<path d="M14 46c-3-20 2-37 16-37s19 17 16 37c-2-6-3-13-6-18-4-7-16-7-20 0-3 5-4 12-6 18z" fill=${a}
    /><path d="M20 28c4-8 16-8 20 0" stroke="#000" stroke-opacity=".35" stroke-width="1.5" fill="none" />`,
  hood: (a) => html`<path d="M13 44C10 18 20 6 31 5c13 2 18 20 16 39-2-9-4-16-7-20-5-5-15-5-20 0-3 4-5 11-7 20z"
    fill=${a} /><path d="M31 5c6-2 10 0 11 4z" fill=${a} />`,
  tonsure: () => html`<path d="M21 21c3-6 15-6 18 0-3-3-6-4-9-4s-6 1-9 4z" fill="#ffffff40" />`,
  biretta: (a) => html`<path d="M19 21V11l5 3 6-5 6 5 5-3v10c-7-3-15-3-22 0z" fill=${a} stroke=${LINE} stroke-width=".8"
    /><circle cx="30" cy="9" r="2.2" fill=${a} stroke=${LINE} stroke-width=".8" />`,
  mitre: (a) => html`<path d="M20 22c-2-9 4-16 10-21 6 5 12 12 10 21z" fill="#f8f1dd" stroke="#b89a4c" />
    <path d="M20 22c6-3 14-3 20 0v-4c-6-3-14-3-20 0z" fill=${a} />
    <path d="M30 5v11M26 10h8" stroke="#b8902f" stroke-width="2" />`,
  galero: () => html`<path d="M21 18c0-7 4-9 9-9s9 2 9 9z" fill="#b5202c" />${brim(21, "#c22a36")}
    <path d="M12 22v14M48 22v14" stroke="#b5202c" stroke-width="1.4" /><circle cx="12" cy="37" r="2" fill="#b5202c" />
    <circle cx="48" cy="37" r="2" fill="#b5202c" />`,
  mortarboard: () => html`<path d="M11 16 30 8l19 8-19 8z" fill="#26302f" />
    <path d="M20 19v4c6 3 14 3 20 0v-4l-10 4z" fill="#333f3d" />
    <path d="M47 16v10" stroke="#d8a93a" stroke-width="1.8" />`,
  toque: () => html`<path d="M20 21v-6c-6-1-6-9 1-9 2-5 16-5 18 0 7 0 7 8 1 9v6c-6-3-14-3-20 0z" fill="#fffdf6"
    stroke="#c3b89e" stroke-width=".9" />`,
  turban: (a, b) => html`<path d="M16 22c-3-10 4-16 14-16s17 6 14 16c-9-4-19-4-28 0z" fill=${a} />
    <path d="M17 19c9 0 17-4 22-11M22 9c6 2 14 6 21 11" stroke="#fff" stroke-opacity=".5" stroke-width="1.6" fill="none"
      /><circle cx="30" cy="13" r="2.2" fill=${b} />`,
  fur: (a) => html`<path d="M21 17c0-8 4-11 9-11s9 3 9 11z" fill=${a} />
    <path d="M15 22c-2-6 2-9 15-9s17 3 15 9c-9-3-21-3-30 0z" fill="#6b4a2e" stroke="#3d2915" stroke-dasharray="1.5 1.5"
      />`,
  wig: () => html`<path d="M16 44c-5-4-4-10-2-13-3-5 0-9 2-11 0-9 7-12 14-12s14 3 14 12
    c2 2 5 6 2 11 2 3 3 9-2 13-3-4-4-11-4-17-4-7-16-7-20 0 0 6-1 13-4 17z" fill="#ece7dc" stroke="#b7b0a2"
      stroke-width=".8" /><path d="M17 22c2 2 2 5 0 7M43 22c-2 2-2 5 0 7M16 33c2 1 3 4 1 6M44 33c-2 1-3 4-1 6"
      stroke="#b7b0a2" fill="none" />`,
  band: (a) => html`<path d="M20 22c6-3 14-3 20 0v3c-6-3-14-3-20 0z" fill=${a} />
    <path d="M40 23c5 0 6 4 4 7z" fill=${a} />`,
  motley: () => html`<path d="M18 22C8 18 7 8 12 5c4 2 8 6 10 11z" fill="#c23b2e" />
    <path d="M42 22c10-4 11-14 6-17-4 2-8 6-10 11z" fill="#2868ab" />
    <path d="M18 22c2-8 7-10 12-10s10 2 12 10c-8-3-16-3-24 0z" fill="#e8b02e" />
    <circle cx="12" cy="5" r="2.5" fill="#f7dc74" /><circle cx="48" cy="5" r="2.5" fill="#f7dc74" />`,
  cone: (a, b) => html`<path d="M20 21 31-4l9 25c-6-3-14-3-20 0z" fill=${a} />
    <path d="m29 8 1-2 1 2 2 1-2 1-1 2-1-2-2-1zM33 16l.6-1.5.6 1.5 1.5.6-1.5.6-.6 1.5-.6-1.5-1.5-.6z" fill=${b} />`,
  helmet: () => html`<path d="M17 27v-7c0-9 6-13 13-13s13 4 13 13v7h-5v-5H22v5z" fill=${STEEL} stroke="#59636d" />
    <path d="M30 7v22" stroke="#59636d" stroke-width="2.4" />`,
  kettle: () => html`<path d="M19 20c0-9 5-13 11-13s11 4 11 13z" fill=${STEEL} stroke="#59636d" />${brim(18, "#85919c")}
    <circle cx="30" cy="8" r="1.5" fill="#59636d" />`,
  plumehelm: (a) => html`<path d="M16 28v-8c0-9 6-14 14-14s14 5 14 14v8h-5v-6H21v6z" fill="#b4bec7" stroke="#59636d" />
    <path d="M16 21c9-3 19-3 28 0" stroke=${GOLD} stroke-width="2" fill="none" />
    <path d="M29 7c-2-8 6-12 13-8 4 3 4 8 1 13-2-5-6-7-14-5z" fill=${a} />`,
};
