/** Summaries of tables that this page has not joined: the person's own, and invitations. */

import { Face, titleOf } from "../core/faces.js";
import { html, signal } from "../core/lib.js";
import { t } from "../core/text.js";

/** By table: its summary with the seats that are asked; null if it is over or does not exist. */
export const glances = signal(/** @type {Record<string, Summary | null>} */ ({}));

/** By table, the number of the latest answered request: responses may arrive out of order. */
const answered = new Map();
let looks = 0;

/**
 * Request a table's summary: null if it is over or does not exist; undefined if the server can't be reached.
 * @param {string} table
 * @returns {Promise<Summary | null | undefined>}
 */
export async function glance(table) {
  const look = (looks += 1);
  try {
    const answer = await fetch(new URL(`../../tables/${encodeURIComponent(table)}`, import.meta.url));
    if (!answer.ok) return undefined;
    const seen = await answer.json();
    const known = glances.value;
    if (look < answered.get(table)) return seen;
    answered.set(table, look);
    if (JSON.stringify(known[table]) !== JSON.stringify(seen)) glances.value = { ...known, [table]: seen };
    return seen;
  } catch {
    return undefined;
  }
}

/**
 * A person's seats at a table.
 * @param {Summary} row
 * @param {string} person
 */
export const seatsOf = (row, person) =>
  row.seats.flatMap((seat, n) => (seat.person && seat.person === person ? [n] : []));

/**
 * Is one of the person's seats asked?
 * @param {Summary} row
 * @param {string} person
 */
export const isAsked = (row, person) => seatsOf(row, person).some((seat) => row.asked?.includes(seat));

/**
 * The number of seats still free for people.
 * @param {Summary} row
 */
export const roomAt = ({ phase, seats }) =>
  (phase === "open" ? seats.filter(({ kind, mind }) => kind === "open" && !mind).length : 0);

/**
 * The players in the seats, by their signs.
 * @param {{ row: Summary }} props
 */
export const Sitters = ({ row }) => html`
  <ul class="seat-dots" aria-label=${t("lobby.seats")}>
    ${row.seats.map((seat, n) => html`
      <li key=${n}><${Face} row=${seat} seat=${n} own=${true} /><span class="sr">${titleOf(seat, n)}</span></li>`)}
  </ul>
`;
