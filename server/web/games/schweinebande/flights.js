/** Flying tiles: from the market into a pen, from a pen onto the farm or to the trader. */

import { drawing, mayFly, placeOf, travel } from "../../things/flying.js";
import { EMPTY } from "./hexes.js";

/**
 * The goal of a tile, by log key.
 * @type {Record<string, string>}
 */
const GOALS = { four: "farm", final: "farm", six: "farm", sold: "feed" };

/** The tile that goes to the farm for a group of six kinds. */
const CATTLE = 5;

/**
 * @param {number} seat
 * @param {number} kind
 */
const pen = (seat, kind) => `[data-place="pen-${seat}-${kind}"]`;

/**
 * Fly a tile from one place to another.
 * @param {HTMLElement | null} arena
 * @param {number} seat
 * @param {number} kind
 * @param {string} from
 * @param {string} to
 * @param {number} [delay]
 */
const send = (arena, seat, kind, from, to, delay = 0) =>
  travel(drawing(`sb-${kind}`, "sb-flying"), placeOf(arena, from, seat), placeOf(arena, to, seat), delay);

/**
 * Start the flights for these log lines. `before` is the game as it was drawn a moment ago.
 * @param {HTMLElement | null} arena
 * @param {Schweinebande.Game | null} before
 * @param {Schweinebande.Game} after
 * @param {Line[]} lines
 */
export function fly(arena, before, after, lines) {
  if (!arena || !before || !mayFly()) return;
  for (const [key, seat, kind] of lines) {
    if (key.startsWith("collected")) flyRow(arena, before, after, seat);
    const goal = GOALS[key];
    const animal = key === "six" ? CATTLE : kind;
    if (goal) send(arena, seat, animal, pen(seat, animal), `[data-place="${goal}-${seat}"]`);
  }
}

/**
 * @param {HTMLElement | null} arena
 * @param {Schweinebande.Game} before
 * @param {Schweinebande.Game} after
 * @param {number} seat
 */
function flyRow(arena, before, after, seat) {
  let order = 0;
  before.market.forEach((kind, space) => {
    if (kind >= EMPTY || after.market[space] !== EMPTY) return;
    send(arena, seat, kind, `[data-space="${space}"]`, pen(seat, kind), order++ * 90);
  });
}
