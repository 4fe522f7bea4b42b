/** Making a table: with all one's wishes, or in one tap, against bots, to begin at once. */

import { signal } from "./lib.js";
import { change, go, sit } from "./state.js";

/** The table that is to begin as soon as its bots sit; "" where there is none. */
export const eager = signal("");

/**
 * What so many seats decide, and what they rule out: [decided, refused], by name.
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

/** So many tips each may have, where nobody says how many. */
const TIPS_EACH = 10;

/**
 * Make a table and go there. `seats`: "me", "" for a person, or a mind. `clock`: [] or [bank, increment] in ms.
 * `standIn`: the mind that plays on for people who are away, "" for the usual one; `tips`: may people ask for some?
 * `lesson`: the guided game that it is to be, whose own seats and options count; `origin`: the moment of a
 * finished game that it goes on from; `group`: the link of the group that is to play there. The table's name, or ""
 * where the server said no.
 * @param {{ game: string, seats: string[], options: Options, open: boolean, clock?: number[], auto?: boolean,
 *   standIn?: string, lesson?: string, tips?: "never" | "bots" | "always",
 *   origin?: [table: string, version: number, knows: number], group?: string }} wish
 */
export async function makeTable(wish) {
  const { game, seats, options, open, clock = [], auto = false, standIn = "", lesson = "", tips = "bots" } = wish;
  const { origin = null, group = "" } = wish;
  const wants = seats.map((seat) => (seat === "me" ? "" : seat));
  const done = await change(
    "make", game, seats.length, options, open, wants, clock, auto, standIn, lesson, tips, TIPS_EACH, origin, group);
  if (!done) return "";
  const mine = seats.indexOf("me");
  if (mine >= 0) await sit(done.table, mine);
  go("t", done.table);
  return done.table;
}

/** So many play where nobody says how many. */
const USUAL = 3;

/**
 * Play against bots, now: by the usual rules, at a table that only the link leads to.
 * @param {Told.Game} game
 */
export async function playNow(game) {
  const count = Math.max(game.seats[0], Math.min(USUAL, game.seats[1]));
  const seats = ["me", ...Array(count - 1).fill(game.minds[0])];
  const [decided] = limits(game, count);
  const options = { ...usualOptions(game), ...decided };
  eager.value = await makeTable({ game: game.name, seats, options, open: false });
}

/** The level of the bots that are met in a lesson, where there are such. */
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
