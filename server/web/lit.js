/** Lights things on the table: those that a guided game or a tip speaks of. */

import { useLayoutEffect, useRef } from "./lib.js";
import { moving } from "./settings.js";

/**
 * What a thing on the table says of the choices it makes; boards are drawn of elements of either kind.
 * @param {Element} thing
 */
const dataOf = (thing) => (thing instanceof HTMLElement || thing instanceof SVGElement ? thing.dataset : {});

/**
 * Where a choice is made on the table: itself, or what leads to it.
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
 * Bring a thing into sight, again where the room around it becomes smaller: what is told beside it comes bit by bit.
 * Of a page beside the one in sight the nearest edge is not enough: that snaps back.
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
 * Light what a page speaks of, for as long as it is read; the first of it comes into sight with the page.
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
    // A card that is opened shows its choices without any news for the guide.
    const changes = new MutationObserver(light);
    changes.observe(/** @type {Node} */ (document.querySelector(".stage")),
      { subtree: true, childList: true, attributeFilter: ["data-verb", "data-noun", "data-leads"] });
    return () => { changes.disconnect(); off(); };
  });
}
