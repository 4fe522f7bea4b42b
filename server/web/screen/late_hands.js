/**
 * A table that shows hands: its document for watchers with the hands of all seats, as they were some moves ago. The
 * server decides what is old enough (`tables/{table}/hands`); this page never has anything newer.
 */

import { decode } from "../net/codec.js";
import { WATCH } from "../net/mirrors.js";
import { Show } from "../core/show.js";

/** Least time (ms) between two requests, and after one that failed. */
const INTERVAL_MS = 2_000, RETRY_MS = 5_000;

/** The views that show hands. */
const late = new WeakSet();

/**
 * What the table may show now; null if that is version `have`, or if there is nothing yet.
 * @param {string} table
 * @param {number} have
 * @returns {Promise<{ version: number, public: Protocol.Public, hints: Hints, hands: object[] } | null>}
 */
async function fetched(table, have) {
  const path = `tables/${encodeURIComponent(table)}/hands?have=${have}`;
  const answer = await fetch(new URL(path, location.href.split("#")[0]));
  if (!answer.ok) throw new Error(`hands: ${answer.status}`);
  return answer.status === 204 ? null : /** @type {any} */ (decode(new Uint8Array(await answer.arrayBuffer())));
}

/**
 * Show what the server tells of hands instead of each document that arrives, if the table shows hands. `mine.hands` are
 * then the own parts of all seats.
 * @param {View} view
 */
export function withHands({ show, table }) {
  if (late.has(show)) return;
  late.add(show);
  const plain = show.push;
  let have = 0, busy = false, waits = false;
  const look = async () => {
    waits = busy;
    if (busy) return;
    busy = true;
    const told = await fetched(table, have).catch(() => undefined); // asked again below
    if (told) {
      const { version, public: open, hints, hands } = told;
      const mine = /** @type {Protocol.Mine} */ (/** @type {unknown} */ ({ hints, hands }));
      Show.prototype.push.call(show, { table, seat: WATCH, version, public: open, mine }, !have);
      have = version;
    }
    setTimeout(() => {
      busy = false;
      if (waits || told === undefined) look();
    }, told === undefined ? RETRY_MS : INTERVAL_MS);
  };
  /** @type {Show["push"]} */
  show.push = (mirror, whole) => {
    if (mirror.public.table.hands_after) look();
    else plain.call(show, mirror, whole);
  };
}
