/** What the cards are, as this server plays them, and the words on this table. */

import { rowsOf, wordsOf } from "../../board.js";

export const [cards, loadCards] = rowsOf("machi_koro");
export const word = wordsOf("machi_koro");

export const establishment = (kind) => cards.value.establishments[kind];
export const landmark = (n) => cards.value.landmarks[n];

/** The numbers of a card as printed: "9–10". */
export const numbers = ({ dice }) => (dice.length > 1 ? `${dice[0]}–${dice.at(-1)}` : String(dice[0]));
