/** Pieces that fly: between a player and the supply, between two players, onto the ship. */

import { moving } from "../../settings.js";
import { ITEMS, PESO, VP, WOOD } from "./words.js";

const MOST = 5;
const NAMESPACE = "http://www.w3.org/2000/svg";

/** What flies, from where to where: rows of [item, number, from, to]; a place is a seat, "supply" or a die. */
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
  if (key === "delivered") return [[nouns[1] % ITEMS, nouns[0], seat, `die-${nouns[1] % ITEMS}`], [VP, nouns[2], "supply", seat]];
  if (key === "delivered_wood") return [[WOOD, nouns[0], seat, `die-${nouns[3]}`], [VP, nouns[2], "supply", seat]];
  if (key === "drove") return [[PESO, nouns[1], seat, "supply"]];
  return [];
}

function place(board, name, item) {
  const text = String(name);
  if (text.startsWith("die-")) return board.querySelector(`[data-die="${text.slice(4)}"]`);
  if (text === "supply") return board.querySelector(`[data-place="supply-${item}"]`) ?? board.querySelector("[data-test=supply]");
  return board.querySelector(`[data-place="${text}-${item}"]`) ?? board.querySelector(`[data-player="${text}"]`);
}

/** Start the flights of these lines of the log, over the table. */
export function fly(board, lines) {
  if (!board || !moving() || document.hidden) return;
  for (const line of lines) {
    for (const [item, n, from, to] of flightsOf(line)) {
      const [start, end] = [place(board, from, item), place(board, to, item)];
      if (start && end) for (let k = 0; k < Math.min(n, MOST); k++) travel(piece(item), middle(start), middle(end), k * 80);
    }
  }
}

function piece(item) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("class", "sg-flying");
  const use = document.createElementNS(NAMESPACE, "use");
  use.setAttribute("href", `#sg-item-${item}`);
  svg.append(use);
  return svg;
}

const middle = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

function travel(element, [x1, y1], [x2, y2], delay) {
  document.body.append(element);
  const at = (x, y, scale) => ({ transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})` });
  const flight = element.animate([at(x1, y1, 0.7), at((x1 + x2) / 2, Math.min(y1, y2) - 30, 1.2), at(x2, y2, 0.9)], {
    duration: 560, delay, easing: "cubic-bezier(.45,.05,.45,.95)", fill: "both",
  });
  flight.onfinish = flight.oncancel = () => element.remove();
}
