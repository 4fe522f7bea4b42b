/**
 * A token as words that can be written down, read out and typed on any keyboard in any language. Each word encodes
 * sixteen bits as alternating consonants and vowels ("lusab"). The last word is a check value that detects typing
 * errors.
 */

import { sha256 } from "../net/hashes.js";
import { text64 } from "./settings.js";

const CONSONANTS = "bdfghjklmnprstvz";
const VOWELS = "aiou";
/** For each letter of a word: the factor of its bits, and the alphabet. */
const LETTERS = /** @type {[number, string][]} */ (
  [[12, CONSONANTS], [10, VOWELS], [6, CONSONANTS], [4, VOWELS], [0, CONSONANTS]]);
const WORD_LETTERS = LETTERS.length;

/** Minimum length of a token in bytes. */
const MIN_TOKEN_BYTES = 16;

/** @param {Uint8Array} bytes */
const check = (bytes) => sha256(bytes).slice(0, 2);

/** @param {number} bits */
const wordOf = (bits) => LETTERS.map(([by, letters]) => letters[(bits >> by) & (letters.length - 1)]).join("");

/**
 * The sixteen bits of a word; NaN for an invalid word.
 * @param {string} word
 */
const bitsOf = (word) => LETTERS.reduce((bits, [by, letters], n) => {
  const at = letters.indexOf(word[n]);
  return at < 0 ? NaN : bits + at * 2 ** by;
}, 0);

/** @param {string} token */
function bytesOf(token) {
  try {
    return Uint8Array.from(atob(token.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/**
 * The words of a token; an empty list for a token that this page would not have made.
 * @param {string} token
 */
export function phraseOf(token) {
  const bytes = bytesOf(token);
  if (bytes.length % 2 || text64(bytes) !== token) return [];
  const all = [...bytes, ...check(bytes)];
  return Array.from({ length: all.length / 2 }, (_, n) => wordOf(all[2 * n] * 256 + all[2 * n + 1]));
}

/**
 * The token of typed words, with any separators; "" if a letter is wrong or a word is missing.
 * @param {string} typed
 */
export function tokenOf(typed) {
  const letters = typed.toLowerCase().replace(/[^a-z]/g, "");
  const words = letters.match(new RegExp(`.{${WORD_LETTERS}}`, "g")) ?? [];
  const bits = words.map(bitsOf);
  if (letters.length % WORD_LETTERS || bits.some(Number.isNaN)) return "";
  const all = Uint8Array.from(bits.flatMap((word) => [word >> 8, word & 255]));
  const bytes = all.slice(0, -2);
  return bytes.length >= MIN_TOKEN_BYTES && String(check(bytes)) === String(all.slice(-2)) ? text64(bytes) : "";
}
