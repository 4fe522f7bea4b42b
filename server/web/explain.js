/**
 * What a thing on the table does, as a large card: while the pointer or the focus is on it, a finger stays on it, or it
 * is clicked in vain. `words` are { title, text, foot, picture }; the picture is drawn as large as the card has room.
 */

import { html, signal, useEffect, useRef } from "./lib.js";
import { firstTime } from "./settings.js";

const LONG_PRESS = 450;
const HOVER = 350;
const WIDTH = 320;
const ROOM = 250;

/** What is explained just now, of what, where that is, and does a finger ask? */
const shown = signal(/** @type {(Words & { target: HTMLElement, box: DOMRect, finger: boolean }) | null} */ (null));

/**
 * Handlers for a button that is explained by `words`, and does `pick` where it is offered. Where `words.again` says
 * what a second tap does, the first tap of a finger only explains.
 * @param {Words} words
 * @param {boolean} offered
 * @param {() => unknown} [pick]
 */
export function useExplained(words, offered, pick) {
  const timer = useRef(/** @type {Timer} */ (0));
  const pressed = useRef(false);
  const finger = useRef(false);
  /** @param {HTMLElement} target */
  const show = (target) => {
    firstTime("explained");
    shown.value = { ...words, target, finger: finger.current, box: target.getBoundingClientRect() };
  };
  const hide = () => {
    clearTimeout(timer.current);
    shown.value = null;
  };
  /**
   * @param {HTMLElement} target
   * @param {number} ms
   * @param {() => void} [then]
   */
  const later = (target, ms, then) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => { then?.(); show(target); }, ms);
  };
  useEffect(() => hide, []);
  return {
    /** @param {Happening} event */
    onPointerEnter: ({ pointerType, currentTarget }) => pointerType === "mouse" && later(currentTarget, HOVER),
    /** @param {Happening} event */
    onPointerLeave({ pointerType }) {
      if (pointerType === "mouse" || pressed.current) hide();
      else clearTimeout(timer.current);
    },
    /** @param {Happening} event */
    onPointerDown({ pointerType, currentTarget }) {
      pressed.current = false;
      finger.current = pointerType !== "mouse";
      if (pointerType !== "mouse") later(currentTarget, LONG_PRESS, () => (pressed.current = true));
    },
    onPointerUp: () => clearTimeout(timer.current),
    onPointerCancel: hide,
    /** @param {Happening} event */
    onContextMenu: (event) => pressed.current && event.preventDefault(),
    /** @param {Happening} event */
    onFocus: ({ currentTarget }) => currentTarget.matches(":focus-visible") && show(currentTarget),
    onBlur: hide,
    /** @param {Happening} event */
    onKeyDown: ({ key }) => key === "Escape" && hide(),
    /** @param {Happening} event */
    onClick({ currentTarget }) {
      if (pressed.current) pressed.current = false;
      else if (offered && !(words.again && finger.current && shown.value?.target !== currentTarget)) {
        hide();
        pick?.();
      } else if (shown.value?.target === currentTarget) hide();
      else show(currentTarget);
    },
  };
}

/** Put the open explanation where its thing is now; close it where that is gone. */
function follow() {
  const one = shown.value;
  if (one) shown.value = one.target.isConnected ? { ...one, box: one.target.getBoundingClientRect() } : null;
}

/** The one explanation that is open, if any. */
export function Explanation() {
  useEffect(() => {
    // A thing that gets the focus is scrolled into view, so scrolling moves the words along.
    addEventListener("scroll", follow, { passive: true, capture: true });
    return () => removeEventListener("scroll", follow, { capture: true });
  }, []);
  const one = shown.value;
  if (!one) return null;
  const { box } = one;
  const above = box.top > ROOM;
  const style = {
    width: `min(${WIDTH}px, 100vw - 16px)`,
    left: `${Math.max(8, Math.min(innerWidth - WIDTH - 8, box.left + box.width / 2 - WIDTH / 2))}px`,
    top: above ? "auto" : `${box.bottom + 8}px`,
    bottom: above ? `${innerHeight - box.top + 8}px` : "auto",
  };
  return html`
    <div class="explanation" role="presentation" aria-hidden="true" style=${style} data-test="explanation">
      ${one.picture && html`<div class="explanation-picture">${one.picture}</div>`}
      <div>
        <b>${one.title}</b><p>${one.text}</p>
        ${one.finger && one.again && html`<p class="explanation-again">${one.again}</p>`}
        ${one.foot && html`<p class="explanation-foot">${one.foot}</p>`}
      </div>
    </div>
  `;
}
