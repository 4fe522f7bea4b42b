/** The data embedded in the page's first file: the addresses of its files, and the games. */

/**
 * `files`: from a file's plain name to the hash of its content, which its immutable name contains before the suffix; or
 * to the immutable name of the file that it is a part of.
 * `offline`: does this server have the page that plays without it?
 * `lacks`: the options of a table that can't be had here.
 * @type {{ files: Record<string, string>, games: Told.Game[], offline?: boolean, lacks?: string[] }}
 */
export const told = JSON.parse(document.getElementById("told")?.textContent ?? "null");

/**
 * Can this option of a table not be had here?
 * @param {string} what
 */
export const lacks = (what) => !!told.lacks?.includes(what);

/**
 * The URL of one of the page's files.
 * @param {string} name
 */
export function fileAt(name) {
  const hash = told.files[name];
  const there = hash?.includes("/") ? hash : hash ? name.replace(/\.\w+$/, `.${hash}$&`) : name;
  return new URL(`../${there}`, import.meta.url).href;
}

/**
 * By module: how often it could not be fetched.
 * @type {Map<string, number>}
 */
const failures = new Map();

/**
 * A module, fetched on first use. A failed fetch is tried again under another address: Chromium keeps the failure of an
 * address for as long as the page is open.
 * @param {string} name
 */
export async function loadCode(name) {
  const failed = failures.get(name) ?? 0;
  try {
    return await import(fileAt(name) + (failed ? `?again=${failed}` : ""));
  } catch (why) {
    failures.set(name, failed + 1);
    throw why;
  }
}

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/**
 * The content of a JSON file, fetched once. The next call retries a failed fetch.
 * @param {string} name
 */
export function fetchFile(name) {
  const known = fetched.get(name) ?? fetchData(name);
  fetched.set(name, known);
  known.catch(() => fetched.delete(name));
  return known;
}

/** @param {string} name */
async function fetchData(name) {
  const answer = await fetch(fileAt(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/**
 * Add a style sheet to the page, once. No caller waits for one that fails: it comes later.
 * @param {string} name
 */
export function loadSheet(name) {
  const known = sheets.get(name) ?? addSheet(name);
  sheets.set(name, known);
  return known;
}

/**
 * @param {string} name
 * @param {number} pauseMs  before it is tried again, doubled with each failure
 */
function addSheet(name, pauseMs = 2e3) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = fileAt(name);
  document.head.append(sheet);
  return new Promise((done) => {
    sheet.onload = done;
    sheet.onerror = () => {
      sheet.remove();
      setTimeout(addSheet, pauseMs, name, 2 * pauseMs);
      done(null);
    };
  });
}
