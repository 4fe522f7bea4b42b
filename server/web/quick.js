/** Making a table: with all one's wishes, or in one tap, against bots, to begin at once. */

import { signal } from "./lib.js";
import { change, go, sit } from "./state.js";
import { minds } from "./text.js";

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

/**
 * Make a table and go there. `seats`: "me", "" for a person, or a mind. `clock`: [] or [bank, increment] in ms.
 * `standIn`: the mind that plays on for people who are away, "" for the usual one. The table's name, or "" where the
 * server said no.
 * @param {{ game: string, seats: string[], options: Options, open: boolean, clock?: number[], auto?: boolean,
 *   standIn?: string }} wish
 */
export async function makeTable({ game, seats, options, open, clock = [], auto = false, standIn = "" }) {
  const wants = seats.map((seat) => (seat === "me" ? "" : seat));
  const done = await change("make", game, seats.length, options, open, wants, clock, auto, standIn);
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
  const seats = ["me", ...Array(count - 1).fill(minds.value[0])];
  const [decided] = limits(game, count);
  const options = { ...usualOptions(game), ...decided };
  eager.value = await makeTable({ game: game.name, seats, options, open: false });
}
