/** The players chosen for the seats of a new table. */

import { botOptions } from "../core/faces.js";
import { html } from "../core/lib.js";
import { t } from "../core/text.js";

/**
 * The seats after this one is assigned to `who`. The person has at most one seat.
 * @param {string[]} seats
 * @param {number} seat
 * @param {string} who
 */
export const seated = (seats, seat, who) =>
  seats.map((old, n) => (n === seat ? who : old === "me" && who === "me" ? "" : old));

/**
 * The kind of opponents: "friends" if all other seats are free, "bots" if bots have them all, otherwise "".
 * @param {string[]} seats
 */
export function companyOf(seats) {
  const others = seats.filter((who) => who !== "me");
  return others.every((who) => !who) ? "friends" : others.every(Boolean) ? "bots" : "";
}

/**
 * The choice for a seat: the person, a free seat, or a bot.
 * @param {{ game: string, seat: number, label: string, value: string, set: (who: string) => void, you: boolean }} props
 */
export const SeatChoice = ({ game, seat, label, value, set, you }) => html`
  <label class="field seat-choice">
    <span><i class="seat-chip seat-${seat}" aria-hidden="true"></i>${label}</span>
    <select data-seat=${seat} value=${value} onChange=${(/** @type {Happening} */ event) => set(event.target.value)}>
      ${you && html`<option value="me">${t("setup.me")}</option>`}
      <option value="">${t("setup.person")}</option>
      ${botOptions(game)}
    </select>
  </label>
`;
