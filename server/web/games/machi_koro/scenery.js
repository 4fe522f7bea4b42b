/** Shared parts of the drawings: trees, clouds, awnings, windows, sky and ground. */

import { html } from "../../core/lib.js";

/**
 * @param {number} x
 * @param {number} y
 * @param {number} s
 * @param {string} [colour]
 */
export const pine = (x, y, s, colour = "#2f7d52") => html`
  <path d="M${x} ${y - 22 * s}l${8 * s} ${13 * s}h${-4 * s}l${7 * s} ${11 * s}h${-22 * s}l${7 * s} ${-11 * s}
    h${-4 * s}z" fill=${colour} />
  <rect x=${x - 1.5 * s} y=${y + 2 * s} width=${3 * s} height=${5 * s} fill="#7a5233" />`;
/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} colour
 */
export const bush = (x, y, r, colour) => html`<circle cx=${x} cy=${y} r=${r} fill=${colour} />`;
/**
 * @param {number} x
 * @param {number} y
 * @param {number} s
 */
export const cloud = (x, y, s) =>
  html`<g fill="#fff" opacity=".85"><circle cx=${x} cy=${y} r=${5 * s} />
      <circle cx=${x + 7 * s} cy=${y - 3 * s} r=${6 * s} /><circle cx=${x + 14 * s} cy=${y} r=${5 * s} />
      <rect x=${x} y=${y} width=${14 * s} height=${5 * s} rx="2" /></g>`;
/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} one
 * @param {string} two
 * @param {number} [stripes]
 */
export const awning = (x, y, width, height, one, two, stripes = 6) =>
  Array.from({ length: stripes }, (_, i) => {
    const w = width / stripes;
    return html`<path d="M${x + i * w} ${y}h${w}v${height}a${w / 2} ${w / 2.4} 0 0 1 ${-w} 0z" fill=${i % 2 ? two : one}
        />`;
  });
/**
 * @param {number} x
 * @param {number} y
 * @param {number} columns
 * @param {number} rows
 * @param {number} w
 * @param {number} h
 * @param {number} gap
 * @param {string} colour
 */
export const windows = (x, y, columns, rows, w, h, gap, colour) =>
  Array.from({ length: columns * rows }, (_, i) =>
    html`<rect x=${x + (i % columns) * (w + gap)} y=${y + Math.floor(i / columns) * (h + gap)} width=${w} height=${h}
        rx=".6" fill=${colour} />`,
  );
/** @param {string} colour */
export const sky = (colour) => html`<rect width="120" height="80" fill=${colour} />`;
/**
 * @param {string} colour
 * @param {number} [y]
 */
export const ground = (colour, y = 64) => html`<rect y=${y} width="120" height=${80 - y} fill=${colour} />`;
