/** What the cards are, as this server plays them, by the numbers of the engine; and the words of this table. */

import { signal } from "../../lib.js";
import { helpOf, thing } from "../../gametext.js";
import { gameTexts, pageText } from "../../text.js";

export const GAME = "loyang";
export const GOODS = [0, 1, 2, 3, 4, 5];
export const ROUNDS = 9;
const SETS = 2;

const box = signal(null);

/** Fetch the rows of the cards, once, and number them as the engine does. */
export async function loadCards() {
  if (box.value) return;
  const answer = await fetch(new URL("../../../games/loyang/cards", import.meta.url));
  if (!answer.ok) throw new Error(`cards: ${answer.status}`);
  const found = await answer.json();
  const ids = found.goods.map(({ id }) => id);
  const numbered = (names) => names.map((name) => ids.indexOf(name));
  const card = (kind) => (row) => ({ ...row, kind, goods: numbered(row.goods ?? []), crops: numbered(row.crops ?? []) });
  const helpers = found.helpers.flatMap((row) => Array.from({ length: row.copies }, () => row));
  const privates = Array.from({ length: SETS }, () => found.private).flat();
  box.value = {
    goods: found.goods,
    rows: [
      ...found.common.map(card("common")), ...found.stalls.map(card("stall")), ...found.regulars.map(card("regular")),
      ...found.casuals.map(card("casual")), ...helpers.map(card("helper")), card("home")(found.home), ...privates.map(card("private")),
    ],
  };
}

export const cardOf = (n) => box.value.rows[n];
export const goodOf = (n) => box.value.goods[n];
export const isField = (n) => ["common", "home", "private"].includes(cardOf(n).kind);

/** A text of the page with its places filled in; `n` picks the form where there are two. */
export const word = (key, places) => pageText(GAME, key, places);

export const cardName = (n) => thing(gameTexts(GAME), "cards", n);
export const goodName = (n) => thing(gameTexts(GAME), "goods", n);
export const cardHelp = (n) => helpOf(gameTexts(GAME), "cards", n);

/** Goods as a list in words, equal ones counted. */
export const goodsInWords = (counts) =>
  GOODS.filter((good) => counts[good]).map((good) => `${counts[good]} ${goodName(good)}`).join(", ");
