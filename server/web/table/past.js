/**
 * The history of a game: the earlier documents of the person's own view, from the server's log. This module is loaded
 * for the first look back; see history.js.
 */

import { before, marks } from "./beginnings.js";
import { batch, html, signal, useEffect, useState } from "../core/lib.js";
import { linesSince, rowText, told } from "../core/gametext.js";
import { latest, newest, Step } from "./history.js";
import { Refusal } from "../net/net.js";
import { pasts, seatKey } from "./play.js";
import { go, notice, wire } from "../core/state.js";
import { t } from "../core/text.js";
import { announce } from "../core/ui.js";

const fetching = signal(false);

let looks = 0;

/**
 * Show a moment that may have to be fetched. A newer request wins at once, and the response to an older one is
 * ignored. A refusal is shown as a message.
 * @param {Play} play
 * @param {() => Promise<Past>} look
 */
async function lookBack(play, look) {
  const own = (looks += 1);
  const wanted = () => own === looks;
  fetching.value = true;
  try {
    const past = await look();
    if (wanted()) put(play, past);
  } catch (refusal) {
    if (!wanted()) return;
    running.value = "";
    notice("refusal", refusal instanceof Refusal ? refusal.code : "fault");
  } finally {
    if (wanted()) fetching.value = false;
  }
}

/**
 * Fetched documents of a view by seat and version; they never change.
 * @type {WeakMap<View, Map<string, Past>>}
 */
const fetched = new WeakMap();
const MAX_CACHED_DOCUMENTS = 300;

/**
 * The document of a version: the newest one is available locally, earlier ones are fetched once.
 * @param {Play} play
 * @param {number} version
 * @returns {Promise<Past>}
 */
export async function documentAt(play, version) {
  const { reel } = play.view;
  if (reel.value) return reel.value.at(play.seat, version);
  const wanted = Math.max(1, version);
  if (wanted >= latest(play).version) return latest(play);
  const known = fetched.get(play.view) ?? new Map();
  fetched.set(play.view, known);
  const key = `${play.seat} ${wanted}`;
  const had = known.get(key);
  if (had) return had;
  if (known.size >= MAX_CACHED_DOCUMENTS) known.clear();
  const past = await wire.history(play.table, play.seat, wanted);
  known.set(key, past);
  return past;
}

/**
 * @param {Play} play
 * @param {Past} past
 */
function put(play, past) {
  if (play.view.reel.value) return turnTo(play, past);
  const key = seatKey(play.table, play.seat);
  if (past.version >= newest(play)) {
    if (!play.past) notice("note", "history.now");
    const { [key]: _, ...others } = pasts.value;
    pasts.value = others;
  } else if (Object.keys(past.public.game).length) {
    pasts.value = { ...pasts.value, [key]: past };
  } else {
    notice("note", "history.before");
  }
  return undefined;
}

/**
 * Show another moment of a replay. A single step forward is announced and heard as it was in the game.
 * @param {Play} play
 * @param {Past} past
 */
function turnTo({ view, open, version }, { version: to, public: then }) {
  const rows = to === version + 1 ? linesSince(open.log, then.log) : [];
  batch(() => {
    view.stepped.value = rows;
    view.moment.value = to;
  });
  for (const row of told(then.table.game, rows).slice(-6)) announce(rowText(then.table.game, then.seats, row));
}

/**
 * Show the table at a version; the newest one returns to the present.
 * @param {Play} play
 * @param {number} version
 */
export const showVersion = (play, version) => lookBack(play, () => documentAt(play, version));

/**
 * Show the moment at which a log line was written: the first version that contains it.
 * @param {Play} play
 * @param {number} number
 */
export const showLine = (play, number) =>
  fetching.value || lookBack(play, async () => {
    let [low, high] = [1, newest(play)];
    /** @type {Past} */
    let found = latest(play);
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const past = await documentAt(play, middle);
      if (past.public.log[0] > number) [high, found] = [middle, past];
      else low = middle + 1;
    }
    return found;
  });

/**
 * Show the beginning of the current turn; from there, of the turn before. Each sample costs the server a replay, so
 * the search takes strides, then bisects the last of them.
 * @param {Play} play
 */
const showTurn = (play) =>
  lookBack(play, async () => {
    if (play.view.reel.value) return documentAt(play, before(marks(play, "turn"), play.version));
    const { turn, longTurns } = play.module;
    /** @param {Past} past */
    const turnAt = (past) => turn(past.public.game, past.mine.hints ?? {});
    let first = await documentAt(play, play.version - 1);
    let former = 0;
    /**
     * A version that is known to be in an earlier turn, after sampling this one.
     * @param {number} version
     */
    const look = async (version) => {
      const past = await documentAt(play, version);
      if (!Object.keys(past.public.game).length || turnAt(past) !== turnAt(first)) return version;
      first = past;
      return former;
    };
    for (let stride = 1; !former && first.version > 1; stride *= longTurns ? 2 : 1) {
      former = await look(Math.max(1, first.version - stride));
    }
    while (first.version - former > 1) former = await look(Math.floor((first.version + former) / 2));
    return first;
  });

/**
 * Show the beginning of a replay's next turn or round; after the last one, the end.
 * @param {Play} play
 * @param {string} what
 */
