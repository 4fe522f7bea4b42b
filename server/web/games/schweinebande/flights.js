/** Tiles that fly: from the market into a pen, from a pen onto the farm or to the trader. */

import { drawing, mayFly, travel } from "../../flying.js";
import { EMPTY } from "./hexes.js";

/** The tile that goes to the farm for one of each kind. */
const CATTLE = 5;

const pen = (seat, kind) => `[data-place="pen-${seat}-${kind}"]`;

/** A tile flies from one place to another. */
const send = (arena, kind, from, to, delay = 0) =>
  travel(drawing(`sb-${kind}`, "sb-flying"), arena.querySelector(from), arena.querySelector(to), delay);

/** Start the flights of these lines of the log. `before` is the game as it was drawn a moment ago. */
export function fly(arena, before, after, lines) {
  if (!arena || !before || !mayFly()) return;
  for (const [key, seat, kind] of lines) {
    if (key.startsWith("collected")) flyRow(arena, before, after, seat);
    const goal = { four: "farm", final: "farm", six: "farm", sold: "feed" }[key];
    const animal = key === "six" ? CATTLE : kind;
    if (goal) send(arena, animal, pen(seat, animal), `[data-place="${goal}-${seat}"]`);
  }
}

function flyRow(arena, before, after, seat) {
  let order = 0;
  before.market.forEach((kind, space) => {
    if (kind >= EMPTY || after.market[space] !== EMPTY) return;
    const goal = arena.querySelector(pen(seat, kind)) ? pen(seat, kind) : `[data-farm="${seat}"]`;
    send(arena, kind, `[data-space="${space}"]`, goal, order++ * 90);
  });
}
