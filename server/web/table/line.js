/**
 * The action line between the board and the person's own area: the question, buttons for choices without a place on
 * the board, undo and the end of the turn always at its right end, and a button for the list of all options.
 */

import { PAST } from "../core/lazy_list.js";
import { lateDialog } from "../core/lazy_modules.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/lib.js";
import { Advice } from "../things/advice.js";
import { Back, stoodIn } from "./back.js";
import { choices, helpOf, optionText, promptText, resultText } from "../core/gametext.js";
import { isEnding, useEnding } from "./turn_end.js";
import { explaining } from "../things/explanation.js";
import { HurryButton } from "./hurry.js";
import { Since } from "./since_last_move.js";
import { status } from "../core/state.js";
import { gameTexts, t } from "../core/text.js";
import { Tip, TipButton, tipOf } from "./tip.js";
import { Icon, useEscape } from "../core/ui.js";

const Journey = lateDialog(PAST, "Journey");

/** Choices to do nothing; they are never the main button. */
const REFUSALS = new Set(["pass", "decline", "build_nothing", "stay"]);

/** Choices that end a turn; their place is the right end of the line. */
const ENDS = new Set(["done"]);

/** The regions with controls for play. */
const WHERE = ".stage-board, .stage-mine, .stage-hand, .stage-seat, .line";

/**
 * Keep the focus in the play regions: if the focused button disappears, the question gets the focus.
 * @param {Play} play
 * @param {Ref} ref
 */
function useFocus(play, ref) {
  const inside = useRef(false);
  useEffect(() => {
    /** @param {Event} event */
    const follow = ({ target }) => { inside.current = target instanceof Element && !!target.closest(WHERE); };
    addEventListener("focusin", follow);
    return () => removeEventListener("focusin", follow);
  }, []);
  useLayoutEffect(() => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (lost && inside.current && ref.current) ref.current.focus({ preventScroll: true });
  }, [play.count, play.ask.number, play.waiting]);
}

/** @param {{ play: Play, verb: string, noun: number, main: boolean }} props */
export function OptionButton({ play, verb, noun, main }) {
  const { game } = play.open.table;
  const group = gameTexts(game)?.nouns?.[verb];
  const costs = play.module.costs?.(play, verb, noun);
  return html`
    <button type="button" class=${main ? "primary" : ""} data-verb=${verb} data-noun=${noun}
      title=${helpOf(gameTexts(game), group, noun)} onClick=${() => play.choose(verb, noun)}>
      ${optionText(game, play.open.seats, verb, noun)}${costs && html` <small class="costs">${costs}</small>`}
    </button>
  `;
}

/**
 * @param {Play} play
 * @param {boolean} main
 */
const optionButton = (play, main) => (/** @type {Choice} */ [verb, noun]) =>
  html`<${OptionButton} key="${verb} ${noun}" play=${play} verb=${verb} noun=${noun}
    main=${main && !REFUSALS.has(verb)} />`;

/**
 * Close the element in `ref` on a click outside or Escape.
 * @param {Ref} ref
 * @param {boolean} open
 * @param {() => void} close
 */
