/** Offers of sounds and advice: unanswered, each is made at one table an evening. */

import { offersMade } from "../core/settings.js";
import { readable } from "../core/storage.js";

/** The length of an evening (ms). */
const EVENING_MS = 12 * 3_600_000;

/** By offer, the table of the last time, and when it was made there first. */
const made = () => readable(offersMade.value, /** @type {Record<string, { table: string, at: number }>} */ ({}),
  (offer) => typeof offer?.table === "string" && Number.isFinite(offer.at));

/**
 * May this be offered at this table?
 * @param {string} offer
 * @param {string} table
 */
export function isDue(offer, table) {
  const last = made()[offer];
  return !last || last.table === table || !(Date.now() - last.at < EVENING_MS);
}

/**
 * It is offered at this table.
 * @param {string} offer
 * @param {string} table
 */
export function noteOffer(offer, table) {
  const all = made();
  if (all[offer]?.table !== table) offersMade.value = JSON.stringify({ ...all, [offer]: { table, at: Date.now() } });
}
