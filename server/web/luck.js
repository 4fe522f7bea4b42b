/**
 * This browser's part of the chance at each table: promised when one sits down, told when the game starts, and
 * compared at the end with what was shown before. What is kept here is what makes the dealing provable, so it
 * lies in the browser's storage and outlives a reload.
 */

import { compared, promiseOf } from "./dealing.js";
import { luck64 } from "./settings.js";

const KEY = "stammtisch.luck";
const TABLES = 40;

/** By table: { commitment, promises, lucks: { promise: luck } }, the newest last. */
let tables = read();
/** Parts that this page has told. */
/** @type {Set<string>} */
const told = new Set();

/** @returns {Map<string, Kept>} */
function read() {
  try {
    return new Map(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Map();
  }
}

/**
 * @param {string} table
 * @param {Kept} kept
 */
function keep(table, kept) {
  if (JSON.stringify(kept) === JSON.stringify(tables.get(table))) return;
  tables = read().size ? read() : tables; // another page of this browser may have written since
  tables.delete(table);
  tables.set(table, kept);
  tables = new Map([...tables].slice(-TABLES));
  try {
    localStorage.setItem(KEY, JSON.stringify([...tables]));
  } catch {
    // Where storage is forbidden all is forgotten with the page.
  }
}

/**
 * What was kept of a table; nothing of what is missing was ever seen here.
 * @param {string} table
 * @returns {Kept}
 */
export const keptOf = (table) => (tables.has(table) ? tables : read()).get(table) ?? { lucks: {} };

/**
 * A promise for a seat of this table; `commitment`: the hash of the server's secret, as it is shown now.
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
 * What is wrong with the dealing of a table (its part of the document), as rows [what, seat].
 * @param {string} name
 * @param {Protocol.About} table
 */
export const unfair = (name, table) => compared(dealt(table), keptOf(name));

/**
 * The parts that are to be told now, as rows [seat, luck], each once. None where anything is otherwise than it
 * was shown before: nobody can choose the deal as long as this part is not known.
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
 * Seats of this person that nobody has promised anything for: kept since the last game until its player comes, or
 * handed over by the host.
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
