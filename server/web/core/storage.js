/**
 * What this browser stores for the page. Nothing here throws: storage may be forbidden, full, or hold data of another
 * shape, for example from another version. What can't be stored lasts until the page is closed.
 */

const PREFIX = "stammtisch.";

/** What nobody misses for long; it makes room for the rest when the storage is full. */
const SPARE = ["advised", "chats-read", "setups", "recent", "visited", "told", "offers"];

/**
 * A stored text; null if there is none, or if storage is forbidden.
 * @param {string} key
 */
export function stored(key) {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
export function store(key, text) {
  if (stored(key) === text || put(key, text) || SPARE.includes(key)) return;
  for (const other of SPARE) {
    drop(other);
    if (put(key, text)) return;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
function put(key, text) {
  try {
    localStorage.setItem(PREFIX + key, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
function drop(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // It is not stored then.
  }
}

/**
 * A JSON text as a value of the same kind as `otherwise`, a list or an object; `otherwise` if it is anything else.
 * Members that don't fit are left out.
 * @template T
 * @param {string | null} text
 * @param {T} otherwise
 * @param {(member: any) => boolean} [fits]
 * @returns {T}
 */
export function readable(text, otherwise, fits = () => true) {
  try {
    const value = JSON.parse(text ?? "null");
    if (Array.isArray(otherwise)) return Array.isArray(value) ? /** @type {any} */ (value.filter(fits)) : otherwise;
    const object = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!object) return otherwise;
    return /** @type {any} */ (Object.fromEntries(Object.entries(value).filter(([, member]) => fits(member))));
  } catch {
    return otherwise;
  }
}