function useLeave(ref, open, close) {
  useLayoutEffect(() => {
    if (!open) return undefined;
    /** @param {Event} event */
    const away = ({ target }) => ref.current?.contains(target) || close();
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [open]);
  useEscape(() => {
    close();
    ref.current?.querySelector("button")?.focus();
  }, open);
}

/**
 * All options of the board, as a list that opens over it. If a key opens it, the list gets the focus.
 * @param {{ play: Play, rows: Choice[] }} props
 */
function AllOptions({ play, rows }) {
  const [open, show] = useState(false);
  const ref = useRef(null);
  useLeave(ref, open, () => show(false));
  /** @param {Happening} event */
  const turn = ({ detail }) => {
    show(!open);
    // the click of a key has detail 0, the clicks of a pointer count from 1
    if (!detail) setTimeout(() => ref.current?.querySelector("li button")?.focus());
  };
  const chosen = () => {
    show(false);
    ref.current?.querySelector("button")?.focus(); // where the question stays: in a puzzle
  };
  return html`
    <div class="line-all" ref=${ref}>
      <button type="button" class="quiet" aria-expanded=${open} aria-controls="all-options" data-test="all-options"
        title=${t("table.options", { n: rows.length })} onClick=${turn}>
        <${Icon} name="list" /><span class="sr">${t("table.options", { n: rows.length })}</span>
      </button>
      <div id="all-options" class="all-options" hidden=${!open}>
        ${open && html`<ul aria-label=${t("table.options-label")} onClick=${chosen}>${rows.map((row) => html`<li
          key="${row[0]} ${row[1]}">${optionButton(play, false)(row)}</li>`)}</ul>`}
      </div>
    </div>
  `;
}

/** @param {Play} play */
function question({ open, ask, seat }) {
  const { game, phase } = open.table;
  if (ask.prompt) return promptText(game, open.seats, ask.prompt, "ask", seat);
  if (phase === "over") return resultText(open, seat); // the bar already says that the game is over
  if (phase !== "playing") return t(`phase.${phase}`);
  return open.asks.map(([who, , prompt]) => promptText(game, open.seats, prompt, "wait", who)).join(" ");
}

/**
 * Skipping the animation, undo, hurrying bots, and the end of the turn: always at the right end.
 * @param {{ play: Play, rows: Choice[], ending: boolean }} props
 */
function Ends({ play, rows, ending }) {
  const { mine, past, settled } = play;
  return html`
    <div class="line-ends ${ending ? "ending" : ""}">
      ${!settled && html`<button type="button" class="quiet" data-test="skip" title=${t("table.skip")}
        onClick=${() => play.view.show.skip()}><${Icon} name="last" /><span>${t("table.skip")}</span></button>`}
      ${!past && settled && (mine.undo ?? 0) > 0 && html`<button type="button" class="undo" data-test="undo"
        onClick=${play.undo}><${Icon} name="undo" /><span>${t("table.undo")}</span></button>`}
      <${HurryButton} play=${play} />
      ${stoodIn(play) && html`<${Back} play=${play} />`}
      ${rows.map(optionButton(play, true))}
    </div>
  `;
}

/**
 * The text of the line: a choice is being sent, this is the past, a bot stands in, or the question.
 * @param {Play} play
 */
export function said(play) {
  if (play.waiting) return t(status.value.state === "online" ? "table.sending" : "table.kept");
  if (stoodIn(play)) return t("back.stood-in");
  if (isEnding(play)) return t("table.ending");
  return play.past && !play.view.reel.value ? t("history.help") : question(play);
}

/** The message that explanation mode is on, with a button to leave it. */
function Explaining() {
  const leave = () => { explaining.value = false; };
  useLayoutEffect(() => leave, []); // at once: the key for it may be pressed again before an effect runs
  useEscape(leave);
  return html`<p class="line-prompt" role="status" data-test="explaining">${t("explain.all")}
    <button type="button" onClick=${leave}>${t("explain.off")}</button></p>`;
}

/**
 * The question, or what the table waits for; above it, the recent events.
 * @param {{ play: Play }} props
 */
function Words({ play }) {
  const tip = tipOf(play);
  return html`<div class="line-words">
    <${Since} play=${play} />
    ${explaining.value ? html`<${Explaining} />` : html`
      <p class="line-prompt">
        ${play.waiting && html`<span class="spinner" aria-hidden="true"></span>`}
        <span>${said(play)}</span>
      </p>
      <${Advice} play=${play} />`}
    ${tip && html`<${Tip} play=${play} tip=${tip} />`}
  </div>`;
}

/** @param {{ play: Play }} props */
export function Line({ play }) {
  const ref = useRef(null);
  useFocus(play, ref);
  const { ask, past, module } = play;
  const ending = useEnding(play);
  const rows = play.waiting || past ? [] : choices(ask);
  const board = rows.filter((row) => module.onBoard(...row));
  const others = rows.filter((row) => !module.onBoard(...row));
  return html`
    <section class="line ${ask.prompt && !past ? "yours" : ""} ${past ? "past" : ""}" role="group" tabindex="-1"
      ref=${ref} aria-label=${t("table.dock")} data-prompt=${ask.prompt ?? ""} data-ask=${ask.number ?? 0}>
      <${Words} play=${play} />
      ${past && html`<${Journey} play=${play} />`}
      ${module.Choices && html`<${module.Choices} play=${play} />`}
      <div class="line-buttons">${others.filter(([verb]) => !ENDS.has(verb)).map(optionButton(play, true))}</div>
      <${TipButton} key="tip" play=${play} />
      ${board.length > 0 && html`<${AllOptions} key=${ask.number} play=${play} rows=${board} />`}
      <${Ends} play=${play} ending=${ending} rows=${others.filter(([verb]) => ENDS.has(verb))} />
    </section>
  `;
}
