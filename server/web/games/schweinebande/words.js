/** The words on this table, out of the game's texts, and what its cards say. */

import { signal } from "../../lib.js";
import { thing } from "../../gametext.js";
import { gameTexts, listed, pageText } from "../../text.js";

const GAME = "schweinebande";
export const ROUNDS = 4;
export const KINDS = [0, 1, 2, 3, 4, 5];
export const PIG = 4;
export const SACK = 6;

const rows = signal(null);

/** Fetch the rows of the tiles, once. */
export async function loadTiles() {
  if (rows.value) return;
  const answer = await fetch(new URL("../../../games/schweinebande/cards", import.meta.url));
  if (!answer.ok) throw new Error(`cards: ${answer.status}`);
  rows.value = await answer.json();
}

export const valueOf = (kind) => rows.value.animals[kind].value;
export const tilesOf = (kind) => (kind === SACK ? rows.value.feed_sack.tiles : rows.value.animals[kind].tiles);

/** Kinds whose values this server has decided by itself. */
export const ownValues = () => KINDS.filter((kind) => rows.value.animals[kind].origin === "own");

/** A text of the page with its places filled in; `n` picks the form where there are two. */
export const word = (key, places) => pageText(GAME, key, places);

export const tileName = (kind) => thing(gameTexts(GAME), "tiles", kind);
export const spaceName = (space) => thing(gameTexts(GAME), "spaces", space);
export const directionName = (way) => gameTexts(GAME)?.page.directions[way] ?? "";

/** Tiles as a list in words, equal ones counted: "2 × Pig and Goat". */
export function tilesInWords(kinds) {
  const counts = new Map();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return listed([...counts].map(([kind, n]) => (n > 1 ? `${n} × ${tileName(kind)}` : tileName(kind))));
}
