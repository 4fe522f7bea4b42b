/** The target of a move: the stall on which a good was clicked, the field that it was sown on. */

import { signal, useLayoutEffect } from "../../core/lib.js";

/** The answer to the follow-up question for a target, if it comes; or null. */
export const wanted = signal(/** @type {Loyang.Aim | null} */ (null));

/**
 * Answer the follow-up question with the clicked target, before the person can click again.
 * @param {Loyang.Play} play
 */
export function useWanted(play) {
  useLayoutEffect(() => {
    const { prompt } = play.ask;
    if (!prompt) return;
    const aim = wanted.peek();
    if (aim && aim.prompt === prompt) play.choose(aim.verb, aim.noun);
    wanted.value = null;
  }, [play.ask.number]);
}
