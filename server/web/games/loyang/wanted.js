/** What a move was aimed at: the stall on which a good was clicked, the field that it was sown on. */

import { signal, useLayoutEffect } from "../../lib.js";

/** How to answer the question which one, if it comes; or null. */
export const wanted = signal(/** @type {Loyang.Aim | null} */ (null));

/**
 * Answer the question which one with what was clicked, before anybody can click again.
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
