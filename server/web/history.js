/** Going through what happened: the earlier documents of one's own view, from the server's log. */

import { html, signal, useEffect, useState } from "./lib.js";
import { Refusal } from "./net.js";
import { pasts, seatKey } from "./play.js";
import { notice, wire } from "./state.js";
import { t } from "./text.js";
import { Icon } from "./ui.js";

const fetching = signal(false);

/**
 * Do something that asks the server for the past, one at a time; a refusal is told in words.
 * @param {() => Promise<unknown>} work
 */
async function lookBack(work) {
  if (fetching.value) return;
  fetching.value = true;
  try {
    await work();
  } catch (refusal) {
    notice("refusal", refusal instanceof Refusal ? refusal.code : "fault");
  } finally {
    fetching.value = false;
  }
}

/** @param {Play} play */
const latest = (play) => /** @type {Shown} */ (play.view.show.shown.value);

/**
 * The number of the newest version that there is to look at.
 * @param {Play} play
 */
export const newest = (play) => latest(play).version;

/**
 * What has been fetched of a view, by seat and version: the past never changes.
 * @type {WeakMap<View, Map<string, Past>>}
 */
const fetched = new WeakMap();
const KEPT = 300;

/**
 * The document of a version: the newest one is at hand, earlier ones come from the server, once.
 * @param {Play} play
 * @param {number} version
 * @returns {Promise<Past>}
 */
export async function documentAt(play, version) {
  if (version >= latest(play).version) return latest(play);
  const wanted = Math.max(1, version);
  const known = fetched.get(play.view) ?? new Map();
  fetched.set(play.view, known);
  const key = `${play.seat} ${wanted}`;
  const had = known.get(key);
  if (had) return had;
  if (known.size >= KEPT) known.clear();
  const past = await wire.history(play.table, play.seat, wanted);
  known.set(key, past);
  return past;
}

/**
 * @param {Play} play
 * @param {Past} past
 */
function put(play, past) {
  const key = seatKey(play.table, play.seat);
  if (past.version >= newest(play)) {
    const { [key]: _, ...others } = pasts.value;
    pasts.value = others;
  } else if (Object.keys(past.public.game).length) {
    pasts.value = { ...pasts.value, [key]: past };
  } else {
    notice("note", "history.before");
  }
}

/**
 * Show the table as it was at a version; the newest one is the present again.
 * @param {Play} play
 * @param {number} version
 */
export const showVersion = (play, version) => lookBack(async () => put(play, await documentAt(play, version)));

/**
 * Show the moment at which a line of the log was written: the first version that knows it.
 * @param {Play} play
 * @param {number} number
 */
export const showLine = (play, number) =>
  lookBack(async () => {
    let [low, high] = [1, newest(play)];
    /** @type {Past} */
    let found = latest(play);
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const past = await documentAt(play, middle);
      if (past.public.log[0] > number) [high, found] = [middle, past];
      else low = middle + 1;
    }
    put(play, found);
  });

/**
 * Show how the turn began that the table is in; from there, the turn before. Every look costs the server a
 * replay, so the beginning of a long turn is looked for in strides, and then between the last two of them.
 * @param {Play} play
 */
export const showTurn = (play) =>
  lookBack(async () => {
    const { turn, longTurns } = play.module;
    /** @param {Past} past */
    const turnAt = (past) => turn(past.public.game, past.mine.hints ?? {});
    let first = await documentAt(play, play.version - 1);
    let before = 0;
    /**
     * The newest version that is known to be of an earlier turn, after a look at this one.
     * @param {number} version
     */
    const look = async (version) => {
      const past = await documentAt(play, version);
      if (!Object.keys(past.public.game).length || turnAt(past) !== turnAt(first)) return version;
      first = past;
      return before;
    };
    for (let stride = 1; !before && first.version > 1; stride *= longTurns ? 2 : 1) {
      before = await look(Math.max(1, first.version - stride));
    }
    while (first.version - before > 1) before = await look(Math.floor((first.version + before) / 2));
    put(play, first);
  });

/** The first version with a game in it, as soon as somebody has come upon it, by table. */
const begins = signal(/** @type {Record<string, number>} */ ({}));

/**
 * Show the first moment of the game.
 * @param {Play} play
 */
const showBegin = (play) =>
  lookBack(async () => {
    let [low, high] = [begins.value[play.table] ?? 1, latest(play).version];
    while (!begins.value[play.table] && low < high) {
      const middle = Math.floor((low + high) / 2);
      if (Object.keys((await documentAt(play, middle)).public.game).length) high = middle;
      else low = middle + 1;
    }
    begins.value = { ...begins.value, [play.table]: low };
    put(play, await documentAt(play, low));
  });

/** The table whose past plays by itself just now, or "". */
const running = signal("");
const PACE = 1100;

/**
 * Go on one step after the other, until the present is reached or somebody stops it.
 * @param {Play} play
 */
function useRunning(play) {
  const on = running.value === play.table && play.past;
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(() => showVersion(play, play.version + 1), PACE);
    return () => clearTimeout(timer);
  }, [on, play.version]);
  useEffect(() => () => (running.value = ""), [play.table, play.past]);
  return on;
}

/** What the steps do, for their buttons and for the keys; see keys.js. */
export const STEPS = {
  /** @param {Play} play */
  begin: (play) => showBegin(play),
  /** @param {Play} play */
  "turn-back": (play) => play.version > 1 && showTurn(play),
  /** @param {Play} play */
  back: (play) => play.version > 1 && showVersion(play, play.version - 1),
  /** @param {Play} play */
  run: (play) => (running.value = running.value === play.table ? "" : play.table),
  /** @param {Play} play */
  forward: (play) => play.past && showVersion(play, play.version + 1),
  /** @param {Play} play */
  live: (play) => play.past && showVersion(play, newest(play)),
};

/** @param {{ play: Play, to: keyof typeof STEPS, icon?: string, label?: string, off?: boolean }} props */
function Step({ play, to, icon = to, label = `history.${to}`, off }) {
  return html`
    <button type="button" class="quiet" data-step=${to} aria-label=${t(label)} title=${t(label)} disabled=${off}
      onClick=${() => fetching.value || STEPS[to](play)}>
      <${Icon} name=${icon} />
    </button>`;
}

/**
 * The ways into the past, while one is in the present.
 * @param {{ play: Play }} props
 */
export const History = ({ play }) => html`
  <div class="history" role="group" aria-label=${t("history.label")} data-test="history">
    <${Step} play=${play} to="turn-back" off=${play.version <= 1} />
    <${Step} play=${play} to="back" off=${play.version <= 1} />
  </div>
`;

/**
 * Through the whole game, while one looks back: steps, a slider, on by itself, and the way back to the present.
 * @param {{ play: Play }} props
 */
export function Journey({ play }) {
  const runs = useRunning(play);
  const [wanted, want] = useState(null);
  const begin = begins.value[play.table] ?? 1;
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
      <${Step} play=${play} to="forward" />
      <input type="range" min=${begin} max=${last} value=${wanted ?? play.version} aria-label=${t("history.slider")}
        aria-valuetext=${t("history.showing", { version: wanted ?? play.version, newest: last })}
        data-test="slider" onChange=${arrive}
        onInput=${(/** @type {Happening} */ { target }) => want(Number(target.value))} />
      <button type="button" class="primary live" data-test="live" onClick=${() => STEPS.live(play)}>
        ${t("history.live")}</button>
    </div>
  `;
}
