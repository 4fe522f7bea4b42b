/**
 * What asks about a thing on the table, and so opens its card (explanation.js). A pointer or the focus that rests on it
 * opens the card for as long as it is there; a click in vain, a tap, a finger that is held, the right button or the
 * menu key opens it to stay. `words` are { title, text, foot, picture, anchor, why }; `why` is asked where the thing
 * isn't offered, and its answer read out to who has asked for it.
 */

import { explaining, giveReasons, inCard, shown, staysFor } from "./explanation.js";
import { useEffect, useRef } from "./lib.js";
import { firstTime } from "./settings.js";

const LONG_PRESS = 450;
const HOVER = 350;
/** The button of a mouse that asks; the menu key has none. */
const RIGHT = 2;

/**
 * Handlers for a button that is explained by `words`, and does `pick` where it is offered. Where `words.again` says
 * what a second tap does, the first tap of a finger only explains.
 * @param {Words} words
 * @param {boolean} offered
 * @param {() => unknown} [pick]
 */
export function useExplained(words, offered, pick) {
  const asker = useAsker(words, offered, pick);
  return { "data-explains": "", ...byPointer(asker), ...byFinger(asker), ...byKeys(asker), ...byClick(asker) };
}

/**
 * The same for something that only tells, and is no stop of the keyboard: that passes by where the words are read out
 * anyway.
 * @param {Words} words
 */
export function useTold(words) {
  const asker = useAsker(words, false);
  return { "data-explains": "", ...byPointer(asker), ...byFinger(asker), ...byClick(asker) };
}

/**
 * @param {Words} words
 * @param {boolean} offered
 * @param {() => unknown} [pick]
 */
function useAsker(words, offered, pick) {
  const kept = useRef(/** @type {Asker | null} */ (null));
  const asker = (kept.current ??= new Asker(words, offered, pick));
  Object.assign(asker, { words, offered, pick });
  useEffect(() => () => asker.close(asker.target), []);
  return asker;
}

/** Whoever asks about one thing: how, and since when. It is the same from one drawing of the thing to the next. */
class Asker {
  /**
   * @param {Words} words
   * @param {boolean} offered
   * @param {() => unknown} [pick]
   */
  constructor(words, offered, pick) {
    this.words = words;
    this.offered = offered;
    this.pick = pick;
    /** Is it a finger? */
    this.finger = false;
    /** Was that held until the card opened? */
    this.held = false;
    /** When it came down, and what was explained then. */
    this.down = { at: 0, open: shown.value };
    /** Has a mouse moved onto the thing? */
    this.near = false;
    /** The thing, once it was explained. */
    this.target = /** @type {HTMLElement | null} */ (null);
    this.timer = /** @type {Timer} */ (0);
  }

  /**
   * Explain the thing; `reach`: the link of its card is to have the focus.
   * @param {HTMLElement} target
   */
  show(target, stays = this.finger, reach = false) {
    const { words, offered, finger } = this;
    this.rest(); // a pointer that rests meanwhile would have it open once more, and not stay
    firstTime("explained");
    this.target = target;
    shown.value = { ...words, target, finger, stays, reach, box: target.getBoundingClientRect() };
    if (!offered) words.why?.(stays).then((reasons) => giveReasons(target, reasons, stays));
  }

  /**
   * Explain it in so many ms, unless something else happens before.
   * @param {HTMLElement} target
   * @param {number} ms
   * @param {() => void} [first]
   */
  showIn(target, ms, first) {
    this.rest();
    this.timer = setTimeout(() => { first?.(); this.show(target); }, ms);
  }

  /** Explain nothing later on. */
  rest() {
    clearTimeout(this.timer);
  }

  /** Close the card, whatever it explains. */
  hide() {
    this.rest();
    shown.value = null;
  }

  /**
   * What goes, or is left, takes its own card along, and not that of another thing.
   * @param {EventTarget | null} target
   */
  close(target) {
    this.rest();
    if (shown.value?.target === target) shown.value = null;
  }

  /**
   * Does a tap only explain the thing, and another one choose it?
   * @param {HTMLElement} target
   */
  explainsFirst(target) {
    return !!this.words.again && this.finger && shown.value?.target !== target;
  }
}

/**
 * A mouse that rests on the thing asks.
 * @param {Asker} asker
 */
const byPointer = (asker) => ({
  /** @param {Happening} event */
  onPointerMove({ pointerType, currentTarget }) {
    // Who moves onto a thing asks; nobody does whose resting pointer it comes to lie under.
    if (asker.near || pointerType !== "mouse" || staysFor(currentTarget)) return;
    asker.near = true;
    asker.finger = false;
    asker.showIn(currentTarget, HOVER);
  },
  /** @param {Happening} event */
  onPointerLeave({ pointerType, currentTarget }) {
    asker.near = false;
    if (pointerType === "mouse" && !staysFor(currentTarget)) asker.close(currentTarget);
    else asker.rest();
  },
});

/**
 * A finger that is held on the thing asks.
 * @param {Asker} asker
 */
const byFinger = (asker) => ({
  /** @param {Happening} event */
  onPointerDown({ pointerType, currentTarget, timeStamp }) {
    asker.down = { at: timeStamp, open: shown.value };
    asker.held = false;
    asker.finger = pointerType !== "mouse";
    if (asker.finger) asker.showIn(currentTarget, LONG_PRESS, () => (asker.held = true));
  },
  /** @param {Happening} event */
  onPointerUp({ timeStamp }) {
    asker.rest();
    if (!asker.held || timeStamp - asker.down.at >= LONG_PRESS) return;
    // The finger was gone before, and a busy browser tells of it only now: that is a tap.
    asker.held = false;
    shown.value = asker.down.open;
  },
  /** @param {Happening} event */
  onPointerCancel: ({ currentTarget }) => asker.close(currentTarget),
});

/**
 * The focus on the thing asks, where it came by a key.
 * @param {Asker} asker
 */
const byKeys = (asker) => ({
  /** @param {Happening} event */
  onFocus({ currentTarget }) {
    if (!currentTarget.matches(":focus-visible")) return;
    asker.finger = false; // whoever comes by a key has no finger on it, even where one was before
    asker.show(currentTarget);
  },
  /** @param {FocusEvent} event */
  onBlur: ({ currentTarget, relatedTarget }) => inCard(relatedTarget) || asker.close(currentTarget),
  /** @param {Happening} event */
  onKeyDown(event) {
    if (event.key === "Escape") asker.hide();
    else asker.finger = false;
  },
});

/**
 * A click chooses where the thing is offered, and asks elsewhere; the right button and the menu key always ask.
 * @param {Asker} asker
 */
const byClick = (asker) => ({
  /** @param {Happening} event */
  onContextMenu(event) {
    const { anchor } = asker.words;
    if (asker.held || anchor) event.preventDefault();
    if (!asker.finger && anchor) asker.show(event.currentTarget, true, event.button !== RIGHT);
  },
  /** @param {Happening} event */
  onClick({ currentTarget }) {
    if (asker.held) asker.held = false;
    else if (asker.offered && !explaining.value && !asker.explainsFirst(currentTarget)) {
      asker.hide();
      asker.pick?.();
    } else if (staysFor(currentTarget)) asker.hide();
    else asker.show(currentTarget, true);
  },
});
