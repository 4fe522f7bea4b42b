/**
 * This browser's part of the seed at each table: promised when the person takes a seat, revealed when the game
 * starts, and compared at the end with the values that were published before. The dealing can be proved only with
 * these values, so they are in the browser's storage and survive a reload.
 */

import { compared, promiseOf } from "../net/dealing.js";
import { luck64 } from "./settings.js";
import { readable, store, stored } from "./storage.js";

const KEY = "luck";
const MAX_TABLES = 40;

/** @param {any} row */
const fits = (row) => Array.isArray(row) && typeof row[0] === "string" && typeof row[1]?.lucks === "object"
  && row[1].lucks !== null;

/** @returns {Map<string, Kept>} */
const read = () => new Map(readable(stored(KEY), /** @type {[string, Kept][]} */ ([]), fits));

/** By table: { commitment, promises, lucks: { promise: luck } }, the newest last. */
let tables = read();
/** Parts that this page has already revealed. */
/** @type {Set<string>} */
const told = new Set();

/**
 * @param {string} table
 * @param {Kept} kept
 */
function keep(table, kept) {
  if (JSON.stringify(kept) === JSON.stringify(tables.get(table))) return;
  tables = read().size ? read() : tables; // another page of this browser may have written since
  tables.delete(table);
  tables.set(table, kept);
  tables = new Map([...tables].slice(-MAX_TABLES));
  store(KEY, JSON.stringify([...tables]));
}

/**
 * The stored values of a table; a missing field means that this browser never saw the value.
 * @param {string} table
 * @returns {Kept}
 */
export const keptOf = (table) => (tables.has(table) ? tables : read()).get(table) ?? { lucks: {} };

/**
 * Create a promise for a seat of this table; `commitment` is the hash of the server's secret as published now.
 * @param {string} table
 * @param {string} [commitment]
 */
export function promise(table, commitment) {
  const luck = luck64(16);
  const kept = keptOf(table);
  const lucks = { ...kept.lucks, [promiseOf(luck)]: luck };
  keep(table, { lucks, commitment: kept.commitment ?? commitment, promises: kept.promises });
  return promiseOf(luck);
}

/** @param {Protocol.About} table */
const dealt = ({ commitment, secret, promises, luck }) => ({ commitment, secret, promises, lucks: luck });

/**
 * Violations in the dealing of a table (its part of the document), as rows [kind, seat].
 * @param {string} name
 * @param {Protocol.About} table
 */
export const unfair = (name, table) => compared(dealt(table), keptOf(name));

/**
 * The parts to reveal now, as rows [seat, luck], each once. The list is empty if any value differs from the one
 * published before: no party can choose the deal while this part is unknown.
 * @param {string} name
 * @param {Protocol.About} table
 * @returns {[seat: number, luck: string][]}
 */
export function toTell(name, table) {
  const { commitment = table.commitment, ...kept } = keptOf(name);
  const own = table.promises.some((one) => kept.lucks[one]);
  const starting = table.phase === "starting";
  if (!own || !(starting || table.phase === "open")) return [];
  const promises = kept.promises ?? (starting ? table.promises : undefined);
  keep(name, { ...kept, commitment, promises });
  if (!starting) return [];
  if (unfair(name, table).length) return [];
  /** @type {[seat: number, luck: string][]} */
  const each = table.promises.map((one, seat) => [seat, kept.lucks[one]]);
  const mine = each.filter(([, luck]) => luck && !told.has(luck));
  for (const [, luck] of mine) told.add(luck);
  return mine;
}

/**
 * Seats of this person without a promise: reserved since the last game until the player comes, or handed over by the
 * host.
 * @param {Protocol.Public} open
 * @param {string} person
 */
export const unpromised = (open, person) =>
  open.table.phase !== "open" || !person
    ? []
    : open.seats.flatMap((row, seat) => {
      const promised = row.person !== person || (row.kind !== "kept" && open.table.promises[seat]);
      return promised ? [] : [seat];
    });