const showNext = (play, what) =>
  play.view.reel.value && showVersion(play, marks(play, what).find((one) => one > play.version) ?? newest(play));

/** The first version with a game in it, by table, as soon as it is known. */
const begins = signal(/** @type {Record<string, number>} */ ({}));

/**
 * Show the first moment of the game.
 * @param {Play} play
 */
const showBegin = (play) =>
  lookBack(play, async () => {
    const { reel } = play.view;
    if (reel.value) return documentAt(play, reel.value.begin);
    let [low, high] = [begins.value[play.table] ?? 1, latest(play).version];
    while (!begins.value[play.table] && low < high) {
      const middle = Math.floor((low + high) / 2);
      if (Object.keys((await documentAt(play, middle)).public.game).length) high = middle;
      else low = middle + 1;
    }
    begins.value = { ...begins.value, [play.table]: low };
    return documentAt(play, low);
  });

/** The table whose history is playing automatically, or "". */
const running = signal("");
const STEP_INTERVAL_MS = 1100;

/** Speed factor of the automatic play. */
const speed = signal(1);
const SPEEDS = [0.5, 1, 2, 4];

/**
 * Advance step by step until the present is reached or the person stops it.
 * @param {Play} play
 */
function useRunning(play) {
  const on = running.value === play.table && play.past && play.version < newest(play);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(() => {
      if (play.version + 1 >= newest(play)) running.value = "";
      showVersion(play, play.version + 1);
    }, STEP_INTERVAL_MS / speed.value);
    return () => clearTimeout(timer);
  }, [on, play.version, speed.value]);
  useEffect(() => () => (running.value = ""), [play.table, play.past]);
  return on;
}

/**
 * From a replay back to its table; an uploaded log has none.
 * @param {Play} play
 */
const leave = ({ view }) => { if (!view.brought) go("t", view.table); };

/**
 * A step that is relative to the current moment; it is ignored while a document is being fetched.
 * @param {(play: Play) => unknown} step
 * @returns {(play: Play) => unknown}
 */
const patient = (step) => (play) => fetching.value || step(play);

/**
 * The version from which a step leads on. In a replay that is the one last asked for: keys may come faster than the
 * table is drawn.
 * @param {Play} play
 */
const here = ({ view, version }) => (view.reel.value ? view.moment.value : version);

/**
 * The steps by name.
 * @type {Record<string, (play: Play) => unknown>}
 */
const STEPS = {
  begin: patient(showBegin),
  "turn-back": patient((play) => play.version > 1 && showTurn(play)),
  "turn-on": patient((play) => showNext(play, "turn")),
  "round-back": patient((play) =>
    play.view.reel.value && showVersion(play, before(marks(play, "round"), play.version))),
  "round-on": patient((play) => showNext(play, "round")),
  back: patient((play) => here(play) > 1 && showVersion(play, here(play) - 1)),
  run: (play) => (running.value = running.value === play.table ? "" : play.table),
  forward: patient((play) => play.past && showVersion(play, here(play) + 1)),
  live: (play) => (play.view.reel.value ? leave(play) : play.past && showVersion(play, newest(play))),
};

/**
 * Take one of these steps.
 * @param {Play} play
 * @param {string} to
 */
export const takeStep = (play, to) => STEPS[to](play);

/**
 * The controls while looking back: steps, a slider, automatic play, and the way back to the present.
 * @param {{ play: Play }} props
 */
export function Journey({ play }) {
  const runs = useRunning(play);
  const [wanted, want] = useState(null);
  const { reel, brought } = play.view;
  const begin = reel.value?.begin ?? begins.value[play.table] ?? 1;
  const last = newest(play);
  /** @param {{ target: HTMLInputElement }} event */
  const arrive = ({ target }) => {
    want(null);
    showVersion(play, Number(target.value));
  };
  return html`
    <div class="journey" role="group" aria-label=${t("history.label")} data-test="journey">
      <${Step} play=${play} to="begin" icon="first" />
      <${Step} play=${play} to="turn-back" off=${play.version <= begin} />
      <${Step} play=${play} to="back" off=${play.version <= begin} />
      <${Step} play=${play} to="run" icon=${runs ? "pause" : "play"} label=${runs ? "history.pause" : "history.run"} />
      <${Step} play=${play} to="forward" off=${play.version >= last} />
      ${reel.value && html`<${Step} play=${play} to="turn-on" off=${play.version >= last} />`}
      <input type="range" min=${begin} max=${last} value=${wanted ?? play.version} aria-label=${t("history.slider")}
        aria-valuetext=${t("history.showing", { version: wanted ?? play.version, newest: last })}
        data-test="slider" onChange=${arrive}
        onInput=${(/** @type {Happening} */ { target }) => want(Number(target.value))} />
      <select aria-label=${t("history.speed")} value=${speed.value} data-test="speed"
        onChange=${(/** @type {Happening} */ { target }) => { speed.value = Number(target.value); }}>
        ${SPEEDS.map((one) => html`<option key=${one} value=${one}>${one === 0.5 ? "½" : one}×</option>`)}</select>
      ${!brought && html`<button type="button" class="primary live" data-test="live"
        onClick=${() => STEPS.live(play)}>${t(reel.value ? "replay.table" : "history.live")}</button>`}
    </div>
  `;
}
