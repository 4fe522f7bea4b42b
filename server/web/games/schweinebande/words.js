/** The words on this table, out of the game's texts, and what its cards say. */

import { rowsOf, wordsOf } from "../../board.js";
import { thing } from "../../gametext.js";
import { gameTexts, listed } from "../../text.js";

const GAME = "schweinebande";
export const ROUNDS = 4;
export const KINDS = [0, 1, 2, 3, 4, 5];
export const SACK = 6;

const [rows, loadTiles] = rowsOf(GAME);
export { loadTiles };

export const valueOf = (kind) => rows.value.animals[kind].value;

/** Kinds whose values this server has decided by itself. */
export const ownValues = () => KINDS.filter((kind) => rows.value.animals[kind].origin === "own");

export const word = wordsOf(GAME);

export const tileName = (kind) => thing(gameTexts(GAME), "tiles", kind);
export const spaceName = (space) => thing(gameTexts(GAME), "spaces", space);
export const directionName = (way) => gameTexts(GAME)?.page.directions[way] ?? "";

/** Tiles as a list in words, equal ones counted: "2 × Pig and Goat". */
export function tilesInWords(kinds) {
  const counts = new Map();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return listed([...counts].map(([kind, n]) => (n > 1 ? `${n} × ${tileName(kind)}` : tileName(kind))));
}
