/** The texts of this table from the game's texts, and the cards. Numbers count as in `cards.json`. */

import { anchorOfThing } from "../../things/anchors.js";
import { rowsOf, wordsOf } from "../../table/board.js";
import { helpOf, thing } from "../../core/gametext.js";
import { gameTexts, listed } from "../../core/text.js";

const GAME = "bruges";

export const COLOURS = ["blue", "brown", "yellow", "red", "violet"];
export const EACH = [0, 1, 2, 3, 4];
export const NONE = -1;
/** The rule of statues. */
export const STATUES = "BRU-8.20";
export const MARKS = ["reputation", "persons", "canal", "pets"];
/** The offset from a colour to its back with a pet. */
const PET_BACK = COLOURS.length;

/** The cards: persons first, then pets, numbered as in the engine. */
const [rows, loadCards] = rowsOf(GAME, (found) => {
  const box = /** @type {Bruges.Box} */ (found);
  /** @type {Bruges.Card[]} */
  const pets = box.pets.map((pet) => ({ ...pet, group: "pets", activation: "" }));
  return { ...box, cards: [...box.persons, ...pets] };
});
export { loadCards };

/** @param {number} card */
export const cardOf = (card) => rows.value.cards[card];
/** @param {number} ship */
export const shipOf = (ship) => rows.value.ships[ship];
/** @param {number} card */
export const bourseOf = (card) => rows.value.bourse[card];
/** @param {number} seat */
export const boardOf = (seat) => rows.value.boards[seat];
export const figures = () => rows.value.figures;
/** @param {number} card */
export const colourOf = (card) => COLOURS.indexOf(cardOf(card).colour);
/** @param {number} card */
export const isPet = (card) => card >= rows.value.persons.length;
/** @param {number} back */
export const ofBack = (back) => ({ colour: back % PET_BACK, pet: back >= PET_BACK });

export const word = wordsOf(GAME);

/**
 * @param {string} group
 * @param {number | string} n
 */
export const nameIn = (group, n) => thing(gameTexts(GAME), group, n);
/**
 * @param {string} group
 * @param {number} n
 */
export const helpFor = (group, n) => helpOf(gameTexts(GAME), group, n);
/** @param {number} card */
export const cardName = (card) => nameIn("cards", card);
/**
 * A card's name with soft breaks for a narrow card.
 * @param {number} card
 */
export const brokenName = (card) => gameTexts(GAME)?.page.broken[cardOf(card).id] ?? cardName(card);
/**
 * A card's effect without the text for its symbol, which is beside it.
 * @param {number} card
 */
export function effectOf(card) {
  const text = helpFor("cards", card);
  const [, rest] = (cardOf(card).activation && text.match(/^[^:]*:\s+(.*)$/s)) || [];
  return rest ? rest[0].toUpperCase() + rest.slice(1) : text;
}

const SOFT_HYPHEN = "\u00ad";

/**
 * A text in which long words may break at the syllables that the game's texts name.
 * @param {string} text
 */
function broken(text) {
  const hyphens = word("hyphens").split(" ");
  return hyphens.reduce((whole, one) => whole.replaceAll(one.replaceAll(SOFT_HYPHEN, ""), one), text);
}
/**
 * A card's effect with soft breaks in long words for a narrow card.
 * @param {number} card
 */
export const brokenEffect = (card) => broken(effectOf(card));
/** @param {number} colour */
export const colourName = (colour) => nameIn("colours", colour);
/** @param {string} kind */
export const activationName = (kind) => nameIn("activations", kind);
/** @param {number} card */
export const groupName = (card) => nameIn("groups", rows.value.groups.indexOf(cardOf(card).group));
/** @param {number} card */
export const brokenGroup = (card) => broken(groupName(card));

/**
 * The figures of a row that are our own design, as text; "" if there are none.
 * @param {Bruges.Made} row
 */
export function ownDesign({ own }) {
  const fields = gameTexts(GAME)?.page.fields ?? {};
  const named = (own ?? []).map((field) => fields[field]).filter(Boolean);
  return named.length ? word("own_design", { what: listed(named) }) : "";
}

/**
 * A card's explanation.
 * @param {number} card
 * @param {...(string | boolean | undefined)} more
 */
export function cardWords(card, ...more) {
  const row = cardOf(card);
  const facts = [word("price", { n: row.cost }), word("points", { n: row.points }), groupName(card),
    word("card_colour", { colour: colourName(colourOf(card)) })];
  const foot = [facts.join(" · "), ...more, ownDesign(row)].filter(Boolean).join(". ");
  return { title: cardName(card), text: helpFor("cards", card), foot, anchor: anchorOfThing("cards", card) };
}
