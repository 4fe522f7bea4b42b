/**
 * The gestures that open the explanation card (explanation.js) of a thing on the table. A resting pointer or the
 * focus opens the card temporarily; a click without effect, a tap, a long press, the right button or the menu key
 * opens it until it is closed. `words` are { title, text, foot, picture, anchor, why }. `why` is requested for a
 * thing that isn't available; its answer is announced if the person asked for it explicitly.
 */

import { explaining, giveReasons, inCard, shown, staysFor } from "./explanation.js";
import { useEffect, useRef } from "../core/lib.js";
import { firstTime } from "../core/settings.js";

const LONG_PRESS_MS = 450;
const HOVER_DELAY_MS = 350;
/** The mouse button that opens the card; the menu key has none. */
const RIGHT_BUTTON = 2;

/**
 * Handlers for a button that `words` explain, and that calls `pick` if it is available. If `words.again` describes a
 * second tap, the first tap of a finger only explains.
 * @param {Words} words
 * @param {boolean} offered
 * @param {() => unknown} [pick]
 */
export function useExplained(words, offered, pick) {
  const asker = useAsker(words, offered, pick);
  return { "data-explains": "", ...byPointer(asker), ...byFinger(asker), ...byKeys(asker), ...byClick(asker) };
}

/**
 * The same for a thing that only informs. It is not a Tab stop, because its text is read out anyway.
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

/** The interaction with one thing: its gesture and its timing. The object persists over redraws of the thing. */
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
    /** Is it a touch? */
    this.finger = false;
    /** Did the press last until the card opened? */
    this.held = false;
    /** The time of the press, and the card that was open then. */
    this.down = { at: 0, open: shown.value };
    /** Has a mouse moved onto the thing? */
    this.near = false;
    /** The thing, once it was explained. */
    this.target = /** @type {HTMLElement | null} */ (null);
    this.timer = /** @type {Timer} */ (0);
  }

  /**
   * Open the card; `reach`: its link gets the focus.
   * @param {HTMLElement} target
   */
  show(target, stays = this.finger, reach = false) {
    const { words, offered, finger } = this;
    this.rest(); // otherwise a resting pointer would reopen it as a temporary card
    firstTime("explained");
    this.target = target;
    shown.value = { ...words, target, finger, stays, reach, box: target.getBoundingClientRect() };
    if (!offered) words.why?.(stays).then((reasons) => giveReasons(target, reasons, stays));
  }

  /**
   * Open the card after a delay in ms, unless another gesture cancels it.
   * @param {HTMLElement} target
   * @param {number} ms
   * @param {() => void} [first]
   */
  showIn(target, ms, first) {
    this.rest();
    this.timer = setTimeout(() => { first?.(); this.show(target); }, ms);
  }

  /** Cancel a delayed opening. */
  rest() {
    clearTimeout(this.timer);
  }

  /** Close any open card. */
  hide() {
    this.rest();
    shown.value = null;
  }

  /**
   * Close the card of a thing that disappears or is left, but not the card of another thing.
   * @param {EventTarget | null} target
   */
  close(target) {
    this.rest();
    if (shown.value?.target === target) shown.value = null;
  }

  /**
   * Does a first tap only explain the thing, and a second one choose it?
   * @param {HTMLElement} target
   */
  explainsFirst(target) {
    return !!this.words.again && this.finger && shown.value?.target !== target;
  }
}

/**
 * A resting mouse opens the card.
 * @param {Asker} asker
 */
const byPointer = (asker) => ({
  /** @param {Happening} event */
  onPointerMove({ pointerType, currentTarget }) {
    // Only a moving mouse counts, not a resting one under which a thing appears.
    if (asker.near || pointerType !== "mouse" || staysFor(currentTarget)) return;
    asker.near = true;
    asker.finger = false;
    asker.showIn(currentTarget, HOVER_DELAY_MS);
  },
  /** @param {Happening} event */
  onPointerLeave({ pointerType, currentTarget }) {
    asker.near = false;
    if (pointerType === "mouse" && !staysFor(currentTarget)) asker.close(currentTarget);
    else asker.rest();
  },
});

/**
 * A long press opens the card.
 * @param {Asker} asker
 */
const byFinger = (asker) => ({
  /** @param {Happening} event */
  onPointerDown({ pointerType, currentTarget, timeStamp }) {
    asker.down = { at: timeStamp, open: shown.value };
    asker.held = false;
    asker.finger = pointerType !== "mouse";
    if (asker.finger) asker.showIn(currentTarget, LONG_PRESS_MS, () => (asker.held = true));
  },
  /** @param {Happening} event */
  onPointerUp({ timeStamp }) {
    asker.rest();
    if (!asker.held || timeStamp - asker.down.at >= LONG_PRESS_MS) return;
    // The finger was up in time, but a busy browser reports it late: that is a tap.
    asker.held = false;
    shown.value = asker.down.open;
  },
  /** @param {Happening} event */
  onPointerCancel: ({ currentTarget }) => asker.close(currentTarget),
});

/**
 * Keyboard focus opens the card.
 * @param {Asker} asker
 */
const byKeys = (asker) => ({
  /** @param {Happening} event */
  onFocus({ currentTarget }) {
    if (!currentTarget.matches(":focus-visible")) return;
    asker.finger = false; // a key is no touch, even after an earlier one
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
 * A click chooses an available thing and explains any other; the right button and the menu key always explain.
 * @param {Asker} asker
 */
const byClick = (asker) => ({
  /** @param {Happening} event */
  onContextMenu(event) {
    const { anchor } = asker.words;
    if (asker.held || anchor) event.preventDefault();
    if (!asker.finger && anchor) asker.show(event.currentTarget, true, event.button !== RIGHT_BUTTON);
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
