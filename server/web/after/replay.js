/** The replay of a finished game: of a table, or of an uploaded log. */

import { loadModule, useModule } from "../core/games.js";
import { html, useEffect, useRef, useState } from "../core/lib.js";
import { Refusal } from "../net/net.js";
import { reelOf, reelOfLog } from "../table/replay_data.js";
import { language } from "../core/settings.js";
import { person, route, View } from "../core/state.js";
import { Table } from "../table/table.js";
import { loadGame, refusalText, t } from "../core/text.js";
import { Heading, Icon, useTitle } from "../core/ui.js";
import { lookWith } from "./viewer.js";

export { Search } from "../table/search.js";
export { Viewer } from "./viewer.js";

/**
 * Show a reel in a table's view, or in a view without a table, at the moment in the address.
 * @param {View} view
 * @param {import("../table/replay_data.js").Reel} reel
 */
function openReel(view, reel) {
  const { at, seat } = route.value.query;
  const { seats } = reel.at(0, reel.last).public;
  const own = seats.findIndex((row) => row.person && row.person === person.value);
  const known = seat === "all" || (/^-?\d+$/.test(seat ?? "") && Number(seat) >= -1 && Number(seat) < seats.length);
  lookWith(view, known ? seat : own);
  view.moment.value = /^\d+$/.test(at ?? "") ? Number(at) : reel.begin;
  view.reel.value = reel;
}

/** @param {unknown} refusal */
const codeOf = (refusal) => (refusal instanceof Refusal ? refusal.code : "fault");

/**
 * @param {{ code: string, children?: Children }} props
 */
function Failed({ code, children }) {
  useTitle(t("replay.title"));
  return html`
    <div class="page"><section class="card welcome" data-test="no-replay" data-code=${code}>
      <${Heading}>${t("replay.title")}<//>
      <p>${refusalText(code)}</p>
      <div class="row">${children}<a class="button" href="#/">${t("nav.home")}</a></div>
    </section></div>
  `;
}

/**
 * The view of a table, as a replay once its game is over. During the game only its players look back, each in the own
 * view.
 * @param {{ view: View, module: Board, over: boolean }} props
 */
export function Replay({ view, module, over }) {
  const [failed, fail] = useState("");
  const [tried, again] = useState(0);
  useEffect(() => {
    if (!over) return undefined;
    let here = true;
    fail("");
    reelOf(view.table).then((reel) => here && openReel(view, reel), (refusal) => here && fail(codeOf(refusal)));
    return () => { here = false; view.reel.value = null; };
  }, [view, over, tried]);
  const { at, seat } = route.value.query;
  useEffect(() => { if (view.reel.value) openReel(view, view.reel.value); }, [at, seat]);
  if (!over || failed) return html`
    <${Failed} code=${failed || "not-over"}>
      ${failed && html`<button type="button" class="primary" onClick=${() => again(tried + 1)}>
        ${t("gone.again")}</button>`}
      <a class="button ${failed ? "" : "primary"}" href="#/t/${view.table}">${t("replay.table")}</a>
    <//>`;
  if (!view.reel.value) return html`
    <div class="page"><${Heading}>${t("lobby.loading")}<//><p class="spinner big" aria-hidden="true"></p></div>`;
  return html`<${Table} view=${view} module=${module} />`;
}

/**
 * The view of a game that has no table here, only its reel.
 * @param {import("../table/replay_data.js").Reel} reel
 * @param {Blob} log the uploaded file
 */
function viewOf(reel, log) {
  const view = new View(reel.table);
  view.brought = log;
  view.show.push({ table: reel.table, seat: -1, ...reel.at(-1, reel.last) }, true);
  openReel(view, reel);
  return view;
}

/**
 * The field where a log is dropped or chosen as a file.
 * @param {{ onFile: (file: File) => void, wrong: string, busy: boolean }} props
 */
function Drop({ onFile, wrong, busy }) {
  const [over, hover] = useState(false);
  const picker = useRef(null);
  useTitle(t("replay.title"));
  /** @param {Happening} event */
  const picked = ({ target }) => {
    const [file] = target.files;
    target.value = ""; // the same file can be chosen again
    if (file) onFile(file);
  };
  /** @param {DragEvent} event */
  const dropped = (event) => {
    event.preventDefault();
    hover(false);
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  };
  return html`
    <div class="page"><section class="card welcome drop ${over ? "over" : ""}" data-test="drop" onDrop=${dropped}
      onDragOver=${(/** @type {DragEvent} */ event) => { event.preventDefault(); hover(true); }}
      onDragLeave=${() => hover(false)}>
      <${Heading}>${t("replay.title")}<//>
      <p>${t("replay.drop")}</p>
      <label class="button primary"><${Icon} name="plus" />${t("replay.pick")}
        <input type="file" class="sr" accept=".log" ref=${picker} data-test="log"
          onChange=${picked} /></label>
      <p class="muted">${t("replay.kept-nowhere")}</p>
      <p role="status" data-test="dropped">${busy ? t("lobby.loading") : wrong}</p>
    </section></div>
  `;
}

/** The page for an uploaded log: chosen, replayed by the server, and shown. */
export function Brought() {
  const [view, look] = useState(/** @type {View | null} */ (null));
  const [wrong, say] = useState("");
  const [busy, work] = useState(false);
  const game = view?.reel.value?.at(-1, 0).public.table.game ?? "";
  const module = useModule(game);
  useEffect(() => {
    if (game) Promise.all([loadGame(game), loadModule(game)]).catch(() => {
      look(null);
      say(t("status.not-loaded"));
    });
  }, [game, language.value, !module]);
  /** @param {File} file */
  const onFile = async (file) => {
    work(true);
    say("");
    try {
      look(viewOf(await reelOfLog(file), file));
    } catch (refusal) {
      const { reason = "" } = refusal instanceof Refusal ? refusal : {};
      say(refusalText(codeOf(refusal)) + (reason && ` (${reason})`));
    } finally {
      work(false);
    }
  };
  if (!view || !module) return html`<${Drop} onFile=${onFile} wrong=${wrong} busy=${busy || !!view} />`;
  view.show.stages = module.stages;
  return html`<${Table} view=${view} module=${module} />`;
}
