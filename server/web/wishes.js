/** What a table may be made with: the usual, what goes well together, and what the last one was made with. */

import { usualOptions } from "./quick.js";
import { readable, setups } from "./settings.js";

export const MINUTE = 60_000;
/** The clocks that can be chosen: none, or [bank, increment] in ms. */
export const CLOCKS = [[], [5 * MINUTE, 10_000], [10 * MINUTE, 15_000], [20 * MINUTE, 30_000], [60 * MINUTE, 60_000],
  [24 * 60 * MINUTE, 0]];

/** When people may ask for tips. */
export const TIPS = ["never", "bots", "always"];

/**
 * What a table is made with where nobody says anything else: whoever wants bots alone has a shorter way to them.
 * @param {Told.Game} game
 * @returns {Wish}
 */
export const usual = (game) => ({
  seats: ["me", ...Array(Math.min(game.seats[1], 4) - 1).fill("")],
  options: usualOptions(game),
  open: true,
  clock: 0,
  auto: false,
  standIn: game.minds[0] ?? "",
  tips: "bots",
});

/**
 * The bots that play worst: the right company for a first game.
 * @param {Told.Game} game
 */
const lowest = ({ minds }) => (minds.includes(LOWEST) ? LOWEST : minds.at(-1) ?? "");
const LOWEST = "beginner";
/** So many play a first game, where that many can. */
const FIRST_SEATS = 3;

/**
 * What a first game is made with, beside its variants: few players, no clock, bots that have just begun.
 * @param {Told.Game} game
 */
function firstOf(game) {
  const [from, to] = game.seats;
  const others = Math.max(from, Math.min(FIRST_SEATS, to)) - 1;
  return { seats: ["me", ...Array(others).fill(lowest(game))], clock: 0, standIn: lowest(game) };
}

/**
 * What the last table of this game was made with, in this browser; null where there was none, or the game has changed.
 * @param {Told.Game} game
 * @returns {Wish | null}
 */
function lastOf(game) {
  try {
    const last = JSON.parse(setups.value)[game.name];
    const fits = last.seats.length >= game.seats[0] && last.seats.length <= game.seats[1] && last.clock in CLOCKS;
    const known = Object.keys(last.options).every((name) => game.options.some((row) => row.name === name));
    const seats = last.seats.map((/** @type {string} */ who) =>
      (["me", "", ...game.minds].includes(who) ? who : game.minds[0] ?? ""));
    const standIn = game.minds.includes(last.standIn) ? last.standIn : game.minds[0] ?? "";
    const options = { ...usualOptions(game), ...last.options };
    return fits && known ? { ...usual(game), ...last, seats, standIn, options } : null;
  } catch {
    return null;
  }
}

/**
 * Keep in this browser what a table was made with.
 * @param {Told.Game} game
 * @param {Wish} wish
 */
export function keep(game, wish) {
  setups.value = JSON.stringify({ ...readable(setups.value, {}), [game.name]: wish });
}

/**
 * Ready-made wishes for a game: what each is called, and what of a wish it says.
 * @param {Told.Game} game
 * @returns {Preset[]}
 */
export function presetsOf(game) {
  const plain = usual(game);
  const rows = Object.entries({ first: {}, usual: {}, ...game.presets }).map(([key, options]) =>
    /** @type {Preset} */ ([key, { ...(key === "first" && firstOf(game)),
      options: { ...plain.options, ...options } }]));
  const last = lastOf(game);
  return last ? [...rows, ["last", last]] : rows;
}

/** @typedef {[key: string, wish: Partial<Wish> & { options: Options }]} Preset */

/**
 * @param {Options} one
 * @param {Options} other
 */
const same = (one, other) => Object.keys(one).every((name) => one[name] === other[name]);

/** Where several fit, these say most. */
const TELLING = ["last", "first"];

/**
 * Which of these wishes is what is wished just now.
 * @param {Preset[]} presets
 * @param {Wish} wish
 */
export function chosen(presets, wish) {
  const fitting = presets.filter(([, { options, ...rest }]) =>
    same(options, wish.options) && same(plainly(rest), plainly(wish))).map(([key]) => key);
  return TELLING.find((key) => fitting.includes(key)) ?? fitting[0];
}

/**
 * What a wish says, in words that can be compared.
 * @param {Partial<Wish>} wish
 */
const plainly = (wish) => Object.fromEntries(Object.entries(wish).map(([key, value]) => [key, String(value)]));
