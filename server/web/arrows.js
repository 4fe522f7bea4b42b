/**
 * The keyboard on a board with many things to choose from: an arrow key goes to the nearest one in its direction,
 * and after a choice the focus comes back to the same one, if it is there again.
 */

import { useEffect, useLayoutEffect, useRef } from "./lib.js";

/** @type {Record<string, Point>} */
export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** What lies less far in an arrow's direction lies beside it. */
const LEAST = 4;
/** How much farther a thing seems for lying beside an arrow's direction. */
const ASIDE = 2.5;

/**
 * @param {HTMLElement} thing
 * @returns {Point}
 */
export const middle = (thing) => {
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
};

/**
 * @param {Iterable<HTMLElement & { disabled?: boolean }>} all
 * @returns {HTMLElement[]}
 */
const shown = (all) => [...all].filter((thing) => thing.checkVisibility() && !thing.disabled);

/**
 * The nearest of `all` from a point in a direction; undefined where nothing lies there.
 * @param {HTMLElement[]} all
 * @param {Point} from
 * @param {Point} way
 */
export function nearest(all, [x, y], [dx, dy]) {
  const rows = all.map((thing) => {
    const [left, down] = middle(thing).map((at, n) => at - [x, y][n]);
    const [ahead, aside] = [left * dx + down * dy, Math.abs(left * dy) + Math.abs(down * dx)];
    return { ahead, far: ahead + ASIDE * aside, thing };
  });
  return rows.filter(({ ahead }) => ahead > LEAST).sort((a, b) => a.far - b.far)[0]?.thing;
}

const line = () => /** @type {HTMLElement | null} */ (document.querySelector(".line"));

/** Where the focus is on a page that has just come, or where what had it has gone. */
const NOWHERE = "body, main, h1, .line";
/** What can be chosen: it plays at once, or is of a group that says so of it. */
const OFFERED = ".stage [data-verb], .stage [data-explains][aria-disabled=false]";

/**
 * Whose focus is nowhere yet comes by any arrow key to the first thing that can be chosen.
 * @param {Event & { target: any }} event
 */
export function findIn(event) {
  const first = event.target.matches(NOWHERE) && shown(document.querySelectorAll(OFFERED))[0];
  if (!first) return;
  event.preventDefault();
  first.focus();
}

/** @typedef {ReturnType<typeof memory>} Memory */

/**
 * The choice where the focus was last, as what it looks like again: it may be drawn anew meanwhile.
 * @param {HTMLElement} thing
 */
function memory(thing) {
  const { verb, noun } = thing.dataset;
  const card = /** @type {HTMLElement | null} */ (thing.closest("[data-card]"))?.dataset.card;
  return { verb, noun, card, at: middle(thing), scrolled: scrollY };
}

/** @param {Memory} old */
const same = (old) => (/** @type {HTMLElement} */ thing) => {
  const now = memory(thing);
  return now.verb === old.verb && now.noun === old.noun && now.card === old.card;
};

/**
 * @param {Happening} event
 * @param {HTMLElement} board
 * @param {Memory | null} last
 */
function go(event, board, last) {
  const way = WAYS[event.key];
  const { target } = event;
  const onLine = line()?.contains(target);
  if (!way || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!onLine && !(board.contains(target) && target.matches("[data-verb]"))) return;
  /** @type {Point} */
  const from = onLine && target === line() && last ? [last.at[0], last.at[1] + last.scrolled - scrollY]
    : middle(target);
  const choices = shown(/** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("[data-verb]")));
  const next = nearest(choices, from, way) ?? nearest(shown(line()?.querySelectorAll("button") ?? []), from, way);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * Let the arrow keys go over all `data-verb` in `ref`, and to the buttons below the board and back.
 * @param {Play} play
 * @param {Ref} ref
 */
export function useArrows(play, ref) {
  const last = useRef(null);
  useEffect(() => {
    /** @param {{ target: any }} props */
    const follow = ({ target }) => {
      if (ref.current?.contains(target) && target.matches("[data-verb]:focus-visible")) last.current = memory(target);
      else if (target !== line()) last.current = null;
    };
    /** @param {Happening} event */
    const press = (event) => {
      if (!ref.current) return;
      if (event.key === "Enter" && ref.current.contains(event.target)
        && event.target.matches("[data-verb]")) last.current = memory(event.target);
      go(event, ref.current, last.current);
    };
    addEventListener("focusin", follow);
    addEventListener("keydown", /** @type {(event: any) => void} */ (press));
    return () => {
      removeEventListener("focusin", follow);
      removeEventListener("keydown", /** @type {(event: any) => void} */ (press));
    };
  }, []);
  useLayoutEffect(() => {
    const handedOver = document.activeElement === document.body || document.activeElement === line();
    if (!handedOver || !last.current || play.ask.number === undefined || play.waiting) return;
    const again = shown(ref.current.querySelectorAll("[data-verb]")).find(same(last.current));
    again?.focus({ preventScroll: true });
  }, [play.ask.number, play.waiting]);
}
