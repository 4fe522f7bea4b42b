/**
 * Single-key shortcuts; keylist.js lists them. They are inactive in text fields and can be switched off, because
 * speech input or a slip of the finger must not make a move.
 */

import { setAdvice } from "../things/advice.js";
import { findIn, WAYS } from "../things/arrows.js";
import { explaining, readOn } from "../things/explanation.js";
import { signal, useEffect, useRef } from "../core/lib.js";
import { takeStep } from "./history.js";
import { advice, hotkeys } from "../core/settings.js";

/** Is the list of keys open? */
export const keysOpen = signal(false);

/**
 * @param {string} to
 * @returns {(play: Play) => unknown}
 */
const step = (to) => (play) => takeStep(play, to);

/** @param {string} selector */
const press = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.click();

/**
 * By key: its name in the texts, and its action.
 * @type {Record<string, [name: string, does: (play: Play, side: Beside) => unknown]>}
 */
export const KEYS = {
  u: ["undo", () => press(".line [data-test=undo]")],
  e: ["end", () => press(".line-ends [data-verb]")],
  s: ["skip", () => press(".line [data-test=skip]")],
  g: ["hurry", () => press(".line [data-test=hurry]")],
  o: ["options", () => press(".line [data-test=all-options]")],
  w: ["since", () => press("[data-since=back]")],
  l: ["log", (_, side) => side.toggle("log")],
  c: ["chat", (_, side) => side.toggle("chat")],
  v: ["words", (_, side) => side.words()],
  r: ["rules", (_, side) => readOn() || side.toggle("rules")],
  a: ["advice", () => setAdvice(advice.value !== "on")],
  h: ["tip", () => press(".line [data-test=tip]")],
  x: ["explain", () => (explaining.value = !explaining.value)],
  ",": ["back", step("back")],
  ".": ["forward", step("forward")],
  t: ["turn-back", step("turn-back")],
  T: ["turn-on", step("turn-on")],
  d: ["round-back", step("round-back")],
  D: ["round-on", step("round-on")],
  p: ["run", (play) => play.past && takeStep(play, "run")],
  n: ["now", step("live")],
  b: ["branch", () => press("[data-test=branch]")],
  "?": ["help", () => (keysOpen.value = true)],
};

/** The digits show the players' areas. */
const DIGITS = /^[1-6]$/;

/** @param {EventTarget | null} target */
const writing = (target) =>
  target instanceof Element && target.closest("input:not([type=range]), textarea, select, dialog, [contenteditable]");

/**
 * Listen to the keys; `show(seat)` shows a player's area.
 * @param {Play} play
 * @param {Beside} side
 * @param {(seat: number) => void} show
 */
export function useKeys(play, side, show) {
  const now = useRef(null);
  now.current = { play, side, show };
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const hear = (event) => {
      const { key, target, defaultPrevented, altKey, ctrlKey, metaKey } = event;
      if (defaultPrevented || altKey || ctrlKey || metaKey || writing(target)) return;
      if (WAYS[key]) findIn(event);
      if (hotkeys.value !== "on") return;
      const { play: at, side: beside, show: open } = now.current;
      if (DIGITS.test(key) && at.open.seats[Number(key) - 1]) open(Number(key) - 1);
      else if (KEYS[key]) KEYS[key][1](at, beside);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}
