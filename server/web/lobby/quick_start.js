/** Making a table: with detailed options, or with one tap against bots, to begin at once. */

import { signal } from "../core/lib.js";
import { change, go, goInstead, route, sit } from "../core/state.js";

/** The table that begins as soon as its bots have their seats; "" if there is none. */
export const eager = signal("");

/**
 * The option values that a number of seats fixes, and those that it rules out: [decided, refused], by name.
 * @param {Told.Game} game
 * @param {number} seats
 */
export const limits = (game, seats) =>
  [game.decided, game.refused].map((rows) => rows.find(([n]) => n === seats)?.[1] ?? {});

/**
 * @param {Told.Game} game
 * @returns {Options}
 */
export const usualOptions = (game) => Object.fromEntries(game.options.map((row) => [row.name, row.default]));

/** Pages that have done their work once the table is made. */
const FORMS = ["setup", "learn"];

/** Tips for each player, unless specified otherwise. */
const TIPS_EACH = 10;

/**
 * Make a table and open it. `seats`: "me", "" for a person, or a mind. `clock`: [] or [bank, increment] in ms.
 * `standIn`: the mind that replaces absent people, "" for the default. `tips`: may people ask for tips? `lesson`: the
 * guided game to play, whose seats and options are used. `origin`: the moment of a finished game to continue from.
 * `group`: the link of the group that plays there. `hands`: after how many moves watchers see all hands, 0 for never.
 * Resolves to the table's name, or "" after a refusal.
 * @param {{ game: string, seats: string[], options: Options, open: boolean, clock?: number[], auto?: boolean,
 *   standIn?: string, lesson?: string, tips?: "never" | "bots" | "always",
 *   origin?: [table: string, version: number, knows: number], group?: string, hands?: number }} wish
 */
export async function makeTable(wish) {
  const { game, seats, options, open, clock = [], auto = false, standIn = "", lesson = "", tips = "bots" } = wish;
  const { origin = null, group = "", hands = 0 } = wish;
  const wants = seats.map((seat) => (seat === "me" ? "" : seat));
  const done = await change(
    "make", game, seats.length, options, open, wants, clock, auto, standIn, lesson, tips, TIPS_EACH, origin, group,
    hands);
  if (!done) return "";
  const mine = seats.indexOf("me");
  if (mine >= 0) await sit(done.table, mine, hands);
  if (FORMS.includes(route.value.page)) goInstead("t", done.table);
  else go("t", done.table);
  return done.table;
}

/** Number of players, unless specified otherwise. */
const DEFAULT_PLAYERS = 3;

/**
 * Start a game against bots now: with default options, at a table that only the link leads to.
 * @param {Told.Game} game
 */
export async function playNow(game) {
  const count = Math.max(game.seats[0], Math.min(DEFAULT_PLAYERS, game.seats[1]));
  const seats = ["me", ...Array(count - 1).fill(game.minds[0])];
  const [decided] = limits(game, count);
  const options = { ...usualOptions(game), ...decided };
  eager.value = await makeTable({ game: game.name, seats, options, open: false });
}

/** The level of the bots in a lesson, if the game has it. */
const GENTLE = "casual";

/**
 * Begin a guided game: against bots at once, or with seats for friends.
 * @param {Told.Game} game
 * @param {string} lesson
 * @param {boolean} alone
 */
export async function beginLesson(game, lesson, alone) {
  const bot = game.minds.includes(GENTLE) ? GENTLE : game.minds[0];
  const seats = ["me", ...Array(game.lessons[lesson].seats - 1).fill(alone ? bot : "")];
  const table = await makeTable({ game: game.name, seats, options: {}, open: false, lesson });
  if (alone) eager.value = table;
}
