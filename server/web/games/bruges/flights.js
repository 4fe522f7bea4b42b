/** Flying cards, guilders and workers: from the stacks to the players, from them to the table, between players. */

import { drawing, mayFly, placeOf, sketch, travel } from "../../things/flying.js";
import { html, render } from "../../core/lib.js";
import { Sign } from "./art.js";
import { Portrait } from "./people.js";
import { colourOf } from "./words.js";

const MAX_PIECES = 5;
const PIECE_DELAY_MS = 70;

/**
 * @param {string} kind
 * @param {Children} inside
 */
function sheet(kind, inside) {
  const element = sketch(`br-flying-card ${kind}`);
  render(inside, element);
  return element;
}
/**
 * A face-down card: in its colour if that is known, otherwise with the city's gate.
 * @param {number} [colour]
 */
const back = (colour) => () =>
  sheet(`c-${colour ?? "none"}`, html`<${Sign} of=${colour === undefined ? "house" : `sign_${colour}`} />`);
/**
 * A face-up card.
 * @param {number} n
 */
const front = (n) => () => sheet(`face c-${colourOf(n)}`, html`<${Portrait} card=${n} />`);
/**
 * @param {string} symbol
 * @param {string} kind
 */
const piece = (symbol, kind) => () => drawing(`br-${symbol}`, kind);
const guilder = piece("guilder", "br-flying c-coin");
/** @param {number} colour */
const worker = (colour) => piece("worker", `br-flying c-${colour}`);
/** @param {number} colour */
const threat = (colour) => piece(`sign_${colour}`, `br-flying c-${colour}`);

/**
 * @param {number} seat
 * @param {string} selector
 */
const seatPlace = (seat, selector) => `[data-player="${seat}"] ${selector}`;
/** @param {number} seat */
const hand = (seat) => `[data-hand="${seat}"]`;
/** @param {number} seat */
const purse = (seat) => seatPlace(seat, ".br-guilders");
/**
 * @param {number} seat
 * @param {number} colour
 */
const workers = (seat, colour) => seatPlace(seat, `.br-worker[data-colour="${colour}"]`);
/**
 * @param {number} seat
 * @param {number} colour
 */
const threats = (seat, colour) => seatPlace(seat, `[data-threat="${colour}"]`);
/** @param {number} seat */
const houses = (seat) => seatPlace(seat, ".br-street");
/** @param {number} colour */
const die = (colour) => `.br-die-place:nth-child(${colour + 1})`;
const STACKS = "[data-stack]";
const DISCARD = "[data-test=discard]";
const SUPPLY = "[data-test=dice]";

/**
 * The flights for one log line: rows of [factory, number, from, to], places as selectors.
 * @param {Line} line
 * @returns {[make: () => Element, n: number, from: string, to: string][]}
 */
function flightsOf([key, seat, noun, third, fourth]) {
  switch (key) {
    case "refilled": return [[back(), noun, STACKS, hand(seat)]];
    case "draws": return [[back(), 1, STACKS, hand(seat)]];
    case "workers": case "guilders": case "threat": case "canal":
    case "discards": return [[front(noun), 1, hand(seat), DISCARD]];
    case "hire": return [[front(noun), 1, hand(seat), houses(seat)], [guilder, third, purse(seat), SUPPLY]];
    case "builds_house": return [[back(noun), 1, hand(seat), houses(seat)]];
    case "builds_canal": return [[guilder, third, purse(seat), SUPPLY]];
    case "fetches": return [[front(noun), 1, DISCARD, hand(seat)]];
    case "takes_back": case "keeps_person": return [[front(noun), 1, houses(seat), hand(seat)]];
    case "loses_person": case "loses_house": return [[front(noun), 1, houses(seat), DISCARD]];
    case "swaps": return [[front(noun), 1, hand(seat), DISCARD], [front(third), 1, DISCARD, hand(seat)]];
    case "gains_guilders": return [[guilder, noun, SUPPLY, purse(seat)]];
    case "gives_guilders": return [[guilder, third, purse(seat), purse(noun)]];
    case "takes_workers": return [[worker(third), noun, die(third), workers(seat, third)]];
    case "pays_guilders": case "loses_guilders": return [[guilder, noun, purse(seat), SUPPLY]];
    case "pays_worker": return [[worker(noun), 1, workers(seat, noun), die(noun)]];
    case "returns_workers": return [[worker(third), noun, workers(seat, third), die(third)]];
    case "gives_threat": return [[threat(third), 1, threats(seat, third), threats(noun, third)]];
    case "gives_workers": return [[worker(fourth), third, workers(seat, fourth), workers(noun, fourth)]];
    case "takes_threat": return [[threat(noun), 1, die(noun), threats(seat, noun)]];
    case "returns_threat": return [[threat(noun), 1, threats(seat, noun), die(noun)]];
    default: return [];
  }
}

/**
 * Start the flights for these log lines.
 * @param {HTMLElement | null} board
 * @param {Line[]} lines
 */
export function fly(board, lines) {
  if (!board || !mayFly()) return;
  for (const line of lines) {
    for (const [make, n, from, to] of flightsOf(line)) {
      const [start, end] = [from, to].map((place) => placeOf(board, place, Number(place.match(/="(\d)"/)?.[1])));
      for (let k = 0; k < Math.min(n, MAX_PIECES); k++) travel(make(), start, end, k * PIECE_DELAY_MS);
    }
  }
}
