/**
 * What a table's parts are given: one plain object for what is on the screen now.
 *
 *   view, module        the table's view (state.js) and the game's module
 *   open, mine          the document on the screen: the public part and the seat's own
 *   seat                the seat one looks through, WATCH for watchers
 *   offers              Map of verb -> Set of nouns that may be chosen now (empty while something moves)
 *   choose(verb, noun)  answer the question
 *   lines, count        the log lines of the stage just shown, and its number
 *   hints               what the server says that one would work out from the rules: facts by name
 *   amounts(verb, noun) what a choice certainly changes of what one has: { key: n or [n, ...] }, or undefined
 *   past                true while an earlier moment is shown, or any of a game that is looked through as a reel
 */

import { signal, useEffect, useRef } from "./lib.js";
import { choices, promptText, rowText, seatName, told } from "./gametext.js";
import { noteChoice } from "./lesson.js";
import { chime, ring, tremble } from "./sounds.js";
import { act, change, notice, person } from "./state.js";
import { t } from "./text.js";
import { alertNow, announce } from "./ui.js";

/** The questions that are being answered: their numbers, by table and seat. */
const sending = signal(/** @type {Record<string, number>} */ ({}));
/** The earlier documents that are being looked at, by table and seat. */
export const pasts = signal(/** @type {Record<string, Past>} */ ({}));

/**
 * Somebody may hold several seats of a table: what is done for one of them is nothing to the others.
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
  const waiting = sending.value[key] === ask.number && ask.number !== undefined;
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
    choose: (verb, noun = -1) => {
      if (!offers.get(verb)?.has(noun)) return undefined;
      noteChoice(table, hints.lesson, verb, noun);
      return choose(table, shown.seat, ask.number ?? 0, verb, noun);
    },
    undo: () => change("undo", table, shown.seat, shown.mine.undo ?? 0),
  };
}

/**
 * The same moment of a whole game through other eyes.
 * @param {Play} play
 * @param {number} seat
 * @returns {Play}
 */
export function throughEyes(play, seat) {
  const { mine = play.mine } = play.view.reel.value?.at(seat, play.version) ?? {};
  return { ...play, seat, mine, hints: mine.hints ?? {} };
}

/**
 * @param {string} table
 * @param {number} seat
 * @param {number} number
 * @param {string} verb
 * @param {number} noun
 */
async function choose(table, seat, number, verb, noun) {
  const key = seatKey(table, seat);
  if (sending.value[key] === number) return; // it is on its way already
  sending.value = { ...sending.value, [key]: number };
  const done = await act(table, seat, number, verb, noun);
  const { [key]: last, ...others } = sending.value;
  if (!done && last === number) sending.value = others;
}

/** Lines of the log that say who plays from now on: they are shown for a while, for all but whoever they are about. */
const CHANGES = new Set(["away", "timeout", "left", "back"]);

/**
 * Tell of moves: by notices, which are read out by themselves, where others are gone or back; else screen readers.
 * @param {Line[]} lines
 * @param {Mirror} mirror
 * @param {Mirror | null} before
 */
function tellMoves(lines, { public: { table, seats } }, before) {
  const rows = told(table.game, lines);
  const changes = rows.filter(([[key, who]]) =>
    CHANGES.has(key) && before?.public.seats[who].person !== person.value);
  for (const [[key, who]] of changes) notice("note", `log.${key}`, { seat: seatName(seats, who) });
  for (const row of rows.filter((one) => !changes.includes(one)).slice(-6)) announce(rowText(table.game, seats, row));
}

/**
 * Tell screen readers, the ear and the desktop what happened and whose turn it is.
 * @param {Play} play
 */
export function useTurn(play) {
  const { view, open, ask, module } = play;
  const last = useRef({ number: 0, asked: false, phase: "" });
  useEffect(() => {
    view.show.listeners.add(tellMoves);
    return () => view.show.listeners.delete(tellMoves);
  }, [view]);
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
 * @param {{ open: Protocol.Public, ask: Protocol.Asked, seat: number }} props
 * @param {boolean} news
 */
function tellTurn({ open, ask, seat }, news) {
  const prompt = promptText(open.table.game, open.seats, ask.prompt ?? "", "ask", seat);
  alertNow(`${t("table.your-turn")}. ${prompt}`);
  if (news) {
    chime("turn");
    ring(t("table.your-turn"), prompt);
    tremble();
  }
}
