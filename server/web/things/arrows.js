/**
 * Keyboard navigation on a board with many choices: an arrow key moves to the nearest one in its direction. After a
 * choice the focus returns to the same element if it exists again.
 */

import { useEffect, useLayoutEffect, useRef } from "../core/lib.js";

/** @type {Record<string, Point>} */
export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** An element less far than this in the arrow's direction (pixels) counts as beside it. */
const MIN_DISTANCE_PX = 4;
/** Weight of the distance across the arrow's direction. */
const SIDEWAYS_WEIGHT = 2.5;

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
 * The nearest of `all` from a point in a direction; undefined if there is none.
 * @param {HTMLElement[]} all
 * @param {Point} from
 * @param {Point} way
 */
export function nearest(all, [x, y], [dx, dy]) {
  const rows = all.map((thing) => {
    const [left, down] = middle(thing).map((at, n) => at - [x, y][n]);
    const [ahead, aside] = [left * dx + down * dy, Math.abs(left * dy) + Math.abs(down * dx)];
    return { ahead, far: ahead + SIDEWAYS_WEIGHT * aside, thing };
  });
  return rows.filter(({ ahead }) => ahead > MIN_DISTANCE_PX).sort((a, b) => a.far - b.far)[0]?.thing;
}

const line = () => /** @type {HTMLElement | null} */ (document.querySelector(".line"));

/** Elements that have the focus on a new page, or after the focused element has disappeared. */
const NOWHERE = "body, main, h1, .line";
/** Available choices: an element that makes a move at once, or one of a group that marks it as available. */
const OFFERED = ".stage [data-verb], .stage [data-explains][aria-disabled=false]";

/**
 * If no choice has the focus yet, any arrow key moves to the first available one.
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
 * What identifies the choice that had the focus last: its element may be redrawn.
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
 * Let the arrow keys move over all `data-verb` in `ref`, and to the buttons below the board and back.
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
