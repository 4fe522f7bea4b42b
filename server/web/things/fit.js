/** Text that always fits its box: letters get smaller where fonts are wide or a text is long. */

import { useLayoutEffect } from "../core/lib.js";

/** The smallest size (px) at which text is readable, and the steps towards it. */
const LEAST_PX = 12, STEP_PX = 0.5;

/**
 * Give the element's text the largest size at which all of it is in its box, up to that of its style.
 * @param {HTMLElement} box
 */
export function fit(box) {
  box.style.fontSize = "";
  const overflows = () => box.scrollHeight > box.clientHeight + 1;
  for (let px = parseFloat(getComputedStyle(box).fontSize) - STEP_PX; px >= LEAST_PX && overflows(); px -= STEP_PX) {
    box.style.fontSize = `${px}px`;
  }
}

/**
 * Keep the text of the element fitted, also when the window changes.
 * @param {{ current: HTMLElement | null }} ref
 * @param {any[]} parts what the element shows
 */
export function useFit(ref, parts) {
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    fit(box);
    const again = () => fit(box);
    addEventListener("resize", again);
    return () => removeEventListener("resize", again);
  }, parts);
}
