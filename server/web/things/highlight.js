/** Highlights the things on the table that a guided game or a tip refers to. */

import { useLayoutEffect, useRef } from "../core/lib.js";
import { moving } from "../core/settings.js";

/**
 * The data attributes of an element; boards have HTML and SVG elements.
 * @param {Element} thing
 */
const dataOf = (thing) => (thing instanceof HTMLElement || thing instanceof SVGElement ? thing.dataset : {});

/**
 * The elements of a choice on the table: the choice itself, or the elements that lead to it.
 * @param {Choice} choice
 */
function placesOf([verb, noun]) {
  const at = [...document.querySelectorAll(".stage [data-verb]")].filter((thing) =>
    dataOf(thing).verb === verb && Number(dataOf(thing).noun ?? -1) === noun);
  if (at.length) return at;
  return [...document.querySelectorAll(".stage [data-leads]:not(.stage-tabs *)")].filter((thing) =>
    dataOf(thing).leads?.split(";").includes(`${verb} ${noun}`));
}

/**
 * Scroll a thing into view, again whenever its region shrinks, because the text beside it arrives in pieces. On a
 * page beside the visible one the nearest edge is not enough: that page would snap back.
 * @param {Element} thing
 * @returns {() => void} ends it
 */
function keepInSight(thing) {
  const inline = thing.closest(".stage-page") ? "center" : "nearest";
  const show = () => thing.scrollIntoView({ block: "nearest", inline, behavior: moving() ? "smooth" : "instant" });
  const resized = new ResizeObserver(show);
  const room = thing.closest("[data-page], .stage-board, .stage-mine");
  show();
  if (room) resized.observe(room);
  return () => resized.disconnect();
}

/**
 * Highlight the things that a text refers to while it is read; the first of them is scrolled into view.
 * @param {string} which
 * @param {string[]} lights
 * @param {Choice[]} choices
 */
export function useLit(which, lights, choices) {
  const seen = useRef("");
  const leave = useRef(() => {});
  useLayoutEffect(() => () => leave.current(), []);
  useLayoutEffect(() => {
    /** @type {Element[]} */
    let lit = [];
    const off = () => lit.forEach((thing) => thing.removeAttribute("data-lit"));
    const light = () => {
      off();
      lit = [...lights.flatMap((one) => [...document.querySelectorAll(`.stage :is(${one})`)]),
        ...choices.flatMap(placesOf)];
      const first = lit.find((thing) => thing.checkVisibility());
      lit.forEach((thing) => thing.setAttribute("data-lit", thing === first ? "first" : ""));
      return first;
    };
    const first = light();
    if (seen.current !== which) {
      leave.current();
      seen.current = first ? which : "";
      leave.current = first ? keepInSight(first) : () => {};
    }
    // An opened card shows its choices without any change for the guide.
    const changes = new MutationObserver(light);
    changes.observe(/** @type {Node} */ (document.querySelector(".stage")),
      { subtree: true, childList: true, attributeFilter: ["data-verb", "data-noun", "data-leads"] });
    return () => { changes.disconnect(); off(); };
  });
}
