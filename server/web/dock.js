/** Below the board: what is asked, buttons for what has no place on the board, undo, the list of all options. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "./lib.js";
import { choices, helpOf, optionText, promptText } from "./gametext.js";
import { status } from "./state.js";
import { gameTexts, t } from "./text.js";
import { Icon } from "./ui.js";

/** Choices to do nothing, which never are the main button. */
const REFUSALS = new Set(["pass", "decline", "build_nothing"]);

/** The focus stays where one plays: a button that has gone hands it to the question. */
function useFocus(play, ref) {
  const inside = useRef(false);
  useEffect(() => {
    const follow = ({ target }) => { inside.current = !!target.closest?.(".arena, .dock"); };
    addEventListener("focusin", follow);
    return () => removeEventListener("focusin", follow);
  }, []);
  useLayoutEffect(() => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (lost && inside.current && ref.current) ref.current.focus({ preventScroll: true });
  }, [play.count, play.ask.number, play.waiting]);
}

function OptionButton({ play, verb, noun, main, seen = true }) {
  const { game } = play.open.table;
  const group = gameTexts(game)?.nouns?.[verb];
  const costs = seen && play.module.costs?.(play, verb, noun);
  return html`
    <button type="button" class=${main ? "primary" : ""} data-verb=${verb} data-noun=${noun}
      title=${helpOf(gameTexts(game), group, noun)} onClick=${() => play.choose(verb, noun)}>
      ${optionText(game, play.open.seats, verb, noun)}${costs && html` <small class="costs">${costs}</small>`}
    </button>
  `;
}

/** Every option as a button; what stands on the board as well is in a list that can be opened. */
function Options({ play }) {
  const [all, showAll] = useState(false);
  const rows = play.waiting ? [] : choices(play.ask);
  const board = rows.filter(([verb]) => play.module.onBoard(verb));
  const others = rows.filter(([verb]) => !play.module.onBoard(verb));
  const button = ([verb, noun], main, seen) => html`<${OptionButton} key="${verb} ${noun}" play=${play} verb=${verb} noun=${noun} main=${main} seen=${seen} />`;
  return html`
    ${board.length > 0 && html`
      <button type="button" class="quiet" aria-expanded=${all} aria-controls="all-options" data-test="all-options" onClick=${() => showAll(!all)}>
        <${Icon} name="list" />${t("table.options", { n: board.length })}
      </button>`}
    <div class="dock-buttons">${others.map((row) => button(row, !REFUSALS.has(row[0])))}</div>
    ${board.length > 0 && html`
      <div id="all-options" class="all-options" hidden=${!all}>
        <ul aria-label=${t("table.options-label")}>${board.map((row) => html`<li key="${row[0]} ${row[1]}">${button(row, false, all)}</li>`)}</ul>
      </div>`}
  `;
}

function question({ open, ask, seat, past }) {
  const { game, phase } = open.table;
  if (past) return t("history.help");
  if (ask.prompt) return promptText(game, open.seats, ask.prompt, "ask", seat);
  if (phase !== "playing" || !open.asks.length) return "";
  return open.asks.map(([who, , prompt]) => promptText(game, open.seats, prompt, "wait", who)).join(" ");
}

export function Dock({ play }) {
  const ref = useRef(null);
  useFocus(play, ref);
  const { ask, mine, past, settled } = play;
  const undo = !past && settled && mine.undo > 0;
  const text = question(play);
  if (!text && !undo) return html`<div class="dock empty" data-prompt="" data-ask="0" tabindex="-1" ref=${ref} aria-label=${t("table.dock")} role="group"></div>`;
  return html`
    <div class="dock ${ask.prompt && !past ? "yours" : ""}" role="group" tabindex="-1" ref=${ref} aria-label=${t("table.dock")} data-prompt=${ask.prompt ?? ""} data-ask=${ask.number ?? 0}>
      <p class="dock-prompt">
        ${play.waiting && html`<span class="spinner" aria-hidden="true"></span>`}
        <span>${play.waiting ? t(status.value.state === "online" ? "table.sending" : "table.kept") : text}</span>
      </p>
      ${!past && html`<${Options} key=${ask.number} play=${play} />`}
      ${undo && html`<button type="button" class="undo" data-test="undo" onClick=${play.undo}><${Icon} name="undo" />${t("table.undo")}</button>`}
      ${!settled && html`<button type="button" class="quiet" data-test="skip" onClick=${() => play.view.show.skip()}><${Icon} name="last" />${t("table.skip")}</button>`}
    </div>
  `;
}
