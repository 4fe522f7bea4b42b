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
 * With whom one plays: "friends" where all other seats are free, "bots" where bots have them all, else "".
 * @param {string[]} seats
 */
export function companyOf(seats) {
  const others = seats.filter((who) => who !== "me");
  return others.every((who) => !who) ? "friends" : others.every(Boolean) ? "bots" : "";
}

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
