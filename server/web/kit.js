/** Small parts that the boards of all games share. Their looks are in kit.css. */

import { html } from "./lib.js";

/** A drawing by what a game gives for it: a component, or the id of a symbol on the page. */
const drawn = (icon) => (typeof icon === "function" ? html`<${icon} />` : html`<svg class="figure-icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#${icon}" /></svg>`);

/** A number with its sign; `label` is what it counts, for readers and under a resting pointer. */
export const Figure = ({ name, icon, value, label }) => html`
  <span class="figure" data-figure=${name} title="${label}: ${value}">
    ${icon && drawn(icon)}<span class="sr">${label}: </span><b key=${value}>${value}</b>
  </span>
`;
