/** A table that is shown some versions late, so that who hears of it from a stream learns nothing for the game. */

/** The greatest delay in versions. */
const MAX_DELAY_VERSIONS = 200;

/** The views that are held back. */
const late = new WeakSet();

/**
 * Show each document of a view only once the table is this many versions further; the whole rest when the game is over.
 * Documents before the first one that arrives are not known, so that nothing is shown until then.
 * @param {View} view
 * @param {number} versions
 */
export function heldBack({ show }, versions) {
  const delay = Math.min(Math.max(Math.trunc(versions), 0), MAX_DELAY_VERSIONS);
  if (!delay || late.has(show)) return;
  late.add(show);
  /** @type {Mirror[]} */
  const waiting = [];
  const push = show.push.bind(show);
  let begun = false;
  /** @param {Mirror} mirror */
  show.push = (mirror) => {
    waiting.push({ ...mirror });
    const due = mirror.public.table.phase === "over" ? Infinity : mirror.version - delay;
    while (waiting.length && waiting[0].version <= due) {
      push(/** @type {Mirror} */ (waiting.shift()), !begun);
      begun = true;
    }
  };
}
