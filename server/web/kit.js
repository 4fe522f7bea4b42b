/** Small parts that the boards of all games share. Their looks are in kit.css. */

import { html } from "./lib.js";

/**
 * A drawing by what a game gives for it: a component, or the id of a symbol on the page.
 * @param {unknown} icon
 */
const drawn = (icon) => (typeof icon === "function" ? html`<${icon} />` : html`<svg class="figure-icon"
  viewBox="0 0 24 24" aria-hidden="true"><use href="#${icon}" /></svg>`);

/**
 * What a figure tells in words.
 * @param {string} label
 * @param {string | number} value
 */
export const said = (label, value) => (value === "" ? label : `${label}: ${value}`);

/**
 * A number with its sign, or a sign that tells all by itself where `value` is "". `label` is what it counts, for
 * readers and under a resting pointer.
 * @param {{ name: string, icon: unknown, value: string | number, label: string }} props
 */
export const Figure = ({ name, icon, value, label }) => html`
  <span class="figure" data-figure=${name} title=${said(label, value)}>
    ${icon && drawn(icon)}<span class="sr">${label} </span>${value !== "" && html`<b key=${value}>${value}</b>`}
  </span>
`;
