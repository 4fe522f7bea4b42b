/** The words on this table, out of the game's texts, and what its cards say. */

import { rowsOf, wordsOf } from "../../board.js";
import { helpOf, thing } from "../../gametext.js";
import { gameTexts } from "../../text.js";

const GAME = "santiago";

export const STATIONS = 10;
export const HARBOR = 0;
export const DEMANDED = [0, 1, 2, 3, 4];
export const GOODS = [...DEMANDED, 5];
export const [WOOD, PESO, VP] = [5, 6, 7];
/** So many items have names for several of them; the names for one follow. */
export const ITEMS = 8;
export const NO_SHIP = -1;

const [rows, loadCards] = rowsOf(GAME, (found) => /** @type {Santiago.Cards} */ (found));
export { loadCards };

/** The values of the flags, how many ships there are. */
export const track = () => rows.value.track;
/** Units of one delivery at most; a delivery is numbered by its good and its units. */
export const mostUnits = () => Math.max(...rows.value.goods.flatMap((good) => good.die));

/** @param {number} cuban */
export const flowerOf = (cuban) => rows.value.cubans[cuban].flower;
/**
 * The prompt of a question about a Cuban is his id.
 * @param {number} cuban
 */
export const cubanId = (cuban) => rows.value.cubans[cuban].id;
/**
 * What a Cuban or a building does, as its card says it: { type, ... }.
 * @param {"cubans" | "buildings"} group
 * @param {number} n
 */
export const effectOf = (group, n) => rows.value[group][n].effect;
/**
 * The number of an item that a card names.
 * @param {string} id
 */
export function itemNumber(id) {
  const good = rows.value.goods.findIndex((row) => row.id === id);
  return good < 0 ? (id === "peso" ? PESO : VP) : good;
}
export const flowers = () => rows.value.flowers.map((flower) => flower.id);
/**
 * Is this row's flower our own decision?
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
 * A building's name with the places where a narrow tile may break it.
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
 * Such changes as a list: "−2 pesos, +1 point"; "" where there are none.
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
 * What a choice certainly changes of what one holds: rows of [item, number], a price less than nothing.
 * @param {Santiago.Play} play
 * @param {string} verb
 * @param {number} noun
 * @returns {Santiago.Change[]}
 */
export const changes = (play, verb, noun) =>
  Object.entries(play.amounts(verb, noun) ?? {}).filter(([key]) => key.startsWith("item "))
    .map(([key, n]) => [Number(key.slice(5)), n]);

/**
 * What a choice costs and brings, in words.
 * @param {Santiago.Play} play
 * @param {string} verb
 * @param {number} noun
 */
export const costs = (play, verb, noun) => inWords(changes(play, verb, noun));

/**
 * What a seat holds, as far as one may see it: a list by item, or null behind a screen.
 * @param {Santiago.Play} play
 * @param {number} seat
 */
export const holdings = (play, seat) =>
  play.open.game.held[seat] ?? (seat === play.seat ? play.mine?.game?.held : null) ?? null;

/**
 * The building that a question of this prompt is about; -1 for any other.
 * @param {string} prompt
 */
export const buildingAsked = (prompt) => rows.value.buildings.findIndex((row) => row.id === prompt);
