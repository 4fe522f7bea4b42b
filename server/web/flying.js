/** Pieces that fly over the page from one place to another, for eyes that welcome it. */

import { moving } from "./settings.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const DURATION = 560;
const RISE = 34;

/** Is anything to fly now? */
export const mayFly = () => moving() && !document.hidden;

/**
 * A drawing that flies: a symbol of the page, in a class that gives it its size.
 * @param {string} symbol
 * @param {string} kind
 */
export function drawing(symbol, kind) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("class", `flying ${kind}`);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(NAMESPACE, "use");
  use.setAttribute("href", `#${symbol}`);
  svg.append(use);
  return svg;
}

/**
 * A thing of a few strokes that flies: a coin, a card, in a class that gives it its looks.
 * @param {string} kind
 */
export function sketch(kind) {
  const element = document.createElement("span");
  element.className = `flying ${kind}`;
  element.setAttribute("aria-hidden", "true");
  return element;
}

/**
 * A copy of something on the table that flies, as large as it lies there. Rules that hold there don't reach it on its
 * way, so its size is written on it; and those that place it would have it stay, so something else flies with it.
 * @param {HTMLElement} source
 */
export function likeness(source) {
  const copy = /** @type {HTMLElement} */ (source.cloneNode(true));
  for (const name of ["data-place", "id"]) copy.removeAttribute(name);
  const { width, height } = source.getBoundingClientRect();
  const zoom = source.currentCSSZoom ?? 1;
  Object.assign(copy.style, { zoom: `${zoom}`, width: `${width / zoom}px`, height: `${height / zoom}px` });
  const flying = sketch("likeness");
  flying.inert = true;
  flying.append(copy);
  return flying;
}

/**
 * The middle of what an element shows, or null where it shows nothing.
 * @param {Element | null} element
 * @returns {[number, number] | null}
 */
function middle(element) {
  const box = element?.getBoundingClientRect();
  return box?.width ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}

/**
 * Does an element show anything, and is some of it on the screen?
 * @param {Element} element
 */
function seen(element) {
  const box = element?.getBoundingClientRect();
  return !!box?.width && box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight;
}

/**
 * Where something of a seat lies in `root`: the place itself, or the seat's tile where that isn't on the screen.
 * @param {any} root
 * @param {string} selector
 * @param {number} seat
 */
export function placeOf(root, selector, seat) {
  const found = [...root.querySelectorAll(selector)].find(seen);
  return found ?? root.querySelector(`[data-tile="${seat}"]`);
}

/**
 * Move something over the page in an arc, then take it away. Nothing happens where one end can't be seen.
 * @param {Element} element
 * @param {any} from
 * @param {any} to
 * @param {number} [delay]
 */
export function travel(element, from, to, delay = 0) {
  const [start, end] = [middle(from), middle(to)];
  if (!start || !end) return;
  /**
   * @param {Point} point
   * @param {number} scale
   */
  const at = ([x, y], scale) => ({ transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})` });
  /** @type {Point} */
  const top = [(start[0] + end[0]) / 2, Math.min(start[1], end[1]) - RISE];
  // All that flies at once is measured before any of it comes onto the page, which is then laid out anew but once.
  queueMicrotask(() => {
    document.body.append(element);
    const flight = element.animate([at(start, 0.75), at(top, 1.2), at(end, 0.85)], {
      duration: DURATION, delay, easing: "cubic-bezier(.45,.05,.45,.95)", fill: "both",
    });
    flight.onfinish = flight.oncancel = () => element.remove();
  });
}
