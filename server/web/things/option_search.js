/** Finding an option by a few keys: its number, the beginnings of its words, or their first letters. */

/**
 * A text in small letters without accents: what can be typed on any keyboard.
 * @param {string} text
 */
export const typed = (text) =>
  text.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim();

/**
 * How well a text fits what was typed: smaller is better, Infinity if it doesn't fit.
 * @param {string} text a text as `typed` gives it
 * @param {string} sought the same of what was typed
 */
export function distance(text, sought) {
  if (!sought) return 0;
  if (text.startsWith(sought)) return 1;
  const words = text.split(" ");
  const initials = words.map((word) => word[0]).join("");
  if (initials.startsWith(sought)) return 2;
  const tokens = sought.split(" ");
  let at = 0;
  for (const word of words) if (at < tokens.length && word.startsWith(tokens[at])) at += 1;
  if (at === tokens.length) return 3;
  if (initials.includes(sought)) return 4;
  return text.includes(sought) ? 5 : Infinity;
}

/**
 * The numbers of the options that fit what was typed, the best first. A number is that of an option, counted from 1.
 * @param {string[]} texts
 * @param {string} entry
 */
export function found(texts, entry) {
  const sought = typed(entry);
  const number = /^\d+$/.test(sought) ? Number(sought) : 0;
  if (number >= 1 && number <= texts.length) return [number - 1];
  return texts.map((text, n) => ({ n, far: distance(typed(text), sought) }))
    .filter(({ far }) => far < Infinity)
    .sort((a, b) => a.far - b.far || a.n - b.n)
    .map(({ n }) => n);
}
