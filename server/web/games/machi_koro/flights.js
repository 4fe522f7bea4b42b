/** Flying coins and cards: from purse to purse, from and to the bank, from the supply into a city. */

import { likeness, mayFly, placeOf, sketch, travel } from "../../things/flying.js";

const MAX_COINS = 7;

/**
 * The payment in a log line: payer, recipient, number of coins; a seat, or "bank".
 * @type {Record<string, (nouns: number[]) => [from: number | string, to: number | string, coins: number]>}
 */
const COINS = {
  paid: ([from, to, n]) => [from, to, n],
  short: ([from, to, n]) => [from, to, n],
  stadium: ([from, to, n]) => [from, to, n],
  tv: ([from, to, n]) => [from, to, n],
  got: ([seat, n]) => ["bank", seat, n],
  built: ([seat, , price]) => [seat, "bank", price],
  landmark: ([seat, , price]) => [seat, "bank", price],
};

/**
 * A place by its name; the name of a city's place contains its seat.
 * @param {HTMLElement | null} arena
 * @param {string} name
 */
const place = (arena, name) => placeOf(arena, `[data-place="${name}"]`, Number(name.split("-")[1]));

/**
 * The place of a kind in a city: large, or in small beside the supply.
 * @param {HTMLElement | null} arena
 * @param {number} seat
 * @param {number} kind
 */
const inCity = (arena, seat, kind) =>
  placeOf(arena, `[data-place="city-${seat}-${kind}"], [data-place="chip-${seat}-${kind}"]`, seat);

/**
 * Start the flights for these log lines, over the table.
 * @param {HTMLElement | null} arena
 * @param {Line[]} lines
 */
export function fly(arena, lines) {
  if (!arena || !mayFly()) return;
  lines.forEach(([key, ...nouns], order) => {
    const coins = COINS[key]?.(nouns);
    if (coins) flyCoins(arena, ...coins, order * 90);
    if (key === "built") flyCard(place(arena, `pile-${nouns[1]}`), inCity(arena, nouns[0], nouns[1]));
    if (key === "swapped") {
      const [seat, given, partner, taken] = nouns;
      flyCard(inCity(arena, seat, given), inCity(arena, partner, given));
      flyCard(inCity(arena, partner, taken), inCity(arena, seat, taken));
    }
  });
}

/**
 * @param {HTMLElement | null} arena
 * @param {number | string} from
 * @param {number | string} to
 * @param {number} amount
 * @param {number} delay
 */
function flyCoins(arena, from, to, amount, delay) {
  const [start, end] = [from, to].map((name) => place(arena, name === "bank" ? "bank" : `purse-${name}`));
  for (let n = 0; n < Math.min(amount, MAX_COINS); n++) travel(sketch("mk-flying-coin"), start, end, delay + n * 70);
}

/**
 * @param {HTMLElement | null} source
 * @param {Element | null} goal
 */
function flyCard(source, goal) {
  if (source) travel(likeness(source), source, goal);
}
