/**
 * Places in the rules of a game, and the addresses that lead there: `#/rules/<game>/<anchor>`.
 *
 * An anchor is `short-2` or `long-3` (a section by its number), `cards-12` (number 12 of a group that the texts
 * explain), `things` (the list of all these), or the id of a rule ("BRU-8.16", the section that tells of it). They
 * are the same in all languages.
 */

import { moving } from "./settings.js";

/** The anchor of the list of all things. */
export const THINGS = "things";

export const rulesLink = (game, anchor = "") => `#/rules/${game}${anchor && `/${anchor}`}`;

/** Where the rules tell of a question; "" where they don't. */
export function anchorOfPrompt(texts, prompt) {
  const n = texts?.rules.long.findIndex(({ asks }) => asks?.includes(prompt)) ?? -1;
  return n < 0 ? "" : `long-${n}`;
}

/** Where the rules explain a thing: number `n` of a group. */
export const anchorOfThing = (group, n) => `${group}-${n}`;

/** What an anchor means: { part: "short" | "long", n } or { part: "things", group, n }, or null. */
export function placeOf(texts, anchor) {
  for (const part of ["short", "long"]) {
    const n = texts.rules[part].findIndex(({ ids }, i) => anchor === `${part}-${i}` || (part === "long" && ids.includes(anchor)));
    if (n >= 0) return { part, n };
  }
  const [group, n] = anchor.split(/-(?=\d+$)/);
  return texts.help?.[group]?.[n] ? { part: "things", group, n: Number(n) } : null;
}

/** Bring a place into sight, and the focus into it. */
export function arrive(place) {
  if (!place) return;
  place.scrollIntoView({ block: "start", behavior: moving() ? "smooth" : "instant" });
  place.querySelector("h3, button, summary")?.focus({ preventScroll: true });
}
