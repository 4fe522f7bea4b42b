/** The end of a turn in which nothing is left to be done: asked, or by itself, as each person likes it. */

import { useEffect } from "./lib.js";
import { choices } from "./gametext.js";
import { endsAlone } from "./settings.js";

/** Milliseconds for which a turn that ends by itself can still be taken back; the line shows how they run down. */
const GRACE = 4000;

/**
 * Is the end of the turn all that is left?
 * @param {{ ask: Protocol.Asked, past: boolean, waiting: boolean }} props
 */
function onlyEnd({ ask, past, waiting }) {
  if (past || waiting || ask.prompt !== "end_turn") return false;
  return choices(ask).every(([verb]) => verb === "done");
}

/**
 * Ends the turn by itself where nobody wants to be asked, or nothing can be taken back. Does it run down just now?
 * @param {Play} play
 */
export function useEnding(play) {
  const { ask, mine } = play;
  const only = onlyEnd(play);
  const back = (mine.undo ?? 0) > 0;
  const runs = only && back && endsAlone.value === "on";
  useEffect(() => {
    if (!runs && !(only && !back)) return undefined;
    const timer = setTimeout(() => play.choose("done"), back ? GRACE : 0);
    return () => clearTimeout(timer);
  }, [ask.number, runs, only, back]);
  return runs;
}
