/** What the cards are, as this server plays them, and which of them a roll activates. */

import { signal } from "../../lib.js";
import { t } from "../../text.js";

export const cards = signal(null);

/** Fetch the rows of the cards, once. */
export async function loadCards() {
  if (cards.value) return;
  const answer = await fetch(new URL("../../../games/machi_koro/cards", import.meta.url));
  if (!answer.ok) throw new Error(`cards: ${answer.status}`);
  cards.value = await answer.json();
}

/** The words on this table, out of the client's texts. */
export const word = (key, places) => t(`machi_koro.${key}`, places);

export const establishment = (kind) => cards.value.establishments[kind];
export const landmark = (n) => cards.value.landmarks[n];

/** The numbers of a card as printed: "9–10". */
export const numbers = ({ dice }) => (dice.length > 1 ? `${dice[0]}–${dice.at(-1)}` : String(dice[0]));

/** Does this kind, in this seat's city, answer to the roll? */
export function activated(kind, seat, { active, dice, places }) {
  const { colour, dice: own } = establishment(kind);
  if (places[seat] || !own.includes(dice.reduce((sum, die) => sum + die, 0))) return false;
  return colour === "blue" || (colour === "red") !== (seat === active);
}
