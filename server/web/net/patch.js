/**
 * Patches as the server makes them (protocol/diff.py). A node is `[]`, `[sets]`, `[sets, subs]` or `[sets, subs,
 * cut]`; sets and subs are flat lists of keys and values.
 *
 * Keys of maps may be indices into the words that both ends share. The old document is not changed; the new one
 * shares all that the patch does not touch. So the page can show earlier moments while later ones have already
 * arrived.
 */

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

/** The patch does not fit the document: the mirror is wrong and must be requested again. */
export class BadPatch extends Error {}

/**
 * Apply a patch and return the new document. Throws BadPatch.
 * @template T
 * @param {T} document
 * @param {unknown} node
 * @param {string[]} words
 * @returns {T}
 */
export function patch(document, node, words = []) {
  if (!Array.isArray(node) || node.length > 3) throw new BadPatch("a patch is a short list");
  if (!node.length) return document;
  const [sets, subs = [], cut = null] = node;
  if (Array.isArray(document)) return patchList(document, sets, subs, cut, words);
  if (document && typeof document === "object") return patchMap(document, sets, subs, cut, words);
  throw new BadPatch("only maps and lists can be patched");
}

/**
 * @param {any[]} old
 * @param {unknown} sets
 * @param {unknown} subs
 * @param {unknown} cut
 * @param {string[]} words
 * @returns {any}
 */
function patchList(old, sets, subs, cut, words) {
  if (cut !== null && !inside(cut, old.length - 1)) throw new BadPatch(`nothing is to be cut at ${cut}`);
  const list = cut === null ? old.slice() : old.slice(0, cut);
  for (const [key, node] of pairs(subs)) {
    if (!inside(key, list.length - 1)) throw new BadPatch(`nothing lies at ${key}`);
    list[key] = patch(list[key], node, words);
  }
  for (const [key, value] of pairs(sets)) {
    if (!inside(key, list.length)) throw new BadPatch(`${key} is outside the list`);
    list[key] = value;
  }
  return list;
}

/**
 * @param {Record<string, any>} old
 * @param {unknown} sets
 * @param {unknown} subs
 * @param {unknown} cut
 * @param {string[]} words
 * @returns {any}
 */
function patchMap(old, sets, subs, cut, words) {
  const map = { ...old };
  if (cut !== null && !Array.isArray(cut)) throw new BadPatch("the keys that go are a list");
  for (const key of (cut ?? []).map((key) => wordOf(key, words))) {
    if (!Object.hasOwn(map, key)) throw new BadPatch(`there is no ${key}`);
    delete map[key];
  }
  for (const [name, node] of pairs(subs)) {
    const key = wordOf(name, words);
    if (!Object.hasOwn(map, key)) throw new BadPatch(`there is no ${key}`);
    map[key] = patch(map[key], node, words);
  }
  for (const [name, value] of pairs(sets)) map[wordOf(name, words)] = value;
  return map;
}

/**
 * Resolve a map's key: a string, or the index of a shared word.
 * @param {unknown} key
 * @param {string[]} words
 */
function wordOf(key, words) {
  const word = typeof key === "number" ? words[key] : key;
  if (typeof word !== "string" || FORBIDDEN.has(word)) throw new BadPatch(`${key} is no key of a map`);
  return word;
}

/**
 * Is this a list index from 0 to `last`?
 * @param {unknown} key
 * @param {number} last
 * @returns {key is number}
 */
const inside = (key, last) => typeof key === "number" && Number.isInteger(key) && key >= 0 && key <= last;

/**
 * @param {unknown} flat
 * @returns {Generator<[unknown, unknown]>}
 */
function* pairs(flat) {
  if (!Array.isArray(flat) || flat.length % 2) throw new BadPatch("keys and values come in pairs");
  for (let i = 0; i < flat.length; i += 2) yield [flat[i], flat[i + 1]];
}
