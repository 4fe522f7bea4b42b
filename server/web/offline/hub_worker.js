/**
 * A hub without a server, in a Web Worker: the server's own tables and the bots, in Python on Pyodide. It takes the
 * frames of one page, stores each change, and only then tells of it. The package `offline` is the hub itself.
 */

import { Store } from "./hub_store.js";

/** One hub of this browser plays at a time: another page waits until this one is closed. */
const LOCK = "stammtisch offline";

/** How long (ms) that is waited for in silence. */
const LOCK_NOTICE_MS = 2_000;

/** The close code of RFC 6455 for a server error: the page connects again. */
const HUB_FAILED = 1011;

/** @typedef {{ length: number, toJs: () => any, destroy: () => void }} PythonList */
/**
 * `offline/player.py`
 * @typedef {{ open: Function, reads: Function, take: Function, tick: Function, wait: Function, stored: () => void,
 *   failed: () => void, told: () => PythonList, failures: () => PythonList, reads_for: Function,
 *   answer: Function }} Player
 */

const host = /** @type {any} */ (self);
/** Where Python is. */
let folder = "";
/** @param {string} name */
const beside = (name) => new URL(name, folder).href;

/** @type {any} */
let python;
/** @type {Player} */
let player;
/** @type {Store} */
let store;
/** @type {Timer} */
let timer = 0;
/** What is being done, one after the other. @type {Promise<void>} */
let queue = Promise.resolve();

/** @param {string} name */
async function bytesOf(name) {
  const answer = await fetch(beside(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Python with the package `offline` and all that it needs.
 * @param {[shortest: number, longest: number]} pause
 */
async function load(pause) {
  const wheel = bytesOf("msgspec.whl");
  const code = bytesOf("code.zip");
  const { loadPyodide } = await import(beside("pyodide.mjs"));
  python = await loadPyodide({ indexURL: beside("./") });
  python.unpackArchive(await wheel, "wheel");
  python.unpackArchive(await code, "zip", { extractDir: "/code" });
  python.runPython("import sys; sys.path.insert(0, '/code')");
  return python.pyimport("offline.player").Player(...pause);
}

/**
 * Do something after everything before it.
 * @param {() => Promise<void> | void} job
 */
function enqueue(job) {
  queue = queue.then(job).catch((why) => {
    console.error(why);
    host.postMessage({ closed: HUB_FAILED });
  });
}

/** Hand over what is told. */
function tell() {
  const told = player.told();
  for (const frame of told.toJs()) host.postMessage({ frame });
  told.destroy();
}

/**
 * Store a change and tell of it, or refuse it.
 * @param {PythonList | undefined} change
 */
async function keep(change) {
  if (change) {
    const [table, version, entry, state, over, result] = change.toJs();
    change.destroy();
    const refused = await store.add(table, version, entry, state, over, result)
      .then(() => "", (why) => (store.isTaken(why) ? "taken" : "full"));
    if (refused) player.failed();
    else player.stored();
    host.postMessage({ refused });
    if (refused) await new Promise((go) => setTimeout(go, 500)); // the bots try again
  }
  tell();
}

/** Levels and games of bots that have failed, which the person knows. @type {Set<string>} */
const failed = new Set();

/** Tell of bots that have failed, each once; the console has it all. */
function tellFailures() {
  const all = player.failures();
  for (const one of all.length ? all.toJs() : []) {
    if (!failed.has(String(one))) host.postMessage({ bot: one });
    failed.add(String(one));
  }
  all.destroy();
}

/** Let the table act by itself: one change, then whatever has arrived meanwhile. */
async function settle() {
  clearTimeout(timer);
  const change = player.tick(Date.now());
  tellFailures();
  await keep(change);
  const wait = change ? 0 : player.wait(Date.now());
  if (wait >= 0) timer = setTimeout(() => enqueue(settle), wait);
}

/** @param {string} table */
const logOf = async (table) => python.toPy(table ? await store.log(table) : []);

/** @param {Uint8Array} data */
async function take(data) {
  const frame = python.toPy(data);
  const entries = await logOf(player.reads(frame));
  await keep(player.take(frame, Date.now(), entries));
  for (const one of [frame, entries]) one.destroy?.();
}

/**
 * Answer an HTTP request of the page.
 * @param {{ number: number, method: string, path: string, at: string, body: Uint8Array, language: string }} request
 */
async function answer({ number, method, path, at, body, language }) {
  const entries = await logOf(player.reads_for(path));
  const found = player.answer(method, path, at, python.toPy(body), language, entries);
  const [status, kind, told] = found.toJs();
  for (const one of [found, entries]) one.destroy?.();
  host.postMessage({ answer: number, status, kind, body: told });
}

/**
 * Begin to play: Python and the stored tables.
 * @param {[shortest: number, longest: number]} pause
 */
async function begin(pause) {
  try {
    store = await Store.open();
  } catch {
    host.postMessage({ forbidden: true });
    return;
  }
  const alone = new Promise((go) => {
    if (!navigator.locks) go(undefined); // not a secure context: the store itself refuses what comes second
    else navigator.locks.request(LOCK, () => new Promise(() => go(undefined)));
  });
  const late = setTimeout(() => host.postMessage({ busy: true }), LOCK_NOTICE_MS);
  alone.then(() => clearTimeout(late));
  [player] = await Promise.all([load(pause), alone]);
  player.open(python.toPy(await store.states()));
  host.postMessage({ ready: true });
}

host.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.folder) ({ folder } = data);
  if (data.folder) enqueue(() => begin(data.pause).catch((why) => {
    console.error(why);
    host.postMessage({ failed: true });
  }));
  if (data.frame) enqueue(() => take(data.frame));
  if (data.frame) enqueue(settle);
  if (data.path !== undefined) enqueue(() => answer(data));
};
