/** A table without a board: the seats; all options are buttons below. Works for any game. */

import { html } from "../core/lib.js";
import { Plate } from "../table/seats.js";

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
