/** A table without a drawing: who sits here; all options stand as buttons below. Good for any game. */

import { html } from "../lib.js";
import { Plate } from "../seats.js";

/** @param {{ play: Play }} props */
const Common = ({ play }) => html`
  <ul class="card seat-rows">
    ${play.open.seats.map((_, seat) => html`<li key=${seat} class="seat-row">
      <${Plate} play=${play} seat=${seat} /></li>`)}
  </ul>
`;

/** @type {Board} */
export default {
  Common,
  onBoard: () => false,
  stages: () => [],
  turns: [],
  turn: (game) => JSON.stringify(game.active ?? 0),
};
