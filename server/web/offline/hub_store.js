/**
 * The store of a hub without a server: tables and their logs in IndexedDB. A change is stored as soon as its
 * transaction is complete; a version that is there already is refused, as by a server's store.
 */

const NAME = "stammtisch";
const TABLES = "tables";
const ENTRIES = "entries";

/** Above this number, the tables that were changed longest ago are removed, finished ones first. */
const MAX_TABLES = 40;

/**
 * `result`: the game, if it has ended in a result for a book; the server's page reads that (`me/alone.js`).
 * @typedef {{ state: Uint8Array, over: boolean, at: number, result?: string }} Row
 */

/**
 * The result of a request.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const found = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * Resolves as soon as everything of a transaction is stored.
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
const complete = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = () => resolve();
  transaction.onabort = () => reject(transaction.error);
});

/** @param {string} table */
const logOf = (table) => IDBKeyRange.bound([table, 0], [table, Infinity]);

export class Store {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    // Another page has deleted the data, or has a newer version of them: nothing is stored here any more.
    this.closed = false;
    database.onversionchange = () => {
      this.closed = true;
      database.close();
    };
  }

  /** Open the store. Rejects where the browser forbids it. */
  static async open() {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TABLES);
      request.result.createObjectStore(ENTRIES);
    };
    const store = new Store(await found(request));
    await store.tidy();
    return store;
  }

  /** Remove the oldest tables if there are too many. */
  async tidy() {
    const rows = this.database.transaction(TABLES).objectStore(TABLES);
    const [keys, all] = await Promise.all([found(rows.getAllKeys()), found(rows.getAll())]);
    const older = keys.map((key, n) => ({ key: String(key), .../** @type {Row} */ (all[n]) }))
      .sort((a, b) => Number(b.over) - Number(a.over) || a.at - b.at);
    const spare = older.slice(0, Math.max(0, older.length - MAX_TABLES));
    if (!spare.length) return;
    const transaction = this.database.transaction([TABLES, ENTRIES], "readwrite");
    for (const { key } of spare) {
      transaction.objectStore(TABLES).delete(key);
      transaction.objectStore(ENTRIES).delete(logOf(key));
    }
    await complete(transaction);
  }

  /**
   * The packed state of every table.
   * @returns {Promise<Uint8Array[]>}
   */
  async states() {
    const rows = await found(this.database.transaction(TABLES).objectStore(TABLES).getAll());
    return rows.map(({ state }) => state);
  }

  /**
   * The entries of a table's log.
   * @param {string} table
   * @returns {Promise<Uint8Array[]>}
   */
  log(table) {
    return found(this.database.transaction(ENTRIES).objectStore(ENTRIES).getAll(logOf(table)));
  }

  /**
   * Does this refusal of `add` mean that another page has changed the data?
   * @param {DOMException | null} why
   */
  isTaken(why) {
    return this.closed || why?.name === "ConstraintError";
  }

  /**
   * Store a change. Rejects if the version is there already, or if there is no room.
   * @param {string} table
   * @param {number} version
   * @param {Uint8Array} entry
   * @param {Uint8Array} state
   * @param {boolean} over
   * @param {string} result
   */
  async add(table, version, entry, state, over, result) {
    const transaction = this.database.transaction([TABLES, ENTRIES], "readwrite", { durability: "strict" });
    const stored = complete(transaction);
    stored.catch(() => {}); // what follows may throw first
    transaction.objectStore(ENTRIES).add(entry, [table, version]);
    transaction.objectStore(TABLES).put({ state, over, result, at: Date.now() }, table);
    transaction.commit?.();
    await stored;
  }
}
