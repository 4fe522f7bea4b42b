/**
 * Places in the rules of a game, and their addresses: `#/rules/<game>/<anchor>`.
 *
 * An anchor is `short-2` or `long-3` (a section by its number), `cards-12` (number 12 of a group that the texts
 * explain), `things` (the list of all these), the id of a rule ("BRU-8.16", the section about it), or `asks-build`
 * (the section about a question). Anchors are the same in all languages.
 */

import { signal } from "../core/lib.js";
import { moving } from "../core/settings.js";

/** The anchor of the list of all things. */
export const THINGS = "things";

/**
 * @param {string} game
 * @param {string} [anchor]
 */
export const rulesLink = (game, anchor = "") => `#/rules/${game}${anchor && `/${anchor}`}`;

/**
 * The place in the rules that was requested at a table, the count of such requests, and whether the focus stays where
 * it is; null before the first request. side.js shows it.
 */
export const wanted = signal(/** @type {{ anchor: string, times: number, quiet: boolean } | null} */ (null));

/**
 * Open the rules of the current game beside the board.
 * @param {string} anchor
 */
export function openRules(anchor, quiet = false) {
  wanted.value = { anchor, quiet, times: (wanted.peek()?.times ?? 0) + 1 };
}

/**
 * The anchor for a question.
 * @param {string} prompt
 */
export const anchorOfPrompt = (prompt) => `asks-${prompt}`;

/**
 * The anchor for a thing: number `n` of a group.
 * @param {string} group
 * @param {number} n
 */
export const anchorOfThing = (group, n) => `${group}-${n}`;

/** @typedef {{ ids?: string[], asks?: string[] }} Section */

/**
 * The meaning of an anchor: number `n` of the "short" or "long" version, or number `n` of a group of "things"; or
 * null.
 * @param {Texts} texts including those of the rules
 * @param {string} anchor
 * @returns {{ part: string, n: number, group?: string } | null}
 */
export function placeOf(texts, anchor) {
  for (const part of ["short", "long"]) {
    const n = texts.rules[part].findIndex((/** @type {Section} */ { ids = [], asks = [] }, /** @type {number} */ i) =>
      anchor === `${part}-${i}` || ids.includes(anchor) || asks.map(anchorOfPrompt).includes(anchor));
    if (n >= 0) return { part, n };
  }
  const [group, n] = anchor.split(/-(?=\d+$)/);
  return texts.help?.[group]?.[n] ? { part: "things", group, n: Number(n) } : null;
}

/**
 * Scroll to a place and focus it.
 * @param {HTMLElement | null} place
 */
export function arrive(place, quiet = false) {
  if (!place) return;
  place.scrollIntoView({ block: "start", behavior: moving() ? "smooth" : "instant" });
  if (quiet) return;
  /** @type {HTMLElement | null} */ (place.querySelector("h3, button, summary"))?.focus({ preventScroll: true });
}
