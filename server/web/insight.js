/** Something that a question offers on the board is in sight when the question comes. */

import { useEffect } from "./lib.js";
import { moving } from "./settings.js";

/** Is the middle of a thing between the window's upper edge and what is fixed at its lower one? */
function inSight(thing) {
  const { top, bottom } = thing.getBoundingClientRect();
  const end = document.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
  return top + bottom > 0 && (top + bottom) / 2 < Math.min(end, innerHeight);
}

/**
 * Where all that is offered in `ref` is out of sight, the first of it comes to the middle. `selector` says what
 * counts; `opened` is the number of the question for which another part of the board was opened.
 */
export function useInSight(play, ref, selector = "[data-verb]", opened = 0) {
  useEffect(() => {
    if (play.ask.number === undefined) return;
    const offered = [...ref.current.querySelectorAll(selector)].filter((thing) => thing.checkVisibility());
    if (!offered.length || offered.some(inSight)) return;
    offered[0].scrollIntoView({ block: "center", inline: "nearest", behavior: moving() ? "smooth" : "instant" });
  }, [play.ask.number, opened]);
}
