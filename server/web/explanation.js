/**
 * The card that says what a thing on the table does: what it shows, where it stands, what closes it; explain.js has
 * what opens it. There is one at a time. While it stays its link into the rules can be followed, as the key for it can
 * at any time; its picture is drawn as large as the card has room.
 */

import { openRules } from "./anchors.js";
import { effect, html, signal, useEffect, useLayoutEffect, useRef } from "./lib.js";
import { hotkeys } from "./settings.js";
import { t } from "./text.js";
import { announce } from "./ui.js";

const WIDTH = 320;
const ROOM = 250;

/**
 * What is explained just now, of what, and where that is; whether a finger asks, whether it stays, and whether its link
 * is to have the focus; `reasons`: why the thing can't be chosen, in words.
 * @typedef {Words & { target: HTMLElement, box: DOMRect, finger: boolean, stays: boolean, reach: boolean,
 *   reasons?: string[] }} Explained
 */

export const shown = signal(/** @type {Explained | null} */ (null));

/** Does all that explains itself have a mark, and explain itself at a click, even where it is offered? */
export const explaining = signal(false);

effect(() => { document.documentElement.classList.toggle("explaining", explaining.value); });

/**
 * Is this thing explained by a card that stays?
 * @param {HTMLElement} target
 */
export const staysFor = (target) => shown.value?.target === target && shown.value.stays;

/** @param {EventTarget | null} target */
export const inCard = (target) => target instanceof Element && !!target.closest(".explanation");

/**
 * Say why a thing can't be chosen on its card, where that is still open, and read them out to who has asked.
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

/** Something else is asked of one, or of others: what stood against a choice may do so no longer. */
export function forgetReasons() {
  const one = shown.value;
  if (one?.reasons) shown.value = { ...one, reasons: undefined };
}

/** Read on in the rules about what is explained just now. Is there such a thing? */
export function readOn() {
  const { anchor, target } = shown.value ?? {};
  if (!anchor) return false;
  target?.focus({ preventScroll: true }); // the way back, when the rules are closed
  shown.value = null;
  openRules(anchor);
  return true;
}

/** Put the open explanation where its thing is now; close it where that is gone. */
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

/** What may have to be pressed next: no card lies over it where there is another place. */
const ANSWERS = ".line-ends button, .line-buttons button";
const GAP = 8;

/**
 * Pixels from the window's lower edge to a card of this size: above its thing, or below where that stands high; the
 * other way round, or above the whole line, where that would cover what is to be pressed.
 * @param {DOMRect} card
 * @param {DOMRect} box
 */
function placeOf({ left, right, height }, box) {
  const [line, ...answers] = [".line", ANSWERS].flatMap((which) =>
    [...document.querySelectorAll(which)].map((one) => one.getBoundingClientRect()));
  const [above, below] = [innerHeight - box.top + GAP, innerHeight - box.bottom - GAP - height];
  const ways = box.top > ROOM ? [above, below] : [below, above];
  if (line) ways.push(innerHeight - line.top + GAP);
  return ways.find((bottom) => bottom >= 0 && bottom + height <= innerHeight && !answers.some((one) =>
    one.left < right && one.right > left
    && innerHeight - one.bottom < bottom + height && innerHeight - one.top > bottom)) ?? ways[0];
}

/** The one explanation that is open, if any. */
export function Explanation() {
  const ref = useRef(null);
  useLayoutEffect(() => { // by hand: as a state it would have the card drawn once more
    const card = ref.current;
    if (shown.value) card.style.bottom = `${placeOf(card.getBoundingClientRect(), shown.value.box)}px`;
  }, [shown.value]);
  useEffect(() => {
    // A thing that gets the focus is scrolled into view, so scrolling moves the words along.
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
    width: `min(${WIDTH}px, 100vw - 16px)`,
    left: `${Math.max(8, Math.min(innerWidth - WIDTH - 8, box.left + box.width / 2 - WIDTH / 2))}px`,
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
