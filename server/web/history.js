/** Going through what happened: the earlier documents of one's own view, from the server's log. */

import { batch, html, signal, useEffect, useState } from "./lib.js";
import { linesSince, rowText, told } from "./gametext.js";
import { Refusal } from "./net.js";
import { pasts, seatKey } from "./play.js";
import { go, notice, wire } from "./state.js";
import { t } from "./text.js";
import { announce, Icon } from "./ui.js";

const fetching = signal(false);

let looks = 0;

/**
 * Show a moment that may have to be asked for. Who wants another one meanwhile gets that, at once where it is at
 * hand: what comes for the earlier wish is shown no more. A refusal is told in words.
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
    if (wanted()) notice("refusal", refusal instanceof Refusal ? refusal.code : "fault");
  } finally {
    if (wanted()) fetching.value = false;
  }
}

/** @param {Play} play */
const latest = (play) => /** @type {Shown} */ (play.view.show.shown.value);

/**
 * The number of the newest version that there is to look at.
 * @param {Play} play
 */
export const newest = (play) => play.view.reel.value?.last ?? latest(play).version;

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
  const { reel } = play.view;
  if (reel.value) return reel.value.at(play.seat, version);
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
 * Show another moment of the whole game. A step forward is seen and heard as it was when it was played.
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
 * Show the table as it was at a version; the newest one is the present again.
 * @param {Play} play
 * @param {number} version
 */
export const showVersion = (play, version) => lookBack(play, () => documentAt(play, version));

/**
 * Show the moment at which a line of the log was written: the first version that knows it.
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
 * Show how the turn began that the table is in; from there, the turn before. Every look costs the server a
 * replay, so the beginning of a long turn is looked for in strides, and then between the last two of them.
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
     * The newest version that is known to be of an earlier turn, after a look at this one.
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
 * What a moment of a whole game begins, by name.
 * @type {Record<string, (module: Board) => (moment: import("./reel.js").Moment,
 *   before: import("./reel.js").Moment | undefined) => boolean>}
 */
const BEGINS = {
  turn: ({ turn }) => (now, then) => !then || [now, then].map(({ public: { game }, mine: [{ hints = {} }] }) =>
    turn(game, hints)).some((one, _, [first]) => one !== first),
  round: () => (now, then) => linesSince(then?.public.log ?? [0], now.public.log).some(([key]) => key === "round"),
};

/** @type {WeakMap<import("./reel.js").Reel, Record<string, number[]>>} */
const marked = new WeakMap();

/**
 * The versions of a whole game at which turns or rounds begin.
 * @param {Play} play
 * @param {string} what
 */
export function marks({ view, module }, what) {
  const reel = /** @type {import("./reel.js").Reel} */ (view.reel.value);
  const known = marked.get(reel) ?? {};
  marked.set(reel, known);
  known[what] ??= reel.versions(BEGINS[what](module));
  return known[what];
}

/**
 * @param {number[]} versions
 * @param {number} now
 */
const before = (versions, now) => versions.findLast((one) => one < now) ?? 0;

/**
 * Show where the next turn or round of a whole game begins; after the last one, the end.
 * @param {Play} play
 * @param {string} what
 */
const showNext = (play, what) =>
  play.view.reel.value && showVersion(play, marks(play, what).find((one) => one > play.version) ?? newest(play));

/** The first version with a game in it, as soon as somebody has come upon it, by table. */
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

/** The table whose past plays by itself just now, or "". */
const running = signal("");
const PACE = 1100;

/** How many times as fast it goes. */
const speed = signal(1);
const SPEEDS = [0.5, 1, 2, 4];

/**
 * Go on one step after the other, until the present is reached or somebody stops it.
 * @param {Play} play
 */
function useRunning(play) {
  const on = running.value === play.table && play.past && play.version < newest(play);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(() => {
      if (play.version + 1 >= newest(play)) running.value = "";
      showVersion(play, play.version + 1);
    }, PACE / speed.value);
    return () => clearTimeout(timer);
  }, [on, play.version, speed.value]);
  useEffect(() => () => (running.value = ""), [play.table, play.past]);
  return on;
}

/**
 * From the whole game back to the table at which it was played; a log that was brought has none.
 * @param {Play} play
 */
const leave = ({ view }) => { if (!view.brought) go("t", view.table); };

/**
 * Steps that begin where one is: not before one has got there.
 * @param {(play: Play) => unknown} step
 * @returns {(play: Play) => unknown}
 */
const patient = (step) => (play) => fetching.value || step(play);

/**
 * What the steps do, for their buttons and for the keys; see keys.js.
 * @type {Record<string, (play: Play) => unknown>}
 */
export const STEPS = {
  begin: patient(showBegin),
  "turn-back": patient((play) => play.version > 1 && showTurn(play)),
  "turn-on": patient((play) => showNext(play, "turn")),
  "round-back": patient((play) =>
    play.view.reel.value && showVersion(play, before(marks(play, "round"), play.version))),
  "round-on": patient((play) => showNext(play, "round")),
  back: patient((play) => play.version > 1 && showVersion(play, play.version - 1)),
  run: (play) => (running.value = running.value === play.table ? "" : play.table),
  forward: patient((play) => play.past && showVersion(play, play.version + 1)),
  live: (play) => (play.view.reel.value ? leave(play) : play.past && showVersion(play, newest(play))),
};

/** @param {{ play: Play, to: keyof typeof STEPS, icon?: string, label?: string, off?: boolean }} props */
function Step({ play, to, icon = to, label = `history.${to}`, off }) {
  return html`
    <button type="button" class="quiet" data-step=${to} aria-label=${t(label)} title=${t(label)} disabled=${off}
      onClick=${() => STEPS[to](play)}>
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
