/** Flying pieces: between a player and the supply, between two players, onto the ship. */

import { drawing, mayFly, placeOf, travel } from "../../things/flying.js";
import { ITEMS, PESO, VP, WOOD } from "./words.js";

const MAX_PIECES = 5;

/**
 * The flights for one log line: rows of [item, number, from, to]; a place is a seat, "supply" or a die.
 * @param {Line} line
 * @returns {[item: number, n: number, from: number | string, to: number | string][]}
 */
function flightsOf([key, seat, ...nouns]) {
  if (key.startsWith("exchange")) {
    const gives = Number(key.split("_")[1]);
    return Array.from({ length: nouns.length / 2 }, (_, k) => {
      const [n, item] = [nouns[2 * k], nouns[2 * k + 1] % ITEMS];
      return k < gives ? [item, n, seat, "supply"] : [item, n, "supply", seat];
    });
  }
  if (key === "gift") return [[nouns[1] % ITEMS, 1, seat, nouns[0]]];
  if (key === "rent") return [[VP, 1, "supply", seat]];
  if (key === "delivered") return [[nouns[1] % ITEMS, nouns[0], seat, `die-${nouns[1] % ITEMS}`],
    [VP, nouns[2], "supply", seat]];
  if (key === "delivered_wood") return [[WOOD, nouns[0], seat, `die-${nouns[3]}`], [VP, nouns[2], "supply", seat]];
  if (key === "drove") return [[PESO, nouns[1], seat, "supply"]];
  return [];
}

/**
 * @param {HTMLElement} board
 * @param {number | string} name
 * @param {number} item
 */
function place(board, name, item) {
  const text = String(name);
  if (text.startsWith("die-")) return board.querySelector(`[data-die="${text.slice(4)}"]`);
  if (text === "supply") return board.querySelector(`[data-place="supply-${item}"]`)
    ?? board.querySelector("[data-test=supply]");
  return placeOf(board, `[data-place="${text}-${item}"]`, Number(name));
}

/**
 * Start the flights for these log lines, over the table.
 * @param {HTMLElement | null} board
 * @param {Line[]} lines
 */
export function fly(board, lines) {
  if (!board || !mayFly()) return;
  for (const line of lines) {
    for (const [item, n, from, to] of flightsOf(line)) {
      const [start, end] = [place(board, from, item), place(board, to, item)];
      for (let k = 0; k < Math.min(n, MAX_PIECES); k++) {
        travel(drawing(`sg-item-${item}`, "sg-flying"), start, end, k * 80);
      }
    }
  }
}
