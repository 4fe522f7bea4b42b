/**
 * A guided game (`hints.lesson`): the lesson's text for now, in pages, with its subject highlighted on the table. The
 * server tracks the step; lesson_state.js stores which steps are read and which choice was different.
 */

import { html, useEffect, useRef, useState } from "../core/lib.js";
import { noteOf, remember } from "../core/lesson_state.js";
import { useFit } from "../things/fit.js";
import { useLit } from "../things/highlight.js";
import { language } from "../core/settings.js";
import { t } from "../core/text.js";
import { Icon, announce } from "../core/ui.js";

/**
 * Drawings of the game.
 * @param {{ play: Play, rows: [group: string, n: number][] }} props
 */
const Pictures = ({ play, rows }) => rows.length > 0 && html`
  <span class="coach-pictures" aria-hidden="true">
    ${rows.map(([group, n]) => html`<span key="${group} ${n}" class="thing-picture">
      ${play.module.picture?.(group, n)}</span>`)}</span>`;

/**
 * The comment on a choice that differs from the proposal, and a button for undo.
 * @param {{ play: Play, note: import("../core/lesson_state.js").Note }} props
 */
const Other = ({ play, note }) => html`
  <p class="coach-other" data-test="coach-other">
    <span>${note.said[language.value]}</span>
    ${(play.mine.undo ?? 0) > 0 && play.settled && html`<button type="button" class="undo" data-test="coach-undo"
      onClick=${play.undo}><${Icon} name="undo" />${t("table.undo")}</button>`}
  </p>
`;

/**
 * The buttons of a step. `last`: are all pages but this one read?
 * @param {{ at: number, last: boolean, turn: (by: number) => void, fold: () => void, does: boolean, end: boolean,
 *   leave: () => void }} props
 */
const Ways = ({ at, last, turn, fold, does, end, leave }) => html`
  <div class="coach-ways">
    ${at > 0 && html`<button type="button" class="quiet coach-back" data-test="coach-back" onClick=${() => turn(-1)}>
      <${Icon} name="back" />${t("lesson.back")}</button>`}
    ${!last && html`<button type="button" class="primary" data-test="coach-next" onClick=${() => turn(1)}>
      ${t("lesson.next")}<${Icon} name="forward" /></button>`}
    ${last && does && html`<span class="coach-do"><${Icon} name="forward" />${t("lesson.do")}</span>`}
    ${last && !does && !end && html`<button type="button" class="primary" data-test="coach-read" onClick=${fold}>
      <${Icon} name="check" />${t("lesson.read")}</button>`}
    ${last && end && html`<button type="button" class="primary" data-test="coach-end" onClick=${leave}>
      <${Icon} name="dice" />${t("lesson.on")}</button>`}
    ${!last && html`<button type="button" class="quiet coach-skip" data-test="coach-skip" onClick=${fold}>
      ${t("lesson.skip")}</button>`}
  </div>
`;

/**
 * The displayed step. `fresh`: does it fit the table, or is it the previous one?
 * @param {{ play: Play, step: Lesson, note: import("../core/lesson_state.js").Note, fresh: boolean }} props
 */
function Told({ play, step, note, fresh }) {
  const { table } = play;
  const count = step.pages.length;
  const read = note.read.includes(step.step);
  const [at, set] = useState(read ? count - 1 : 0);
  const [folded, fold] = useState(false);
  const page = step.pages[Math.min(at, count - 1)];
  const last = at >= count - 1;
  const words = page.say[language.value];
  const answered = note.other === step.step;
  useEffect(() => {
    if (last && !read) remember(table, { read: [...note.read, step.step] });
  }, [last]);
  useEffect(() => {
    if (answered && play.settled && play.ask.number !== undefined && fresh) remember(table, { other: "", said: {} });
  }, [play.ask.number, play.settled, fresh]);
  useEffect(() => { if (!folded && fresh) announce(words); }, [words, folded]);
  const open = fresh && !folded;
  const box = useRef(null);
  useFit(box, [words, folded, note.said, answered]);
  useLit(`${step.step} ${at}`, open ? page.lights : [], open && last ? step.propose : []);
  const leave = () => remember(table, { left: true });
  return html`
    <section class="coach card ${fresh ? "" : "stale"}" aria-label=${t("lesson.label")} data-test="coach"
      data-coach=${step.step} data-at=${at} data-pages=${count}
      style=${{ "--done": `${(100 * step.at) / step.of}%` }}>
      <button type="button" class="quiet coach-fold" aria-expanded=${!folded} data-test="coach-fold"
        onClick=${() => fold(!folded)}><${Icon} name="learn" /><span>${t("lesson.label")}</span></button>
      ${!folded && html`
        <div class="coach-words" key=${at} tabindex="0" ref=${box}>
          ${note.other && note.said && !answered && html`<${Other} play=${play} note=${note} />`}
          <${Pictures} play=${play} rows=${page.picture} />
          <p>${words}</p>
        </div>
        ${fresh && html`<${Ways} ...${{ at, last, leave, does: step.propose.length > 0, end: step.at === step.of }}
          turn=${(/** @type {number} */ by) => set(at + by)} fold=${() => fold(true)} />`}`}
      <button type="button" class="quiet coach-leave" data-test="coach-leave" title=${t("lesson.leave")}
        aria-label=${t("lesson.leave")} onClick=${leave}><${Icon} name="close" /></button>
    </section>
  `;
}

/**
 * Above the table, as long as a lesson has text and has not been left.
 * @param {{ play: Play }} props
 */
export function Coach({ play }) {
  const { open, past, settled, hints, waiting } = play;
  const last = useRef(/** @type {Lesson | null} */ (null));
  if (play.seat < 0 || past || open.table.phase !== "playing") return null;
  const note = noteOf(play.table);
  if (note.left) return null;
  const fresh = settled && !waiting && !!hints.lesson?.step;
  if (fresh) last.current = hints.lesson;
  if (!last.current) return null;
  return html`<${Told} key=${last.current.step} play=${play} step=${last.current} note=${note} fresh=${fresh} />`;
}
