/**
 * Roving tabindex: a group of things is one Tab stop; an arrow key moves to the nearest thing in its direction, or to
 * the next or last one if there is none.
 */

import { middle, nearest, WAYS } from "./arrows.js";
import { useLayoutEffect, useRef } from "../core/lib.js";

/** @type {Record<string, number>} */
const EDGES = { Home: 0, End: -1 };

/**
 * Attributes for the group's element. Its stops have `data-rove`. Tab leads to the first available one, otherwise to
 * the first, or to the last with `fromEnd`.
 */
export function useRoving(fromEnd = false) {
  const ref = useRef(null);
  useLayoutEffect(() => {
    const all = stops(ref.current);
    const here = all.find((stop) => stop === document.activeElement);
    const home = here ?? all.find((stop) => stop.getAttribute("aria-disabled") === "false") ?? all.at(fromEnd ? -1 : 0);
    for (const stop of all) stop.tabIndex = stop === home ? 0 : -1;
  });
  /** @param {Happening} event */
  const onKeyDown = (event) => {
    const all = stops(ref.current);
    const at = all.indexOf(event.target.closest("[data-rove]"));
    const way = WAYS[event.key];
    const edge = EDGES[event.key];
    if (at < 0 || (!way && edge === undefined)) return;
    event.preventDefault();
    const next = way ? nearest(all, middle(all[at]), way) ?? all.at((at + way[0] + way[1]) % all.length) : all.at(edge);
    for (const stop of all) stop.tabIndex = stop === next ? 0 : -1;
    next?.focus();
  };
  return { ref, onKeyDown };
}

/**
 * @param {HTMLElement | null} group
 * @returns {HTMLElement[]}
 */
const stops = (group) => [.../** @type {Iterable<HTMLElement>} */ (group?.querySelectorAll("[data-rove]") ?? [])];
