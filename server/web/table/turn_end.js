/**
 * The end of a turn when no other choice is left. The table ends the turn together with the choice before, if that
 * can still be undone afterwards. Otherwise the page ends it after a countdown, in which undo prevents that. People
 * who want to be asked say so in the preferences. Guided games always ask: they explain the question.
 */

import { useEffect } from "../core/lib.js";
import { choices } from "../core/gametext.js";
import { endsAlone } from "../core/settings.js";

/** Time (ms) in which an automatic end can be prevented by undo; the line shows the countdown. */
const UNDO_GRACE_MS = 4000;

/**
 * Do this person's turns end automatically?
 * @param {{ hints: Record<string, any> }} props
 */
export const endsByItself = ({ hints }) => endsAlone.value === "on" && !hints.lesson;

/**
 * Is the end of the turn the only choice?
 * @param {{ ask: Protocol.Asked, past: boolean, waiting: boolean }} props
 */
function onlyEnd({ ask, past, waiting }) {
  if (past || waiting || ask.prompt !== "end_turn") return false;
  return choices(ask).every(([verb]) => verb === "done");
}

/**
 * Is the countdown to the end of the turn running?
 * @param {Play} play
 */
export const isEnding = (play) => onlyEnd(play) && (play.mine.undo ?? 0) > 0 && endsByItself(play);

/**
 * End the turn automatically if the setting says so, or if nothing can be undone. Returns whether the countdown is
 * running.
 * @param {Play} play
 */
export function useEnding(play) {
  const { ask, mine } = play;
  const only = onlyEnd(play);
  const back = (mine.undo ?? 0) > 0;
  const runs = isEnding(play);
  useEffect(() => {
    if (!runs && !(only && !back)) return undefined;
    const timer = setTimeout(() => play.choose("done", -1, true), back ? UNDO_GRACE_MS : 0);
    return () => clearTimeout(timer);
  }, [ask.number, runs, only, back]);
  return runs;
}
