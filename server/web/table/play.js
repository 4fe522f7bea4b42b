/**
 * The object that a table's components receive: the state that is on the screen now.
 *
 *   view, module        the table's view (state.js) and the game's module
 *   open, mine          the displayed document: the public part and the seat's own
 *   seat                the seat whose view is shown, WATCH for watchers
 *   offers              Map of verb -> Set of nouns that may be chosen now (empty during an animation)
 *   choose(verb, noun)  answer the question; a third argument: the page does so by itself
 *   lines, count        the log lines of the stage just shown, and its number
 *   hints               facts by name that a player could derive from the rules, computed by the server
 *   amounts(verb, noun) the certain changes of a choice to the person's stock: { key: n or [n, ...] }, or undefined
 *   past                true while an earlier moment is shown, or any moment of a replay
 */

import { signal, useEffect, useRef } from "../core/lib.js";
import { loadCode } from "../core/files.js";
import { choices, promptText } from "../core/gametext.js";
import { RETELLING } from "../core/lazy_list.js";
import { noteChoice } from "../core/lesson_state.js";
import { chime, ring, tremble } from "../things/sounds.js";
import { act, change } from "../core/state.js";
import { gameTitle, t } from "../core/text.js";
import { alertNow, announce } from "../core/ui.js";
import { endsByItself, isEnding } from "./turn_end.js";

/** The numbers of the questions that are being answered, by table and seat. */
const sending = signal(/** @type {Record<string, number>} */ ({}));
/** The earlier documents that are being displayed, by table and seat. */
export const pasts = signal(/** @type {Record<string, Past>} */ ({}));

/**
 * A person may hold several seats of a table; the state of each is separate.
 * @param {string} table
 * @param {number} seat
 */
export const seatKey = (table, seat) => `${table} ${seat}`;

/**
 * @param {View} view
 * @param {Board} module
 */
export function playOf(view, module) {
  const { table } = view;
  const shown = /** @type {Shown} */ (view.show.shown.value);
  const reel = view.reel.value;
  const seat = reel ? view.eyes.value : shown.seat;
  const key = seatKey(table, seat);
  const past = reel ? reel.at(seat, view.moment.value) : (pasts.value[key] ?? null);
  const { public: open, mine, version } = past ?? shown;
  const ask = past || !shown.settled ? {} : (shown.mine.ask ?? {});
  const number = ask.number ?? 0;
  const waiting = number > 0 && sending.value[key] === number;
  /** @type {Map<string, Set<number>>} */
  const offers = new Map();
  if (!waiting) for (const [verb, noun] of choices(ask)) offers.set(verb, (offers.get(verb) ?? new Set()).add(noun));
  const hints = mine.hints ?? {};
  return {
    view, module, hints, table, open, mine, version, ask, offers, waiting,
    /**
     * @param {string} verb
     * @param {number} [noun]
     */
    amounts: (verb, noun = -1) =>
      hints.amounts?.find((/** @type {[...Choice, Record<string, any>]} */ [v, n]) => v === verb && n === noun)?.[2],
    past: !!past,
    seat,
    settled: shown.settled,
    lines: reel ? view.stepped.value : past ? [] : shown.lines,
    count: past ? -version : shown.count,
    /**
     * @param {string} verb
     * @param {number} [noun]
     */
    choose: (verb, noun = -1, alone = false) => {
      if (!offers.get(verb)?.has(noun)) return undefined;
      if (view.practice) return view.practice.choose(verb, noun);
      noteChoice(table, hints.lesson, verb, noun);
      return send(key, number, () => act(table, shown.seat, number, verb, noun, endsByItself({ hints }), alone));
    },
    undo: () => send(key, number, () => change("undo", table, shown.seat, shown.mine.undo ?? 0).then(() => false)),
  };
}

/**
 * The same moment of a replay as another seat sees it.
 * @param {Play} play
 * @param {number} seat
 * @returns {Play}
 */
export function throughEyes(play, seat) {
  const { mine = play.mine } = play.view.reel.value?.at(seat, play.version) ?? {};
  return { ...play, seat, mine, hints: mine.hints ?? {} };
}

/**
 * Send the answer to a question, once: the page offers nothing of it until then. `sent` says if it has been answered;
 * after an undo the same question may be asked again.
 * @param {string} key
 * @param {number} number
 * @param {() => Promise<any>} sent
 */
async function send(key, number, sent) {
  if (sending.value[key] === number) return; // it is already being sent
  sending.value = { ...sending.value, [key]: number };
  const done = await sent();
  const { [key]: last, ...others } = sending.value;
  if (!done && last === number) sending.value = others;
}

/**
 * Delay (ms) before the module that tells of moves is fetched and given those since: after the game's first drawing, so
 * that it comes after what the first question needs, and in the set-up after the first thing to tell.
 */
const RETELLING_DELAY_MS = 2_000;

/** Moves that are kept for that module; on a slow line the oldest of more are left out. */
const MAX_EARLY_MOVES = 30;

/**
 * Report moves; see retelling.js.
 * @param {View} view
 * @param {boolean} drawn
 */
function useRetelling({ show }, drawn) {
  const begin = useRef(() => {});
  useEffect(() => {
    /** @type {Parameters<import("./retelling.js").Tell>[]} */
    const early = [];
    /** @type {import("./retelling.js").Tell} */
    let tell = (...move) => {
      if (early.push(move) > MAX_EARLY_MOVES) early.shift();
      if (!["starting", "playing"].includes(move[1].public.table.phase)) begin.current();
    };
    show.listeners.add(tell);
    const end = () => show.listeners.delete(tell);
    let left = false;
    let timer = 0;
    begin.current = () => timer ||= setTimeout(() => loadCode(RETELLING).then(({ retelling }) => {
      end();
      if (!left) tell = retelling(show, early);
    }, end), RETELLING_DELAY_MS);
    return () => {
      left = true;
      clearTimeout(timer);
      end();
    };
  }, [show]);
  useEffect(() => { if (drawn) begin.current(); }, [show, drawn]);
}

/**
 * Report events and turns by screen reader, sound and notification.
 * @param {Play} play
 */
export function useTurn(play) {
  const { view, open, ask, module } = play;
  const last = useRef({ number: 0, asked: false, phase: "" });
  useRetelling(view, play.settled && Object.keys(open.game).length > 0);
  useEffect(() => {
    const tune = module.tune?.(play.lines);
    if (tune) chime(tune);
  }, [play.count]);
  useEffect(() => {
    const asked = ask.number !== undefined;
    const phase = play.past ? "past" : open.table.phase;
    if (!play.settled) return;
    if (asked && ask.number !== last.current.number) tellTurn(play, !last.current.asked);
    if (phase === "over" && last.current.phase === "playing") chime("over");
    last.current = { number: ask.number ?? 0, asked, phase };
  }, [ask.number, play.settled, open.table.phase]);
}

/**
 * @param {Play} play
 * @param {boolean} news
 */
function tellTurn(play, news) {
  const { open, ask, seat } = play;
  if (isEnding(play)) return announce(t("table.ending"));
  const prompt = promptText(open.table.game, open.seats, ask.prompt ?? "", "ask", seat);
  alertNow(news ? `${t("table.your-turn")}. ${prompt}` : prompt);
  if (news) {
    chime("turn");
    ring(t("table.your-turn"), gameTitle(open.table.game)); // others may see it on a locked screen
    tremble();
  }
  return undefined;
}
