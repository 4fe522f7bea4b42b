/**
 * The line of action, between the board and one's own area: what is asked, buttons for what has no place on the board,
 * undo and the end of the turn always at its right end, the list of all options behind a button.
 */

import { html, useEffect, useLayoutEffect, useRef, useState } from "./lib.js";
import { Advice } from "./advice.js";
import { Back, stoodIn } from "./back.js";
import { choices, helpOf, optionText, promptText, resultText } from "./gametext.js";
import { useEnding } from "./ending.js";
import { explaining } from "./explanation.js";
import { Journey } from "./history.js";
import { HurryButton } from "./hurry.js";
import { Since } from "./since.js";
import { status } from "./state.js";
import { gameTexts, t } from "./text.js";
import { Tip, TipButton, tipOf } from "./tip.js";
import { Icon, useEscape } from "./ui.js";

/** Choices to do nothing, which never are the main button. */
const REFUSALS = new Set(["pass", "decline", "build_nothing"]);

/** What ends a turn has its place at the right end of the line. */
const ENDS = new Set(["done"]);

/** Where one plays. */
const WHERE = ".stage-board, .stage-mine, .stage-hand, .stage-seat, .line";

/**
 * The focus stays where one plays: a button that has gone hands it to the question.
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
function OptionButton({ play, verb, noun, main }) {
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
 * Closes what `ref` holds when one clicks elsewhere or presses Escape.
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
 * All that is offered on the board, as a list that opens over it. Who opens it by a key goes on in it.
 * @param {{ play: Play, rows: Choice[] }} props
 */
function AllOptions({ play, rows }) {
  const [open, show] = useState(false);
  const ref = useRef(null);
  useLeave(ref, open, () => show(false));
  /** @param {Happening} event */
  const turn = ({ detail }) => {
    show(!open);
    // a key's click has no number, those of a pointer count from one
    if (!detail) setTimeout(() => ref.current?.querySelector("li button")?.focus());
  };
  return html`
    <div class="line-all" ref=${ref}>
      <button type="button" class="quiet" aria-expanded=${open} aria-controls="all-options" data-test="all-options"
        title=${t("table.options", { n: rows.length })} onClick=${turn}>
        <${Icon} name="list" /><span class="sr">${t("table.options", { n: rows.length })}</span>
      </button>
      <div id="all-options" class="all-options" hidden=${!open}>
        ${open && html`<ul aria-label=${t("table.options-label")}>${rows.map((row) => html`<li
          key="${row[0]} ${row[1]}">${optionButton(play, false)(row)}</li>`)}</ul>`}
      </div>
    </div>
  `;
}

/** @param {Play} play */
function question({ open, ask, seat }) {
  const { game, phase } = open.table;
  if (ask.prompt) return promptText(game, open.seats, ask.prompt, "ask", seat);
  if (phase === "over") return resultText(open, seat); // that the game is over says the bar
  if (phase !== "playing") return t(`phase.${phase}`);
  return open.asks.map(([who, , prompt]) => promptText(game, open.seats, prompt, "wait", who)).join(" ");
}

/**
 * Passing over what moves, undo, hurrying bots, and the end of the turn: always at the right end.
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
 * What the line says: that a choice is on its way, that this is the past, that a bot stands in, or the question.
 * @param {Play} play
 */
function said(play) {
  if (play.waiting) return t(status.value.state === "online" ? "table.sending" : "table.kept");
  if (stoodIn(play)) return t("back.stood-in");
  return play.past && !play.view.reel.value ? t("history.help") : question(play);
}

/** While everything explains itself: that it does, and the way back. */
function Explaining() {
  const leave = () => { explaining.value = false; };
  useLayoutEffect(() => leave, []); // at once: the key for it may be pressed again before an effect has its turn
  useEscape(leave);
  return html`<p class="line-prompt" role="status" data-test="explaining">${t("explain.all")}
    <button type="button" onClick=${leave}>${t("explain.off")}</button></p>`;
}

/**
 * What is asked, or what one waits for; above it, what has happened meanwhile.
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
