/** The hands of all seats beside the board of a stream, in few words. */

import { nameOf } from "../core/faces.js";
import { html } from "../core/lib.js";
import { Figure } from "../core/kit.js";
import { t } from "../core/text.js";

/**
 * What each seat holds, as its game tells it; [] if the game hides nothing, or if the table shows no hands.
 * @param {Play} play
 * @returns {Figure[][]}
 */
export function heldBySeat(play) {
  const { hands = [] } = /** @type {{ hands?: any[] }} */ (play.mine);
  return hands.flatMap((own, seat) => {
    const held = play.module.held?.({ ...play, seat, mine: { ...play.mine, game: own } });
    return held ? [held] : [];
  });
}

/** @param {{ play: Play, rows: Figure[][] }} props */
export const Hands = ({ play: { open }, rows }) => html`
  <ul class="tv-hands of-${rows.length}" aria-label=${t("stream.hands")} data-test="hands">
    ${rows.map((held, seat) => html`
      <li key=${seat} class="seat-${seat}">
        <h2>${nameOf(open.seats[seat], seat)}</h2>
        <p>${held.length === 0 && "–"}${held.map(({ key, icon, value, label, tone = "" }) => html`
          <span key=${key} class="tv-held ${tone}"><${Figure} name=${key} icon=${icon} value=${value}
            label=${label} /></span>`)}</p>
      </li>`)}
  </ul>`;
