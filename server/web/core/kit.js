/** Small components that the boards of all games share. Their styles are in kit.css. */

import { html } from "./lib.js";

/**
 * Draw a game's icon: a component, or the id of a symbol on the page.
 * @param {unknown} icon
 */
const drawn = (icon) => (typeof icon === "function" ? html`<${icon} />` : html`<svg class="figure-icon"
  viewBox="0 0 24 24" aria-hidden="true"><use href="#${icon}" /></svg>`);

/**
 * The text of a figure.
 * @param {string} label
 * @param {string | number} value
 */
export const said = (label, value) => (value === "" ? label : `${label}: ${value}`);

/**
 * A number with its icon, or an icon alone if `value` is "". `label` names the counted thing, for screen readers and
 * as a tooltip.
 * @param {{ name: string, icon: unknown, value: string | number, label: string }} props
 */
export const Figure = ({ name, icon, value, label }) => html`
  <span class="figure" data-figure=${name} title=${said(label, value)}>
    ${icon && drawn(icon)}<span class="sr">${label} </span>${value !== "" && html`<b key=${value}>${value}</b>`}
  </span>
`;
