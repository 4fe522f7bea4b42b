/**
 * Advice: what matters at a question, in one sentence, for who wants it. A sentence that has been seen at a few
 * questions is known, and makes room for the next one that fits; in the end nothing is said any more.
 */

import { html, useEffect, useRef } from "./lib.js";
import { advice, advised, readable, told } from "./settings.js";
import { gameTexts, t } from "./text.js";
import { announce, Icon } from "./ui.js";

/** So many questions of a sentence are enough. */
const KNOWN = 3;
/** Whoever has come so far at a table knows what it is about. */
const LATE = 60;

/** How often each sentence has been seen here, by game and key. */
const seen = () => readable(advised.value, /** @type {Record<string, any>} */ ({}));

/**
 * What there is to be said now, as a key of the game's texts; "" where there is nothing that isn't known.
 * @param {Play} play
 * @param {Record<string, number>} counts
 */
function keyOf({ open, hints, past, waiting }, counts) {
  const quiet = past || waiting || advice.value !== "on" || open.table.lesson; // who is taught needs no second voice
  const keys = quiet ? [] : hints.advice ?? [];
  return keys.find((/** @type {string} */ key) => (counts[`${open.table.game} ${key}`] ?? 0) < KNOWN) ?? "";
}

/**
 * Switch advice on or off. Whoever wants it wants all of it, also what was known.
 * @param {boolean} on
 */
export function setAdvice(on) {
  advice.value = on ? "on" : "off";
  if (on) advised.value = "{}";
}

/**
 * The sentence for the question that is put; counted once for each question, when another one comes.
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
      if (here.counted) return; // it came and went for something that moved meanwhile
      here.counted = true;
      const all = seen();
      advised.value = JSON.stringify({ ...all, [`${game} ${key}`]: (all[`${game} ${key}`] ?? 0) + 1 });
    };
  }, [number, text]);
  return text ? html`<p class="line-advice" data-test="advice" data-key=${key}><${Icon} name="bulb" />
    <span><span class="sr">${t("advice.title")}: </span>${text}</span></p>` : null;
}

/**
 * Is advice still to be offered to whoever plays this game here for the first time?
 * @param {Play} play
 */
export const adviceOffered = ({ seat, version, past, open: { table } }) =>
  advice.value !== "on" && !told.value.split(" ").includes(`advice-${table.game}`) && seat >= 0 && !past
  && version < LATE && table.phase === "playing" && !table.lesson;
