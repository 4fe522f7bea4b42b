/**
 * Finished games that this browser has played without a server: read from the store that `offline/hub_store.js` writes,
 * and brought into the person's book.
 */

import { ask } from "../core/http.js";
import { html, useEffect, useState } from "../core/lib.js";
import { encode } from "../net/codec.js";
import { Refusal } from "../net/net.js";
import { has, refusalText, t } from "../core/text.js";
import { Icon } from "../core/ui.js";

const FORMAT = "stammtisch log 1";
/** The first byte of a msgpack array with a length of four bytes. */
const ARRAY = 0xdd;

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const found = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * What a reader finds in the store, which is not made by that; nothing if there is no store.
 * @template T
 * @param {(database: IDBDatabase) => Promise<T>} read
 * @param {T} nothing
 */
async function inStore(read, nothing) {
  const request = indexedDB.open("stammtisch");
  request.onupgradeneeded = () => request.transaction?.abort();
  const database = await found(request).catch(() => null);
  try {
    return database?.objectStoreNames.contains("tables") ? await read(database) : nothing;
  } finally {
    database?.close();
  }
}

/** The names of the tables that have a result for a book. @returns {Promise<string[]>} */
const withResult = () => inStore(async (database) => {
  const rows = database.transaction("tables").objectStore("tables");
  const [keys, all] = await Promise.all([found(rows.getAllKeys()), found(rows.getAll())]);
  return keys.map(String).filter((_, n) => all[n].result);
}, /** @type {string[]} */ ([]));

/** The log of a table, as a file. @param {string} table */
const logOf = (table) => inStore(async (database) => {
  const entries = database.transaction("entries").objectStore("entries");
  const all = await found(entries.getAll(IDBKeyRange.bound([table, 0], [table, Infinity])));
  const head = new DataView(new ArrayBuffer(5));
  head.setUint8(0, ARRAY);
  head.setUint32(1, all.length + 1);
  return new Blob([head.buffer, encode([FORMAT]).slice(1), ...all]);
}, new Blob());

/**
 * Bring games one after the other. Throws a Refusal at the first that is refused for a reason that holds for all.
 * @param {string[]} tables
 */
async function bring(tables) {
  let wrong = null;
  for (const table of tables) {
    try {
      await ask("book/games", "POST", await logOf(table));
    } catch (why) {
      if (!(why instanceof Refusal) || why.code !== "bad-log") throw why;
      wrong = why; // of this game alone
    }
  }
  if (wrong) throw wrong;
}

/**
 * The games of this browser that are not in the book yet, and the button that brings them.
 * @param {{ book: Book, read: () => Promise<void> }} props
 */
export function Alone({ book, read }) {
  const [tables, find] = useState(/** @type {string[]} */ ([]));
  const [busy, work] = useState(false);
  const [said, say] = useState("");
  useEffect(() => { withResult().then(find, () => {}); }, []);
  const kept = new Set(book.games.map(({ table }) => table));
  const missing = tables.filter((table) => !kept.has(table));
  if (!missing.length && !said) return null;
  const all = async () => {
    work(true);
    say("");
    try {
      await bring(missing);
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      const own = `book.bring-${why.code}`;
      say((has(own) ? t(own) : refusalText(why.code)) + (why.reason && ` (${why.reason})`));
    } finally {
      await read();
      work(false);
    }
  };
  return html`
    <section class="card stack" aria-labelledby="alone-title" data-test="alone">
      <h2 id="alone-title">${t("book.alone")}</h2>
      <p>${t("book.alone-help")}</p>
      <div class="row">
        ${missing.length > 0 && html`<button type="button" data-test="bring" disabled=${busy} onClick=${all}>
          <${Icon} name="plus" />${t("book.bring", { n: missing.length })}</button>`}
        <span role="status" data-test="brought">${said}</span>
      </div>
    </section>
  `;
}
