/** The cards as this server plays them, by the engine's numbers; and the texts of this table. */

import { rowsOf, wordsOf } from "../../table/board.js";
import { helpOf, thing } from "../../core/gametext.js";
import { gameTexts } from "../../core/text.js";

export const GAME = "loyang";
export const GOODS = [0, 1, 2, 3, 4, 5];
const PRIVATE_SETS = 2;

const [box, loadCards] = rowsOf(GAME, numberedAsPlayed);
export { loadCards };

/**
 * The rows of the cards, in the engine's order.
 * @param {any} found
 * @returns {{ goods: Loyang.Good[], rows: Loyang.Card[] }}
 */
function numberedAsPlayed(found) {
  const ids = found.goods.map((/** @type {Loyang.Good} */ { id }) => id);
  /** @param {string[]} names */
  const numbered = (names) => names.map((name) => ids.indexOf(name));
  /**
   * @param {string} kind
   * @returns {(row: any) => Loyang.Card}
   */
  const card = (kind) => (row) =>
    ({ ...row, kind, goods: numbered(row.goods ?? []), crops: numbered(row.crops ?? []) });
  const helpers = found.helpers.flatMap((/** @type {{ copies: number }} */ row) =>
    Array.from({ length: row.copies }, () => row));
  const privates = Array.from({ length: PRIVATE_SETS }, () => found.private).flat();
  return {
    goods: found.goods,
    rows: [
      ...found.common.map(card("common")), ...found.stalls.map(card("stall")), ...found.regulars.map(card("regular")),
      ...found.casuals.map(card("casual")), ...helpers.map(card("helper")), card("home")(found.home),
      ...privates.map(card("private")),
    ],
  };
}

/** How many cards there are. */
export const countOfCards = () => box.value.rows.length;
/** @param {number} n */
export const cardOf = (n) => box.value.rows[n];
/** @param {number} n */
export const goodOf = (n) => box.value.goods[n];
/** @param {number} n */
export const isField = (n) => ["common", "home", "private"].includes(cardOf(n).kind);

export const word = wordsOf(GAME);

/** @param {number} n */
export const cardName = (n) => thing(gameTexts(GAME), "cards", n);
/** @param {number} n */
export const goodName = (n) => thing(gameTexts(GAME), "goods", n);
/**
 * A helper's effect, short enough for its face.
 * @param {number} n
 */
export const shortOf = (n) => word(`short.${cardOf(n).id}`);
/**
 * The name of a kind of helper.
 * @param {string} id
 */
export const helperName = (id) => cardName(box.value.rows.findIndex((row) => row.id === id));
/** @param {number} n */
export const cardHelp = (n) => helpOf(gameTexts(GAME), "cards", n);
