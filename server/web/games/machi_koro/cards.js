/** The cards as this server plays them, and the texts of this table. */

import { rowsOf, wordsOf } from "../../table/board.js";

/** @type {ReturnType<typeof rowsOf<MachiKoro.Cards>>} */
export const [cards, loadCards] = rowsOf("machi_koro");
export const word = wordsOf("machi_koro");

/** @param {number} kind */
export const establishment = (kind) => cards.value.establishments[kind];
/** @param {number} n */
export const landmark = (n) => cards.value.landmarks[n];

/**
 * The numbers of a card as printed: "9–10".
 * @param {{ dice: number[] }} props
 */
export const numbers = ({ dice }) => (dice.length > 1 ? `${dice[0]}–${dice.at(-1)}` : String(dice[0]));
