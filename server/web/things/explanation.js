/**
 * The card that explains a thing on the table: content, position, and closing; explain.js opens it. Only one is open
 * at a time. While it stays open, its link into the rules can be followed; the key for that works at any time. Its
 * picture is as large as the card allows.
 */

import { openRules } from "./anchors.js";
import { effect, html, signal, useEffect, useLayoutEffect, useRef } from "../core/lib.js";
import { hotkeys } from "../core/settings.js";
import { t } from "../core/text.js";
import { announce } from "../core/ui.js";

const CARD_WIDTH_PX = 320;
const MIN_ROOM_PX = 250;

/**
 * The open explanation: its thing and place, whether a touch opened it, whether it stays, and whether its link gets
 * the focus; `reasons`: why the thing can't be chosen.
 * @typedef {Words & { target: HTMLElement, box: DOMRect, finger: boolean, stays: boolean, reach: boolean,
 *   reasons?: string[] }} Explained
 */

export const shown = signal(/** @type {Explained | null} */ (null));

/**
 * Is explanation mode on? Then every thing with an explanation is marked, and a click explains it even if it is
 * available.
 */
export const explaining = signal(false);

effect(() => { document.documentElement.classList.toggle("explaining", explaining.value); });

/**
 * Does this thing have an open card that stays?
 * @param {HTMLElement} target
 */
export const staysFor = (target) => shown.value?.target === target && shown.value.stays;

/** @param {EventTarget | null} target */
export const inCard = (target) => target instanceof Element && !!target.closest(".explanation");

/**
 * Add the reasons why a thing can't be chosen to its card if that is still open; announce them if the person asked
 * for them.
 * @param {HTMLElement} target
 * @param {string[]} reasons
 * @param {boolean} asked
 */
export function giveReasons(target, reasons, asked) {
  const one = shown.value;
  if (!reasons.length || one?.target !== target) return;
  shown.value = { ...one, reasons };
  if (asked) announce(reasons.join(" "));
}

/** The question has changed, so the reasons may no longer hold. */
export function forgetReasons() {
  const one = shown.value;
  if (one?.reasons) shown.value = { ...one, reasons: undefined };
}

/** Open the rules at the explained thing. Returns whether there is one. */
export function readOn() {
  const { anchor, target } = shown.value ?? {};
  if (!anchor) return false;
  target?.focus({ preventScroll: true }); // the focus returns there when the rules are closed
  shown.value = null;
  openRules(anchor);
  return true;
}

/** Move the open explanation with its thing; close it if the thing is gone. */
function follow() {
  const one = shown.value;
  if (one) shown.value = one.target.isConnected ? { ...one, box: one.target.getBoundingClientRect() } : null;
}

/** @param {PointerEvent} event */
function leave({ target }) {
  const one = shown.value;
  if (one && target instanceof Node && !one.target.contains(target) && !inCard(target)) shown.value = null;
}

/** @param {{ one: Explained }} props */
function Further({ one }) {
  const ref = useRef(null);
  useEffect(() => { if (one.reach) ref.current.focus(); }, [one.reach, one.target]);
  if (!one.stays) {
    return hotkeys.value === "on" && html`<p class="explanation-key" aria-hidden="true">
      <kbd>R</kbd> ${t("explain.rules")}</p>`;
  }
  /** @param {Happening} event */
  const escape = ({ key }) => {
    if (key !== "Escape") return;
    one.target.focus({ preventScroll: true });
    shown.value = null;
  };
  return html`
    <button type="button" class="explanation-rules" data-test="read-on" ref=${ref} onClick=${readOn} onKeyDown=${escape}
      onMouseDown=${(/** @type {Happening} */ event) => event.preventDefault()}
      onBlur=${() => (shown.value = null)}>${t("explain.rules")}<span class="sr">: ${one.title}</span></button>`;
}

/** Buttons that the person may need next: no card covers them if there is another place. */
const ANSWERS = ".line-ends button, .line-buttons button";
const CARD_GAP_PX = 8;

/**
 * Distance in pixels from the window's lower edge to a card of this size: above its thing, or below if that is near
 * the top. The other way round, or above the whole line, if the card would cover such buttons.
 * @param {DOMRect} card
 * @param {DOMRect} box
 */
function placeOf({ left, right, height }, box) {
  const [line, ...answers] = [".line", ANSWERS].flatMap((which) =>
    [...document.querySelectorAll(which)].map((one) => one.getBoundingClientRect()));
  const [above, below] = [innerHeight - box.top + CARD_GAP_PX, innerHeight - box.bottom - CARD_GAP_PX - height];
  const ways = box.top > MIN_ROOM_PX ? [above, below] : [below, above];
  if (line) ways.push(innerHeight - line.top + CARD_GAP_PX);
  return ways.find((bottom) => bottom >= 0 && bottom + height <= innerHeight && !answers.some((one) =>
    one.left < right && one.right > left
    && innerHeight - one.bottom < bottom + height && innerHeight - one.top > bottom)) ?? ways[0];
}

/** The open explanation, if any. */
export function Explanation() {
  const ref = useRef(null);
  useLayoutEffect(() => { // directly: a state would draw the card twice
    const card = ref.current;
    if (shown.value) card.style.bottom = `${placeOf(card.getBoundingClientRect(), shown.value.box)}px`;
  }, [shown.value]);
  useEffect(() => {
    // The browser scrolls a focused thing into view, so the card follows scrolling.
    addEventListener("scroll", follow, { passive: true, capture: true });
    addEventListener("pointerdown", leave, { passive: true, capture: true });
    return () => {
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("pointerdown", leave, { capture: true });
    };
  }, []);
  const one = shown.value;
  if (!one) return null;
  const { box } = one;
  const style = {
    width: `min(${CARD_WIDTH_PX}px, 100vw - 16px)`,
    left: `${Math.max(8, Math.min(innerWidth - CARD_WIDTH_PX - 8, box.left + box.width / 2 - CARD_WIDTH_PX / 2))}px`,
  };
  return html`
    <div class="explanation ${one.stays ? "stays" : ""}" role="presentation" ref=${ref} style=${style}
      data-test="explanation">
      ${one.picture && html`<div class="explanation-picture" aria-hidden="true">${one.picture}</div>`}
      <div>
        <div aria-hidden="true">
          <b>${one.title}</b>
          ${one.reasons?.map((reason) => html`<p key=${reason} class="explanation-why" data-test="why">${reason}</p>`)}
          <p>${one.text}</p>
          ${one.finger && one.again && html`<p class="explanation-again">${one.again}</p>`}
          ${one.foot && html`<p class="explanation-foot">${one.foot}</p>`}
        </div>
        ${one.anchor && html`<${Further} one=${one} />`}
      </div>
    </div>
  `;
}
