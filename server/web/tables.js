/** What is known of tables without joining them: one's own, and those one is invited to. */

import { Face, titleOf } from "./faces.js";
import { html, signal } from "./lib.js";
import { t } from "./text.js";

/** By table: its summary with the seats that are asked; null where it is over or there is none. */
export const glances = signal(/** @type {Record<string, Summary | null>} */ ({}));

/** By table, which look at it was answered last: what an earlier one has seen may come after it. */
const answered = new Map();
let looks = 0;

/**
 * Look at a table: its summary, or null where it is over or there is none; undefined without the server.
 * @param {string} table
 * @returns {Promise<Summary | null | undefined>}
 */
export async function glance(table) {
  const look = (looks += 1);
  try {
    const answer = await fetch(new URL(`../tables/${encodeURIComponent(table)}`, import.meta.url));
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
 * The seats that somebody has at a table.
 * @param {Summary} row
 * @param {string} person
 */
export const seatsOf = (row, person) =>
  row.seats.flatMap((seat, n) => (seat.person && seat.person === person ? [n] : []));

/**
 * Is one of these seats asked?
 * @param {Summary} row
 * @param {string} person
 */
export const isAsked = (row, person) => seatsOf(row, person).some((seat) => row.asked?.includes(seat));

/**
 * So many seats can still be had by people.
 * @param {Summary} row
 */
export const roomAt = ({ phase, seats }) =>
  (phase === "open" ? seats.filter(({ kind, mind }) => kind === "open" && !mind).length : 0);

/**
 * Who has which seat, by their signs.
 * @param {{ row: Summary }} props
 */
export const Sitters = ({ row }) => html`
  <ul class="seat-dots" aria-label=${t("lobby.seats")}>
    ${row.seats.map((seat, n) => html`
      <li key=${n}><${Face} row=${seat} seat=${n} own=${true} /><span class="sr">${titleOf(seat, n)}</span></li>`)}
  </ul>
`;
