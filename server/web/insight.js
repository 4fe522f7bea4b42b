/** What a question offers within a region that scrolls is in sight when the question comes. */

import { useEffect } from "./lib.js";
import { moving } from "./settings.js";

/** Regions of the stage that may scroll as a last resort. */
const REGIONS = ".stage-board, .stage-mine, .mine-area, .stage-hand, .stage-seat, .stage-page";

/**
 * Is a thing wholly within the region that holds it?
 * @param {HTMLElement} thing
 * @param {HTMLElement} region
 */
function inSight(thing, region) {
  const [box, room] = [thing, region].map((element) => element.getBoundingClientRect());
  const along = box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
  return along && box.left >= room.left - 1 && box.right <= room.right + 1;
}

/**
 * A region that scrolls can be reached with the keyboard, and scrolled.
 * @param {Ref} ref
 */
export function useReachable(ref) {
  const measure = () => {
    const regions = [...ref.current.querySelectorAll(REGIONS)];
    // All are measured before any is changed: each change would have the page laid out anew for the next.
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

/**
 * Where none of what is offered in a region is in sight, the first of it comes into it, unless something there is
 * spoken of just now.
 * @param {Play} play
 * @param {Ref} ref
 */
export function useInSight(play, ref) {
  useEffect(() => {
    if (play.ask.number === undefined) return;
    for (const region of ref.current.querySelectorAll(REGIONS)) {
      const offered = [...region.querySelectorAll("[data-verb], [data-leads]")].filter((e) => e.checkVisibility());
      if (!offered.length || offered.some((thing) => inSight(thing, region))) continue;
      if (region.querySelector("[data-lit=first]")) continue;
      const [box, room] = [offered[0], region].map((element) => element.getBoundingClientRect());
      const top = (box.top + box.bottom - room.top - room.bottom) / 2;
      region.scrollBy({ top, behavior: moving() ? "smooth" : "instant" });
    }
  }, [play.ask.number]);
}
