/** Flying goods and coins between the regions: bought, sold, sown, harvested, delivered, traded. */

import { drawing, mayFly, travel } from "../../things/flying.js";
import { cardOf } from "./cards.js";

const MAX_PIECES = 5;
const PIECE_DELAY_MS = 80;

/**
 * The flights for one log line: rows of [symbol, number, from, to], by names of places.
 * @param {Line} line
 * @param {Loyang.Game} before
 * @param {Loyang.Game} after
 * @returns {Loyang.Flight[]}
 */
function flightsOf([key, seat, noun, third, fourth], before, after) {
  const good = `good-${noun}`;
  /**
   * @param {number} n
   * @param {string} from
   * @param {string} [to]
   * @returns {Loyang.Flight}
   */
  const cash = (n, from, to = "purse") => ["coin", n, from, to];
  if (key.startsWith("harvested")) return harvest(seat, before, after);
  switch (key) {
    case "sold": return [[good, 1, `load-${noun}`, `shop-${noun}`], cash(third, `shop-${noun}`)];
    case "hawked": return [[good, 1, `card-${third}`, `shop-${noun}`], cash(fourth, `shop-${noun}`)];
    case "bought": return [[good, third, `shop-${noun}`, `load-${noun}`], cash(fourth, "purse", `shop-${noun}`)];
    case "planted": return [[good, 1, `shop-${noun}`, "fields"]];
    case "sowed": return [[good, 1, `load-${noun}`, `card-${third}`]];
    case "gave": return [[good, 1, `load-${noun}`, "stalls"]];
    case "traded": return [[good, 1, `card-${third}`, `load-${noun}`]];
    case "traded_with": return [[good, 1, "stalls", `load-${noun}`]];
    case "gave_up": return [[good, 1, `load-${noun}`, `shop-${noun}`]];
    case "served":
    case "served_for":
      return [...delivery(noun), cash(third, `card-${noun}`)];
    case "wages": return [cash(noun, "fields")];
    case "loan": return [cash(MAX_PIECES, "path")];
    default: return [];
  }
}

/**
 * The goods that a customer wants.
 * @param {number} card
 * @returns {Loyang.Flight[]}
 */
const delivery = (card) => cardOf(card).goods.map((good) => [`good-${good}`, 1, `load-${good}`, `card-${card}`]);

/**
 * One good from each field that has lost one.
 * @param {number} seat
 * @param {Loyang.Game} before
 * @param {Loyang.Game} after
 * @returns {Loyang.Flight[]}
 */
function harvest(seat, before, after) {
  const left = new Map(after.fields[seat].map(([card, , amount]) => [card, amount ?? 0]));
  return before.fields[seat]
    .filter(([card, , amount]) => amount > (left.get(card) ?? 0))
    .map(([card, good]) => [`good-${good}`, 1, `card-${card}`, `load-${good}`]);
}

/** @type {Record<string, (n: string) => string>} */
const SELECTORS = {
  load: (n) => `.lo-column[data-good="${n}"] .lo-load`,
  shop: (n) => `.lo-column[data-good="${n}"] .lo-shelf`,
  card: (n) => `[data-card="${n}"], [data-near="${n}"]`,
  fields: () => ".lo-group.fields",
  stalls: () => ".lo-group.stalls",
};

/** @param {HTMLElement} thing */
const seen = (thing) => thing.checkVisibility();

/**
 * The element of a seat's place; if it is not on the screen, the seat's tile in the strip.
 * @param {ParentNode} page
 * @param {number} seat
 * @param {number} own
 * @param {string} name
 */
function placeOf(page, seat, own, name) {
  const [kind, n] = name.split("-");
  if (kind === "path") return page.querySelector(`[data-pawn="${seat}"]`);
  const selector = SELECTORS[kind]?.(n) ?? `[data-tile="${seat}"] [data-figure=money]`;
  const found = [.../** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(selector))];
  const ours = found.filter(seen).find((thing) => kind === "purse" || ownerOf(thing, own) === seat);
  return ours ?? page.querySelector(`[data-tile="${seat}"]`);
}

/**
 * The owner of a thing's place: the shop in the common region is the person's own.
 * @param {HTMLElement} thing
 * @param {number} own
 */
function ownerOf(thing, own) {
  const display = /** @type {HTMLElement | null} */ (thing.closest("[data-display]"));
  return Number(display?.dataset.display ?? own);
}

/**
 * Start the flights for these log lines. `before` is the game as it was drawn a moment ago.
 * @param {ParentNode} page
 * @param {number} own
 * @param {Loyang.Game | null} before
 * @param {Loyang.Game} after
 * @param {Line[]} lines
 */
export function fly(page, own, before, after, lines) {
  if (!before?.fields || !mayFly()) return;
  for (const line of lines) {
    for (const [symbol, n, from, to] of flightsOf(line, before, after)) {
      const [start, end] = [placeOf(page, line[1], own, from), placeOf(page, line[1], own, to)];
      for (let k = 0; k < Math.min(n, MAX_PIECES); k++) {
        travel(drawing(`lo-${symbol}`, "lo-flying"), start, end, k * PIECE_DELAY_MS);
      }
    }
  }
}
