/** The texts of this table from the game's texts, and the cards. */

import { rowsOf, wordsOf } from "../../table/board.js";
import { helpOf, thing } from "../../core/gametext.js";
import { gameTexts } from "../../core/text.js";

const GAME = "santiago";

export const STATIONS = 10;
export const HARBOR = 0;
export const DEMANDED = [0, 1, 2, 3, 4];
export const GOODS = [...DEMANDED, 5];
export const [WOOD, PESO, VP] = [5, 6, 7];
/** Number of items with a plural name; their singular names follow. */
export const ITEMS = 8;
export const NO_SHIP = -1;

const [rows, loadCards] = rowsOf(GAME, (found) => /** @type {Santiago.Cards} */ (found));
export { loadCards };

/** The values of the flags, and the number of ships. */
export const track = () => rows.value.track;
/** Maximum units of one delivery; a delivery is numbered by its good and its units. */
export const mostUnits = () => Math.max(...rows.value.goods.flatMap((good) => good.die));

/** @param {number} cuban */
export const flowerOf = (cuban) => rows.value.cubans[cuban].flower;
/**
 * The prompt of a question about a Cuban is the Cuban's id.
 * @param {number} cuban
 */
export const cubanId = (cuban) => rows.value.cubans[cuban].id;
/**
 * The effect of a Cuban or a building on its card: { type, ... }.
 * @param {"cubans" | "buildings"} group
 * @param {number} n
 */
export const effectOf = (group, n) => rows.value[group][n].effect;
/**
 * The number of an item from its id on a card.
 * @param {string} id
 */
export function itemNumber(id) {
  const good = rows.value.goods.findIndex((row) => row.id === id);
  return good < 0 ? (id === "peso" ? PESO : VP) : good;
}
export const flowers = () => rows.value.flowers.map((flower) => flower.id);
/**
 * Is this row's flower our own design?
 * @param {number} cuban
 */
export const ownFlower = (cuban) => rows.value.cubans[cuban].origin === "own";

export const word = wordsOf(GAME);

/**
 * @param {string} group
 * @returns {(n: number | string) => string}
 */
const name = (group) => (n) => thing(gameTexts(GAME), group, n);
export const cubanName = name("cubans");
export const buildingName = name("buildings");
export const flowerName = name("flowers");
export const roleName = name("roles");

/**
 * A building's name with soft breaks for a narrow tile.
 * @param {number} building
 */
export const hyphenated = (building) => gameTexts(GAME)?.page.hyphenated[building] ?? buildingName(building);

/**
 * "1 peso", "3 pesos".
 * @param {number} item
 * @param {number} n
 */
export const amount = (item, n) => `${n} ${thing(gameTexts(GAME), "items", n === 1 ? item + ITEMS : item)}`;
/**
 * Changes as a list: "−2 pesos, +1 point"; "" if there are none.
 * @param {Santiago.Change[]} rows
 */
export const inWords = (rows) =>
  rows.filter(([, n]) => n).map(([item, n]) => `${n < 0 ? "−" : "+"}${amount(item, Math.abs(n))}`).join(", ");
/** @param {number} item */
export const itemName = (item) => thing(gameTexts(GAME), "items", item);

/**
 * @param {string} group
 * @param {number} n
 */
export const helpFor = (group, n) => helpOf(gameTexts(GAME), group, n);

/**
 * The certain changes of a choice to the player's items: rows of [item, number], prices negative.
 * @param {Santiago.Play} play
 * @param {string} verb
 * @param {number} noun
 * @returns {Santiago.Change[]}
 */
export const changes = (play, verb, noun) =>
  Object.entries(play.amounts(verb, noun) ?? {}).filter(([key]) => key.startsWith("item "))
    .map(([key, n]) => [Number(key.slice(5)), n]);

/**
 * The price and the gain of a choice as text.
 * @param {Santiago.Play} play
 * @param {string} verb
 * @param {number} noun
 */
export const costs = (play, verb, noun) => inWords(changes(play, verb, noun));

/**
 * A seat's items as far as they are visible: a list by item, or null behind a screen.
 * @param {Santiago.Play} play
 * @param {number} seat
 */
export const holdings = (play, seat) =>
  play.open.game.held[seat] ?? (seat === play.seat ? play.mine?.game?.held : null) ?? null;

/**
 * The building that a question with this prompt is about; -1 for any other.
 * @param {string} prompt
 */
export const buildingAsked = (prompt) => rows.value.buildings.findIndex((row) => row.id === prompt);
