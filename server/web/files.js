/** What the page was told with its first file: where its files lie, the games. */

/**
 * `files`: by the plain name of a file the one it is kept under for ever, which says by a hash what is inside.
 * @type {{ files: Record<string, string>, games: Told.Game[] }}
 */
export const told = JSON.parse(document.getElementById("told")?.textContent ?? "null");

/**
 * The address of one of the page's files.
 * @param {string} name
 */
export const fileAt = (name) => new URL(told.files[name] ?? name, import.meta.url).href;

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/**
 * What a file of data says, fetched once; what has failed is tried again by whoever asks next.
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
 * Add a style sheet to the page, once. What can't be had of it is missed, and nothing waits for it.
 * @param {string} name
 */
export function loadSheet(name) {
  const known = sheets.get(name) ?? addSheet(name);
  sheets.set(name, known);
  return known;
}

/** @param {string} name */
function addSheet(name) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = fileAt(name);
  document.head.append(sheet);
  return new Promise((done) => { sheet.onload = sheet.onerror = done; });
}
