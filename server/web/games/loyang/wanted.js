/** The stall on which a good was clicked: where several stalls have it, the question which one answers itself. */

import { useLayoutEffect } from "../../lib.js";

export const wantedStall = { card: -1 };

const QUESTIONS = ["trade_from", "hawk_from"];

/** Answer with the stall that was clicked, before anybody can click again. */
export function useWantedStall(play) {
  useLayoutEffect(() => {
    if (QUESTIONS.includes(play.ask.prompt)) play.choose("stall", wantedStall.card);
    if (play.ask.prompt) wantedStall.card = -1;
  }, [play.ask.number]);
}
