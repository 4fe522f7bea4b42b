/** Tiles that fly: from the market into a pen, from a pen onto the farm or to the trader. */

import { moving } from "../../settings.js";
import { EMPTY } from "./hexes.js";

const box = (arena, selector) => arena.querySelector(selector)?.getBoundingClientRect();
const centre = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** Start the flights of these lines of the log. `before` is the game as it was drawn a moment ago. */
export function fly(arena, before, after, lines) {
  if (!arena || !before || !moving() || document.hidden) return;
  for (const [key, seat, kind] of lines) {
    if (key.startsWith("collected")) flyRow(arena, before, after, seat);
    if (key === "four" || key === "final") travel(kind, box(arena, `[data-place="pen-${seat}-${kind}"]`), box(arena, `[data-place="farm-${seat}"]`), 0);
    if (key === "six") travel(5, box(arena, `[data-place="pen-${seat}-5"]`), box(arena, `[data-place="farm-${seat}"]`), 0);
    if (key === "sold") travel(kind, box(arena, `[data-place="pen-${seat}-${kind}"]`), box(arena, `[data-place="feed-${seat}"]`), 0);
  }
}

function flyRow(arena, before, after, seat) {
  let order = 0;
  before.market.forEach((kind, space) => {
    if (kind < EMPTY && after.market[space] === EMPTY)
      travel(kind, box(arena, `[data-space="${space}"]`), box(arena, `[data-place="pen-${seat}-${kind}"]`) ?? box(arena, `[data-farm="${seat}"]`), order++ * 90);
  });
}

/** Move a drawing over the page in an arc, then take it away. */
function travel(kind, from, to, delay) {
  if (!from || !to) return;
  const element = document.createElement("span");
  element.className = "sb-flying";
  element.style.width = `${Math.min(64, from.width)}px`;
  element.innerHTML = `<svg viewBox="0 0 100 100" aria-hidden="true"><use href="#sb-${kind}" /></svg>`;
  document.body.append(element);
  const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
  const at = (x, y, scale) => ({ transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})` });
  const top = Math.min(y1, y2) - 40;
  const flight = element.animate([at(x1, y1, 1), at((x1 + x2) / 2, top, 1.1), at(x2, y2, 0.6)], { duration: 620, delay, easing: "cubic-bezier(.45,.05,.45,.95)", fill: "both" });
  flight.onfinish = flight.oncancel = () => element.remove();
}
