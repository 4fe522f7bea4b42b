/** When a question comes, its choices in scrolling regions are scrolled into view. */

import { useEffect } from "../core/lib.js";
import { moving } from "../core/settings.js";

/** Regions of the stage that scroll if their content does not fit. */
const REGIONS = ".stage-board, .stage-mine, .mine-area, .stage-hand, .stage-seat, .stage-page";

/**
 * Is a thing wholly visible within its region?
 * @param {HTMLElement} thing
 * @param {HTMLElement} region
 */
function inSight(thing, region) {
  const [box, room] = [thing, region].map((element) => element.getBoundingClientRect());
  const along = box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
  return along && box.left >= room.left - 1 && box.right <= room.right + 1;
}

/**
 * Make scrolling regions focusable, so that the keyboard can scroll them.
 * @param {Ref} ref
 */
export function useReachable(ref) {
  const measure = () => {
    const regions = [...ref.current.querySelectorAll(REGIONS)];
    // All are measured before any is changed; otherwise each change would force a layout for the next one.
    const scroll = regions.map(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
      scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1);
    regions.forEach((region, n) => {
      if (scroll[n] && region.tabIndex) region.tabIndex = 0;
      else if (!scroll[n] && !region.tabIndex) region.removeAttribute("tabindex");
    });
  };
  useEffect(measure);
  useEffect(() => {
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
}

/** Pixels between a choice and the edge of its region after scrolling. */
const MARGIN_PX = 4;

/**
 * How far a region must scroll so that all of these things are visible, or the first of them if they don't all fit
 * and none is visible.
 * @param {HTMLElement[]} things
 * @param {HTMLElement} region
 */
function scrollTo(things, region) {
  const [room, ...boxes] = [region, ...things].map((element) => element.getBoundingClientRect());
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  if (bottom - top > room.height - 2 * MARGIN_PX) {
    const middle = (boxes[0].top + boxes[0].bottom - room.top - room.bottom) / 2;
    return things.some((thing) => inSight(thing, region)) ? 0 : middle;
  }
  if (bottom > room.bottom + 1) return bottom - room.bottom + MARGIN_PX;
  return top < room.top - 1 ? top - room.top - MARGIN_PX : 0;
}

/**
 * Scroll each region to its choices, unless a highlighted thing is in the region.
 * @param {Play} play
 * @param {Ref} ref
 */
export function useInSight(play, ref) {
  useEffect(() => {
    if (play.ask.number === undefined) return;
    for (const region of ref.current.querySelectorAll(REGIONS)) {
      const offered = [...region.querySelectorAll("[data-verb], [data-leads]")].filter((e) => e.checkVisibility());
      const top = offered.length && !region.querySelector("[data-lit=first]") && scrollTo(offered, region);
      if (top) region.scrollBy({ top, behavior: moving() ? "smooth" : "instant" });
    }
  }, [play.ask.number]);
}
