/**
 * Names in pasted links, repaired from the characters that chats, mails and people add at their ends.
 * `server/table/tokens.py` explains why.
 */

/** Length of names in characters, by page. */
const NAME_LENGTHS = new Map([["t", 12], ["replay", 12], ["g", 22]]);

/** Maximum number of missing characters at the end of a name. */
const MAX_MISSING_CHARS = 2;

/** @param {string} text */
function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The name in a page's address without additions; an address without a name is returned unchanged.
 * @param {string} page
 * @param {string} text
 */
export function meant(page, text) {
  const length = NAME_LENGTHS.get(page);
  const [, found] = plain(text).replace(/\p{Cf}/gu, "").match(/^[\s(<*"'[{]*([\w-]+)/) ?? [];
  if (!length || !found) return text;
  let name = found;
  while (name.length > length && /[_-]$/.test(name)) name = name.slice(0, -1);
  while (name.length > length && /^[_-]/.test(name)) name = name.slice(1);
  return name.length >= length - MAX_MISSING_CHARS ? name.padEnd(length, "_") : name;
}
