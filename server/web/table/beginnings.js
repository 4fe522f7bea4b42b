/** The moments of a replay at which turns or rounds begin. */

import { linesSince } from "../core/gametext.js";

/**
 * By kind, the test whether a moment of a replay begins a turn or a round.
 * @type {Record<string, (module: Board) => (moment: import("./replay_data.js").Moment,
 *   before: import("./replay_data.js").Moment | undefined) => boolean>}
 */
const BEGINS = {
  turn: ({ turn }) => (now, then) => !then || [now, then].map(({ public: { game }, mine: [{ hints = {} }] }) =>
    turn(game, hints)).some((one, _, [first]) => one !== first),
  round: () => (now, then) => linesSince(then?.public.log ?? [0], now.public.log).some(([key]) => key === "round"),
};

/** @type {WeakMap<import("./replay_data.js").Reel, Record<string, number[]>>} */
const marked = new WeakMap();

/**
 * The versions of a replay at which turns or rounds begin.
 * @param {Play} play
 * @param {string} what
 */
export function marks({ view, module }, what) {
  const reel = /** @type {import("./replay_data.js").Reel} */ (view.reel.value);
  const known = marked.get(reel) ?? {};
  marked.set(reel, known);
  known[what] ??= reel.versions(BEGINS[what](module));
  return known[what];
}

/**
 * @param {number[]} versions
 * @param {number} now
 */
export const before = (versions, now) => versions.findLast((one) => one < now) ?? 0;
