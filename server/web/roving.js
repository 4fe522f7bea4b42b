/**
 * A group of things is one stop of the Tab key; an arrow key goes to the nearest one in its direction, and where none
 * lies there to the next or the last one.
 */

import { middle, nearest, WAYS } from "./arrows.js";
import { useLayoutEffect, useRef } from "./lib.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Attributes for the group's element. Its stops have `data-rove`; the first that may be chosen is where Tab leads, or
 * else the first one, or the last with `fromEnd`.
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
    /** @type {Record<string, number>} */
    const edges = { Home: 0, End: all.length - 1 };
    const edge = edges[event.key];
    const step = STEPS[event.key];
    if (at < 0 || (step === undefined && edge === undefined)) return;
    event.preventDefault();
    const there = edge === undefined && nearest(all, middle(all[at]), WAYS[event.key]);
    const next = there || all[edge ?? (at + step + all.length) % all.length];
    for (const stop of all) stop.tabIndex = stop === next ? 0 : -1;
    next.focus();
  };
  return { ref, onKeyDown };
}

/**
 * @param {HTMLElement | null} group
 * @returns {HTMLElement[]}
 */
const stops = (group) => [.../** @type {Iterable<HTMLElement>} */ (group?.querySelectorAll("[data-rove]") ?? [])];
