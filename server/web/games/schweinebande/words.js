/** The texts of this table from the game's texts, and the cards. */

import { anchorOfThing } from "../../things/anchors.js";
import { rowsOf, wordsOf } from "../../table/board.js";
import { helpOf, thing } from "../../core/gametext.js";
import { gameTexts, listed } from "../../core/text.js";

const GAME = "schweinebande";
export const ROUNDS = 4;
export const KINDS = [0, 1, 2, 3, 4, 5];
export const SACK = 6;

/** @type {ReturnType<typeof rowsOf<{ animals: Schweinebande.Animal[] }>>} */
const [rows, loadTiles] = rowsOf(GAME);
export { loadTiles };

/** @param {number} kind */
export const valueOf = (kind) => rows.value.animals[kind].value;

/** Kinds whose values are this server's own design. */
export const ownValues = () => KINDS.filter((kind) => rows.value.animals[kind].origin === "own");

export const word = wordsOf(GAME);

/** @param {number} kind */
export const tileName = (kind) => thing(gameTexts(GAME), "tiles", kind);
/**
 * The explanation of a kind of tiles.
 * @param {number} kind
 * @returns {Words}
 */
export const tileWords = (kind) =>
  ({ title: tileName(kind), text: helpOf(gameTexts(GAME), "tiles", kind), anchor: anchorOfThing("tiles", kind) });

/** @param {number} space */
export const spaceName = (space) => thing(gameTexts(GAME), "spaces", space);
/** @param {number} way */
export const directionName = (way) => gameTexts(GAME)?.page.directions[way] ?? "";

/**
 * Tiles as a list in words, equal ones counted: "2 × Pig and Goat".
 * @param {number[]} kinds
 */
export function tilesInWords(kinds) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return listed([...counts].map(([kind, n]) => (n > 1 ? `${n} × ${tileName(kind)}` : tileName(kind))));
}
