/** Who is to have a seat of a new table. */

import { botOptions } from "./faces.js";
import { html } from "./lib.js";
import { t } from "./text.js";

/**
 * Who sits where, once this seat is for `who`: one has one seat at most.
 * @param {string[]} seats
 * @param {number} seat
 * @param {string} who
 */
export const seated = (seats, seat, who) =>
  seats.map((old, n) => (n === seat ? who : old === "me" && who === "me" ? "" : old));

/**
 * Who is to have a seat: oneself, a person who comes, or a bot.
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
