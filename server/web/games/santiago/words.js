/** The words on this table, out of the game's texts, and what its cards say. */

import { signal } from "../../lib.js";
import { helpOf, thing } from "../../gametext.js";
import { gameTexts, pageText } from "../../text.js";

const GAME = "santiago";

export const STATIONS = 10;
export const HARBOR = 0;
export const DEMANDED = [0, 1, 2, 3, 4];
export const GOODS = [...DEMANDED, 5];
export const [WOOD, PESO, VP] = [5, 6, 7];
/** So many items have names for several of them; the names for one follow. */
export const ITEMS = 8;
export const NO_SHIP = -1;

const rows = signal(null);

/** Fetch what the Cubans and buildings are, once. */
export async function loadCards() {
  if (rows.value) return;
  const answer = await fetch(new URL("../../../games/santiago/cards", import.meta.url));
  if (!answer.ok) throw new Error(`cards: ${answer.status}`);
  rows.value = await answer.json();
}

/** The values of the flags, how many ships there are, how many markers each player has. */
export const track = () => rows.value.track;
/** Units of one delivery at most; a delivery is numbered by its good and its units. */
export const mostUnits = () => Math.max(...rows.value.goods.flatMap((good) => good.die));
/** What a building does, as its row says. */
export const effectOf = (building) => rows.value.buildings[building].effect;
/** The number of a good, by its name in the rows. */
export const goodOf = (id) => rows.value.goods.findIndex((good) => good.id === id);

export const flowerOf = (cuban) => rows.value.cubans[cuban].flower;
/** The prompt of a question about a Cuban is his id. */
export const cubanId = (cuban) => rows.value.cubans[cuban].id;
export const flowers = () => rows.value.flowers.map((flower) => flower.id);
/** Is this row's flower our own decision? */
export const ownFlower = (cuban) => rows.value.cubans[cuban].origin === "own";

/** A text of the page with its places filled in; `n` picks the form where there are two. */
export const word = (key, places) => pageText(GAME, key, places);

const name = (group) => (n) => thing(gameTexts(GAME), group, n);
export const cubanName = name("cubans");
export const buildingName = name("buildings");
export const flowerName = name("flowers");
export const roleName = name("roles");

/** A building's name with the places where a narrow tile may break it. */
export const hyphenated = (building) => gameTexts(GAME)?.page.hyphenated[building] ?? buildingName(building);

/** "1 peso", "3 pesos". */
export const amount = (item, n) => `${n} ${thing(gameTexts(GAME), "items", n === 1 ? item + ITEMS : item)}`;
export const itemName = (item) => thing(gameTexts(GAME), "items", item);

export const helpFor = (group, n) => helpOf(gameTexts(GAME), group, n);

/** How many units of a good the ship takes. */
export const demandOf = (game, good) => (game.beside === NO_SHIP || game.beside === good ? 0 : game.faces[good]);

/** What a seat holds, as far as one may see it: a list by item, or null behind a screen. */
export const holdings = (play, seat) => play.open.game.held[seat] ?? (seat === play.seat ? play.mine?.game?.held : null) ?? null;

/** The building that a question of this prompt is about; -1 for any other. */
export const buildingAsked = (prompt) => rows.value.buildings.findIndex((row) => row.id === prompt);
