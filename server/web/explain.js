/**
 * What a thing on the table does, as a large card: while the pointer or the focus is on it. It stays once the thing is
 * clicked in vain, tapped or held by a finger, or asked with the right button or the menu key; then its link into the
 * rules can be followed, as the key for it can at any time. `words` are { title, text, foot, picture, anchor,
 * why }; the picture is drawn as large as the card has room; `why` is asked where the thing isn't offered, and its
 * answer read out to who has asked for it.
 */

import { openRules } from "./anchors.js";
import { effect, html, signal, useEffect, useRef } from "./lib.js";
import { firstTime, hotkeys } from "./settings.js";
import { t } from "./text.js";
import { announce } from "./ui.js";

const LONG_PRESS = 450;
const HOVER = 350;
const WIDTH = 320;
const ROOM = 250;
/** The button of a mouse that asks; the menu key has none. */
const RIGHT = 2;

/**
 * What is explained just now, of what, and where that is; whether a finger asks, whether it stays, and whether its link
 * is to have the focus; `reasons`: why the thing can't be chosen, in words.
 */
const shown = signal(/** @type {Explained | null} */ (null));

/**
 * @typedef {Words & { target: HTMLElement, box: DOMRect, finger: boolean, stays: boolean, reach: boolean,
 *   reasons?: string[] }} Explained
 */

/** Does all that explains itself have a mark, and explain itself at a click, even where it is offered? */
export const explaining = signal(false);

effect(() => { document.documentElement.classList.toggle("explaining", explaining.value); });

/**
 * Add the reasons to the explanation of a thing, where that is still open, and read them out to who has asked.
 * @param {HTMLElement} target
 * @param {string[]} reasons
 * @param {boolean} asked
 */
function add(target, reasons, asked) {
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
  const near = useRef(false);
  const down = useRef({ at: 0, open: /** @type {Explained | null} */ (null) });
  const own = useRef(/** @type {HTMLElement | null} */ (null));
  /** @param {HTMLElement} target */
  const show = (target, stays = finger.current, reach = false) => {
    clearTimeout(timer.current); // a pointer that rests meanwhile would have it open once more, and not stay
    firstTime("explained");
    own.current = target;
    shown.value = { ...words, target, finger: finger.current, stays, reach, box: target.getBoundingClientRect() };
    if (!offered) words.why?.(stays).then((reasons) => add(target, reasons, stays));
  };
  const hide = () => {
    clearTimeout(timer.current);
    shown.value = null;
  };
  /**
   * What goes, or is left, takes its own explanation along, and not that of another thing.
   * @param {EventTarget | null} target
   */
  const closeOwn = (target) => {
    clearTimeout(timer.current);
    if (shown.value?.target === target) shown.value = null;
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
  /** @param {HTMLElement} target */
  const asksFirst = (target) => !!words.again && finger.current && shown.value?.target !== target;
  useEffect(() => () => closeOwn(own.current), []);
  return {
    "data-explains": "",
    /** @param {Happening} event */
    onPointerMove({ pointerType, currentTarget }) {
      // Who moves onto a thing asks; nobody does whose resting pointer it comes to lie under.
      if (near.current || pointerType !== "mouse" || staysFor(currentTarget)) return;
      near.current = true;
      finger.current = false;
      later(currentTarget, HOVER);
    },
    /** @param {Happening} event */
    onPointerLeave({ pointerType, currentTarget }) {
      near.current = false;
      if (pointerType === "mouse" && !staysFor(currentTarget)) closeOwn(currentTarget);
      else clearTimeout(timer.current);
    },
    /** @param {Happening} event */
    onPointerDown({ pointerType, currentTarget, timeStamp }) {
      down.current = { at: timeStamp, open: shown.value };
      pressed.current = false;
      finger.current = pointerType !== "mouse";
      if (pointerType !== "mouse") later(currentTarget, LONG_PRESS, () => (pressed.current = true));
    },
    /** @param {Happening} event */
    onPointerUp({ timeStamp }) {
      clearTimeout(timer.current);
      if (!pressed.current || timeStamp - down.current.at >= LONG_PRESS) return;
      // The finger was gone before, and a busy browser tells of it only now: that is a tap.
      pressed.current = false;
      shown.value = down.current.open;
    },
    /** @param {Happening} event */
    onPointerCancel: ({ currentTarget }) => closeOwn(currentTarget),
    /** @param {Happening} event */
    onContextMenu(event) {
      if (pressed.current || words.anchor) event.preventDefault();
      if (!finger.current && words.anchor) show(event.currentTarget, true, event.button !== RIGHT);
    },
    /** @param {Happening} event */
    onFocus({ currentTarget }) {
      if (!currentTarget.matches(":focus-visible")) return;
      finger.current = false; // whoever comes by a key has no finger on it, even where one was before
      show(currentTarget);
    },
    /** @param {FocusEvent} event */
    onBlur: ({ currentTarget, relatedTarget }) => inCard(relatedTarget) || closeOwn(currentTarget),
    /** @param {Happening} event */
    onKeyDown(event) {
      if (event.key === "Escape") hide();
      else finger.current = false;
    },
    /** @param {Happening} event */
    onClick({ currentTarget }) {
      if (pressed.current) pressed.current = false;
      else if (offered && !explaining.value && !asksFirst(currentTarget)) {
        hide();
        pick?.();
      } else if (staysFor(currentTarget)) hide();
      else show(currentTarget, true);
    },
  };
}

/** A pointer that rests, or a finger that stays, asks; the keyboard passes by where the words are read out anyway. */
const BY_KEYS = ["onFocus", "onBlur", "onKeyDown"];

/**
 * The same for something that only tells, and is no stop of the keyboard.
 * @param {Words} words
 */
export const useTold = (words) =>
  Object.fromEntries(Object.entries(useExplained(words, false)).filter(([name]) => !BY_KEYS.includes(name)));

/**
 * Is this thing explained by a card that stays?
 * @param {HTMLElement} target
 */
const staysFor = (target) => shown.value?.target === target && shown.value.stays;

/** @param {EventTarget | null} target */
const inCard = (target) => target instanceof Element && !!target.closest(".explanation");

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

/** The one explanation that is open, if any. */
export function Explanation() {
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
  const above = box.top > ROOM;
  const style = {
    width: `min(${WIDTH}px, 100vw - 16px)`,
    left: `${Math.max(8, Math.min(innerWidth - WIDTH - 8, box.left + box.width / 2 - WIDTH / 2))}px`,
    top: above ? "auto" : `${box.bottom + 8}px`,
    bottom: above ? `${innerHeight - box.top + 8}px` : "auto",
  };
  return html`
    <div class="explanation ${one.stays ? "stays" : ""}" role="presentation" style=${style} data-test="explanation">
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
