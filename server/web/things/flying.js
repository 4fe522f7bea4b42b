/** Pieces that fly over the page from one place to another, if animations are on. */

import { moving } from "../core/settings.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const FLIGHT_MS = 560;
const ARC_HEIGHT_PX = 34;

/** Are flying pieces allowed now? */
export const mayFly = () => moving() && !document.hidden;

/**
 * A flying drawing: a symbol of the page, in a class that sets its size.
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
 * A simple flying shape such as a coin or a card, in a class that styles it.
 * @param {string} kind
 */
export function sketch(kind) {
  const element = document.createElement("span");
  element.className = `flying ${kind}`;
  element.setAttribute("aria-hidden", "true");
  return element;
}

/**
 * A flying copy of an element, in the same size. The page's style rules don't match the copy while it flies, so its
 * size is set inline. The rules that position the element would hold it in place, so a wrapper flies with it.
 * @param {HTMLElement} source
 */
export function likeness(source) {
  const copy = /** @type {HTMLElement} */ (source.cloneNode(true));
  for (const name of ["data-place", "id"]) copy.removeAttribute(name);
  const { width, height } = source.getBoundingClientRect();
  const zoom = source.currentCSSZoom;
  Object.assign(copy.style, { zoom: `${zoom}`, width: `${width / zoom}px`, height: `${height / zoom}px` });
  const flying = sketch("likeness");
  flying.toggleAttribute("inert", true);
  flying.append(copy);
  return flying;
}

/**
 * The middle of an element, or null if it is not drawn.
 * @param {Element | null} element
 * @returns {[number, number] | null}
 */
function middle(element) {
  const box = element?.getBoundingClientRect();
  return box?.width ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}

/**
 * Is an element drawn and partly on the screen?
 * @param {Element} element
 */
function seen(element) {
  const box = element?.getBoundingClientRect();
  return !!box?.width && box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight;
}

/**
 * The place of a seat's thing in `root`: the element itself, or the seat's tile if the element isn't on the screen.
 * @param {any} root
 * @param {string} selector
 * @param {number} seat
 */
export function placeOf(root, selector, seat) {
  const found = [...root.querySelectorAll(selector)].find(seen);
  return found ?? root.querySelector(`[data-tile="${seat}"]`);
}

/**
 * Move an element over the page in an arc, then remove it. Nothing happens if one end isn't drawn.
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
  const top = [(start[0] + end[0]) / 2, Math.min(start[1], end[1]) - ARC_HEIGHT_PX];
  // All pieces of one moment are measured before any is added, so that the page is laid out only once.
  queueMicrotask(() => {
    document.body.append(element);
    const flight = element.animate([at(start, 0.75), at(top, 1.2), at(end, 0.85)], {
      duration: FLIGHT_MS, delay, easing: "cubic-bezier(.45,.05,.45,.95)", fill: "both",
    });
    flight.onfinish = flight.oncancel = () => element.remove();
  });
}
