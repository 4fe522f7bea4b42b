/**
 * Single keys for what one does often, and the page that lists them. They work where nobody is writing, and can be
 * switched off: a voice or a slip of the finger must not play.
 */

import { readOn } from "./explain.js";
import { html, signal, useEffect, useRef } from "./lib.js";
import { STEPS } from "./history.js";
import { hotkeys } from "./settings.js";
import { t } from "./text.js";
import { Dialog, Toggle } from "./ui.js";

/** Is the list of keys open? */
export const keysOpen = signal(false);

/** @param {string} selector */
const press = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.click();

/**
 * By key: what it is called in the texts, and what it does.
 * @type {Record<string, [name: string, does: (play: Play, side: Beside) => unknown]>}
 */
const KEYS = {
  u: ["undo", () => press(".line [data-test=undo]")],
  e: ["end", () => press(".line-ends [data-verb]")],
  s: ["skip", () => press(".line [data-test=skip]")],
  o: ["options", () => press(".line [data-test=all-options]")],
  w: ["since", () => press("[data-since=back]")],
  l: ["log", (_, side) => side.toggle("log")],
  c: ["chat", (_, side) => side.toggle("chat")],
  r: ["rules", (_, side) => readOn() || side.toggle("rules")],
  ",": ["back", STEPS.back],
  ".": ["forward", STEPS.forward],
  t: ["turn-back", STEPS["turn-back"]],
  p: ["run", (play) => play.past && STEPS.run(play)],
  n: ["now", STEPS.live],
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
      if (hotkeys.value !== "on" || defaultPrevented || altKey || ctrlKey || metaKey || writing(target)) return;
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

/** The page that lists them. */
export const KeysPage = () => keysOpen.value && html`
  <${Dialog} title=${t("keys.title")} onClose=${() => (keysOpen.value = false)}>
    <dl class="keys" data-test="keys">
      ${Object.entries(KEYS).map(([key, [name]]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>
        ${t(`keys.${name}`)}</dd></div>`)}
      <div><dt><kbd>1</kbd>–<kbd>6</kbd></dt><dd>${t("keys.area")}</dd></div>
      <div><dt><kbd>${t("keys.arrow-keys")}</kbd></dt><dd>${t("keys.arrows")}</dd></div>
      <div><dt><kbd>Esc</kbd></dt><dd>${t("keys.escape")}</dd></div>
    </dl>
    <${Toggle} label=${t("keys.on")} help=${t("keys.on-help")} checked=${hotkeys.value === "on"}
      onSet=${(/** @type {boolean} */ on) => { hotkeys.value = on ? "on" : "off"; }} />
  <//>
`;
