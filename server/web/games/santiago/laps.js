/**
 * Driving further than once around, which only costs money: chosen by the number of stations, since each station
 * stands for its shortest way.
 */

import { html, useState } from "../../core/lib.js";
import { HARBOR, STATIONS, costs, cubanName, word } from "./words.js";

/** @param {{ play: Santiago.Play }} props */
export function Laps({ play }) {
  const [wanted, want] = useState(STATIONS + 1);
  const far = (play.hints.stations ?? []).filter(([n]) => n > STATIONS && play.offers.get("drive")?.has(n));
  if (!far.length) return null;
  const steps = Math.min(wanted, far[far.length - 1][0]);
  /** @param {number} station */
  const place = (station) => (station === HARBOR ? word("harbor") : cubanName(play.open.game.street[station]));
  return html`
    <form class="sg-laps" data-leads=${far.map(([n]) => `drive ${n}`).join(";")}
      onSubmit=${(/** @type {Happening} */ event) => { event.preventDefault(); play.choose("drive", steps); }}>
      <label><span>${word("laps")}</span>
        <select value=${steps} onChange=${(/** @type {Happening} */ { target }) => want(Number(target.value))}>
          ${far.map(([n, station]) => html`
            <option key=${n} value=${n}>${word("laps_to", { n, place: place(station) })}</option>`)}
        </select></label>
      <button type="submit" class="quiet" data-test="bargain" data-verb="drive" data-noun=${steps}>
        ${word("laps_drive")} <small class="costs">${costs(play, "drive", steps)}</small></button>
    </form>
  `;
}
