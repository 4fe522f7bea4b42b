/** Coins and cards that fly: from purse to purse, from and to the bank, from the supply into a city. */

import { moving } from "../../settings.js";
import { establishment, landmark } from "./cards.js";

const MOST = 7;

/** Where coins start and land: a seat's purse, or the bank. */
const place = (arena, name) => arena.querySelector(`[data-place="${name}"]`)?.getBoundingClientRect();

const COINS = {
  paid: ([from, to, n]) => [from, to, n],
  stadium: ([from, to, n]) => [from, to, n],
  tv: ([from, to, n]) => [from, to, n],
  got: ([seat, n]) => ["bank", seat, n],
  built: ([seat, kind]) => [seat, "bank", establishment(kind).price],
  landmark: ([seat, n]) => [seat, "bank", landmark(n).price],
};

/** Start the flights of these lines of the log, over the table. */
export function fly(arena, lines) {
  if (!arena || !moving() || document.hidden) return;
  lines.forEach(([key, ...nouns], order) => {
    const coins = COINS[key]?.(nouns);
    if (coins) flyCoins(arena, ...coins, order * 90);
    if (key === "built") flyCard(arena, `pile-${nouns[1]}`, `city-${nouns[0]}-${nouns[1]}`);
    if (key === "swapped") {
      flyCard(arena, `city-${nouns[0]}-${nouns[1]}`, `city-${nouns[2]}-${nouns[1]}`);
      flyCard(arena, `city-${nouns[2]}-${nouns[3]}`, `city-${nouns[0]}-${nouns[3]}`);
    }
  });
}

function flyCoins(arena, from, to, amount, delay) {
  const [start, end] = [place(arena, from === "bank" ? "bank" : `purse-${from}`), place(arena, to === "bank" ? "bank" : `purse-${to}`)];
  if (!start || !end) return;
  for (let n = 0; n < Math.min(amount, MOST); n++) {
    const coin = document.createElement("span");
    coin.className = "mk-flying-coin";
    travel(coin, centre(start), centre(end), delay + n * 70, 560);
  }
}

const centre = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** Move something over the page in an arc, then take it away. */
function travel(element, [x1, y1], [x2, y2], delay, duration) {
  document.body.append(element);
  const height = 40 + Math.abs(x2 - x1) / 8;
  const [middleX, middleY] = [(x1 + x2) / 2, Math.min(y1, y2) - height / 2];
  const at = (x, y, scale) => ({ transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})` });
  const flight = element.animate([at(x1, y1, 0.6), at(middleX, middleY, 1.15), at(x2, y2, 0.8)], {
    duration, delay, easing: "cubic-bezier(.45,.05,.45,.95)", fill: "both",
  });
  flight.onfinish = flight.oncancel = () => element.remove();
}

function flyCard(arena, from, to) {
  const source = arena.querySelector(`[data-place="${from}"]`);
  const end = place(arena, to);
  if (!source || !end) return;
  const start = source.getBoundingClientRect();
  const card = source.cloneNode(true);
  card.className = `${card.className} mk-flying-card`;
  card.removeAttribute("data-place");
  card.setAttribute("aria-hidden", "true");
  card.inert = true;
  card.style.width = `${start.width}px`;
  travel(card, centre(start), centre(end), 0, 520);
}
