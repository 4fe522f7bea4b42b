/**
 * A group's current table for a stream: a page at an address that stays the same, without anything around the table, as
 * a watcher sees it, on a transparent ground or one of a key colour, and some versions late if the address says so.
 * With `hands` it is as large as on a TV, and a table that shows hands is there with those of all seats, as late as the
 * table says.
 * Whoever streams puts it into a program as a browser source; nobody clicks on it.
 */

import { ask } from "../core/http.js";
import { html, useEffect, useLayoutEffect, useState } from "../core/lib.js";
import { route } from "../core/state.js";
import { t } from "../core/text.js";
import { playOf, useTurn } from "../table/play.js";
import { Strip } from "../table/strip.js";
import { heldBack } from "./delay.js";
import { Hands, heldBySeat } from "./hands.js";
import { withHands } from "./late_hands.js";
import * as tv from "./tv.js";
import { Bare, useScale, useWatched } from "./watched.js";

/** Milliseconds between two questions which table is the current one. */
const POLL_INTERVAL_MS = 10_000;

/** The window (px) as whose table the source is drawn, larger or smaller. */
const WIDTH_PX = 1366, HEIGHT_PX = 768;

/**
 * The name of the group's current table, "" until there is one. A finished table stays until the next one begins.
 * @param {string} stream
 */
function useCurrent(stream) {
  const [table, set] = useState("");
  useEffect(() => {
    const learn = () => ask(`streams/${encodeURIComponent(stream)}`)
      .then((told) => told.table && set(told.table), () => {}); // asked again anyway
    learn();
    const timer = setInterval(learn, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [stream]);
  return table;
}

/**
 * The page's ground: the key colour of the address, otherwise none.
 * @param {string} [key]
 */
function useGround(key = "") {
  useLayoutEffect(() => {
    const ground = /^[\da-f]{6}$/i.test(key) ? `#${key}` : "transparent";
    for (const { style } of [document.documentElement, document.body]) style.background = ground;
  }, [key]);
}

/** @param {{ view: View, module: Board }} props */
function Table({ view, module }) {
  const play = playOf(view, module);
  const scale = useScale(WIDTH_PX, HEIGHT_PX);
  useTurn(play);
  const { open, version, settled, seat } = play;
  const { game, phase } = open.table;
  const { Common, Frame = Bare } = module;
  if (!Object.keys(open.game).length) return null;
  return html`
    <div class="streamed stage table-page desk watching game-${game} ${phase}" style=${scale} data-version=${version}
      data-settled=${settled ? "yes" : "no"} data-phase=${phase} data-seat=${seat}>
      <${Frame} play=${play}>
        <${Strip} play=${play} large=${null} onPick=${() => {}} />
        <section class="stage-board" aria-label=${t("stage.board")} data-test="board">
          <${Common} play=${play} /></section>
      <//>
    </div>`;
}

/**
 * The table with all hands, as large as on a TV.
 * @param {{ view: View, module: Board }} props
 */
function TableWithHands({ view, module }) {
  const play = playOf(view, module);
  const scale = useScale(tv.WIDTH_PX, tv.HEIGHT_PX);
  useTurn(play);
  if (!Object.keys(play.open.game).length) return null;
  const rows = heldBySeat(play);
  return html`
    <${tv.Big} play=${play} scale=${scale} kind="streamed">
      ${rows.length > 0 && html`<${Hands} play=${play} rows=${rows} />`}<${tv.Events} play=${play} />
    <//>`;
}

/** @param {{ table: string, delay: number, hands: boolean }} props */
function Watched({ table, delay, hands }) {
  const { view, module } = useWatched(table, (one) => {
    heldBack(one, delay);
    if (hands) withHands(one);
  });
  const Drawn = hands ? TableWithHands : Table;
  return view.show.shown.value && module ? html`<${Drawn} view=${view} module=${module} />` : null;
}

/** @param {{ stream: string }} props */
export function Stream({ stream }) {
  const { key, delay, hands } = route.value.query;
  const table = useCurrent(stream);
  useGround(key);
  return table && html`<${Watched} key=${table} table=${table} delay=${Number(delay) || 0}
    hands=${hands !== undefined} />`;
}
