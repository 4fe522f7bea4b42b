/**
 * Examples of the rules on a small board: positions of a real game, step by step, drawn by the game's module. The
 * server has played them; the reader steps through them with buttons and arrow keys.
 */

import { seatName, told, rowText } from "../core/gametext.js";
import { fetchFile } from "../core/files.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../core/lib.js";
import { language } from "../core/settings.js";
import { View } from "../core/state.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";

/**
 * The view of a table that does not exist, with all players present.
 * @param {ExamplePart} part
 */
function viewOf(part) {
  const view = new View("");
  view.people.value = part.public.seats.map(({ person, name }, seat) => [person, name, seat]);
  return view;
}

/**
 * The `play` object of a moment: it offers no choices.
 * @param {View} view
 * @param {Board} module
 * @param {ExamplePart} part
 * @param {number} at
 * @returns {Play}
 */
function playOf(view, module, part, at) {
  return {
    view, module, table: "", open: part.public, mine: part.mine, hints: part.mine.hints ?? {}, version: at, ask: {},
    offers: new Map(), waiting: false, amounts: () => undefined, past: true, seat: part.mine.seat ?? -1, settled: true,
    lines: [], count: -at, choose: () => undefined, undo: async () => {},
  };
}

/**
 * A named part of the board, in a frame as a table of that shape has it.
 * @param {{ play: Play, of: string, shape: string }} props
 */
function Piece({ play, of, shape }) {
  const { Common, Hand, Seat } = play.module;
  const [kind, number] = of.split("-");
  if (kind === "seat") return Seat && html`
    <div class="example-seat ${shape === "desk" ? "stage-seat" : ""} seat-${number}">
      <p class="example-name">${seatName(play.open.seats, Number(number))}</p>
      <${Seat} play=${play} seat=${Number(number)} /></div>`;
  if (kind === "hand") return Hand && html`<div class="example-hand stage-hand"><${Hand} play=${play} /></div>`;
  return html`<div class="example-common stage-board"><${Common} play=${play} /></div>`;
}

/** Below this width (pixels) a board is laid out as on a phone. */
const PHONE_LAYOUT_BELOW_PX = 560;
/** Layout width of a board in pixels, before it is scaled down to its place. */
const LAYOUT_WIDTHS_PX = { phone: 390, desk: 980 };

/**
 * The shape of the layout for this place, and the scale.
 * @param {Ref} ref
 * @returns {["phone" | "desk", number]}
 */
function useRoom(ref) {
  const [width, set] = useState(0);
  useLayoutEffect(() => {
    const resized = new ResizeObserver(() => set(ref.current?.clientWidth ?? 0));
    resized.observe(ref.current);
    return () => resized.disconnect();
  }, []);
  const shape = width < PHONE_LAYOUT_BELOW_PX ? "phone" : "desk";
  return [shape, Math.min(1, width / LAYOUT_WIDTHS_PX[shape])];
}

/**
 * Mark the elements that these selectors find on a board while it is drawn so.
 * @param {Ref} ref
 * @param {string} mark
 * @param {string[]} selectors
 */
function useMarked(ref, mark, selectors) {
  useLayoutEffect(() => {
    const found = selectors.flatMap((one) => [...ref.current.querySelectorAll(one)]);
    for (const thing of found) thing.setAttribute(mark, "");
    return () => { for (const thing of found) thing.removeAttribute(mark); };
  });
}

/**
 * The small board: a picture that the text below it describes; the subject of that text is highlighted.
 * @param {{ play: Play, example: ToldExample, lights: string[], drawn: boolean }} props
 */
function Small({ play, example, lights, drawn }) {
  const ref = useRef(null);
  const [shape, zoom] = useRoom(ref);
  useMarked(ref, "data-lit", lights);
  useMarked(ref, "data-left-out", example.hides);
  const { module, open } = play;
  const { game } = open.table;
  return html`
    <div class="example-board" aria-hidden="true" inert ref=${ref} data-test="example-board">
      ${!drawn && module.Drawings && html`<${module.Drawings} />`}
      ${zoom > 0 && html`<div class="${shape} game-${game}" style=${{ zoom, width: `${LAYOUT_WIDTHS_PX[shape]}px` }}>
        <div class="example-pieces ${module.around?.(play) ?? ""}">
          ${example.shows.map((of) => html`<${Piece} key=${of} play=${play} of=${of} shape=${shape} />`)}</div></div>`}
    </div>
  `;
}

/**
 * The buttons from part to part.
 * @param {{ at: number, count: number, go: (to: number) => void }} props
 */
const Ways = ({ at, count, go }) => html`
  <div class="example-ways">
    <button type="button" data-test="example-back" aria-disabled=${at === 0} onClick=${() => go(at - 1)}>
      <${Icon} name="back" />${t("example.back")}</button>
    <span class="muted" data-test="example-at">${t("example.at", { at: at + 1, count })}</span>
    <button type="button" class="primary" data-test="example-next" aria-disabled=${at === count - 1}
      onClick=${() => go(at + 1)}>${t("example.next")}<${Icon} name="forward" /></button>
  </div>
`;

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * A loaded example. `drawn`: the page already contains the definitions for the board's drawings.
 * @param {{ game: string, module: Board, example: ToldExample, drawn: boolean }} props
 */
function Played({ game, module, example, drawn }) {
  const [at, set] = useState(0);
  const { parts } = example;
  const part = parts[at];
  const view = useMemo(() => viewOf(part), []);
  const play = playOf(view, module, part, at);
  /** @param {number} to */
  const go = (to) => { if (parts[to]) set(to); };
  /** @param {Happening} event */
  const onKeyDown = (event) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation(); // at a table these keys move through the history
    go(at + by);
  };
  return html`
    <div class="example" role="group" aria-label=${t("example.label")} data-test="example" data-at=${at}
      onKeyDown=${onKeyDown}>
      <${Small} play=${play} example=${example} lights=${part.lights} drawn=${drawn} />
      <div class="example-words" aria-live="polite" lang=${language.value}>
        <p data-test="example-says">${part.say[language.value]}</p>
        ${part.lines.length > 0 && html`<ul class="small muted" data-test="example-log">
          ${told(game, part.lines).map((row, n) => html`
            <li key=${n}>${rowText(game, part.public.seats, row)}</li>`)}</ul>`}
      </div>
      <${Ways} at=${at} count=${parts.length} go=${go} />
    </div>
  `;
}

/**
 * An example of a game by its name, fetched when it is first shown.
 * @param {{ game: string, name: string, module: Board | undefined, drawn?: boolean }} props
 */
export function Example({ game, name, module, drawn = false }) {
  const [found, set] = useState(/** @type {Record<string, ToldExample> | null} */ (null));
  const [failed, fail] = useState(false);
  const load = () => {
    fail(false);
    fetchFile(`games/${game}/examples.json`).then(set, () => fail(true));
  };
  useEffect(load, [game]);
  if (failed) return html`<p role="status">${t("rules.failed")}
    <button type="button" onClick=${load}>${t("gone.again")}</button></p>`;
  if (!found?.[name] || !module) return html`<p class="muted" role="status">${t("lobby.loading")}</p>`;
  return html`<${Played} game=${game} module=${module} example=${found[name]} drawn=${drawn} />`;
}
