/**
 * Advice: what matters at a question, in one sentence, for people who want it. A sentence that was shown at a few
 * questions counts as known and makes room for the next one that fits; in the end none is left.
 */

import { html, useEffect, useRef } from "../core/lib.js";
import { advice, advised, told } from "../core/settings.js";
import { readable } from "../core/storage.js";
import { gameTexts, t } from "../core/text.js";
import { announce, Icon } from "../core/ui.js";
import { isDue } from "./evening.js";

/** Number of questions after which a sentence counts as known. */
const MAX_SHOWN = 3;
/** From this version on, a player needs no introduction to advice. */
const OFFER_BELOW_VERSION = 60;

/** How often each sentence has been seen here, by game and key. */
const seen = () => readable(advised.value, /** @type {Record<string, any>} */ ({}), Number.isFinite);

/**
 * The sentence for now, as a key of the game's texts; "" if there is none that isn't known.
 * @param {Play} play
 * @param {Record<string, number>} counts
 */
function keyOf({ open, hints, past, waiting }, counts) {
  const quiet = past || waiting || advice.value !== "on" || open.table.lesson; // a guided game gives its own advice
  const keys = quiet ? [] : hints.advice ?? [];
  return keys.find((/** @type {string} */ key) => (counts[`${open.table.game} ${key}`] ?? 0) < MAX_SHOWN) ?? "";
}

/**
 * Switch advice on or off. Switching it on makes all sentences new again.
 * @param {boolean} on
 */
export function setAdvice(on) {
  advice.value = on ? "on" : "off";
  if (on) advised.value = "{}";
}

/**
 * The sentence for the current question. It is counted once per question, when the next one comes.
 * @param {{ play: Play }} props
 */
export function Advice({ play }) {
  const { open: { table: { game } }, ask } = play;
  const at = useRef({ number: 0, counts: seen(), counted: false });
  const { number } = ask;
  if (number !== undefined && number !== at.current.number) at.current = { number, counts: seen(), counted: false };
  const key = keyOf(play, at.current.counts);
  const text = key && gameTexts(game)?.advice?.[key];
  useEffect(() => {
    if (!text) return undefined;
    announce(text);
    const here = at.current;
    return () => {
      if (here.counted) return; // an animation hid it and brought it back
      here.counted = true;
      const all = seen();
      advised.value = JSON.stringify({ ...all, [`${game} ${key}`]: (all[`${game} ${key}`] ?? 0) + 1 });
    };
  }, [number, text]);
  return text ? html`<p class="line-advice" data-test="advice" data-key=${key}><${Icon} name="bulb" />
    <span><span class="sr">${t("advice.title")}: </span>${text}</span></p>` : null;
}

/**
 * Should advice be offered to a person who plays this game here for the first time?
 * @param {Play} play
 */
export const adviceOffered = ({ table: name, seat, version, past, open: { table } }) =>
  name !== "" && advice.value !== "on" && !told.value.split(" ").includes(`advice-${table.game}`) && seat >= 0 && !past
  && version < OFFER_BELOW_VERSION && table.phase === "playing" && !table.lesson && isDue("advice", name);
