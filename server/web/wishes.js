/** What a table may be made with: the usual, what goes well together, and what the last one was made with. */

import { usualOptions } from "./quick.js";
import { setups } from "./settings.js";
import { minds } from "./text.js";

export const MINUTE = 60_000;
/** The clocks that can be chosen: none, or [bank, increment] in ms. */
export const CLOCKS = [[], [5 * MINUTE, 10_000], [10 * MINUTE, 15_000], [20 * MINUTE, 30_000], [60 * MINUTE, 60_000],
  [24 * 60 * MINUTE, 0]];

/**
 * What a table is made with where nobody says anything else.
 * @param {Told.Game} game
 * @returns {Wish}
 */
export const usual = (game) => ({
  seats: ["me", ...Array(Math.min(game.seats[1], 4) - 1).fill(minds.value[0])],
  options: usualOptions(game),
  open: true,
  clock: 0,
  auto: false,
  standIn: minds.value[0] ?? "",
});

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
      (["me", "", ...minds.value].includes(who) ? who : minds.value[0]));
    const standIn = minds.value.includes(last.standIn) ? last.standIn : minds.value[0] ?? "";
    return fits && known ? { ...last, seats, standIn, options: { ...usualOptions(game), ...last.options } } : null;
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
  let all = {};
  try {
    all = JSON.parse(setups.value);
  } catch {
    // What was kept is unreadable; it begins anew.
  }
  setups.value = JSON.stringify({ ...all, [game.name]: wish });
}

/**
 * Ready-made wishes for a game: what each is called, and what of a wish it says.
 * @param {Told.Game} game
 * @returns {Preset[]}
 */
export function presetsOf(game) {
  const plain = usual(game);
  const rows = Object.entries({ usual: {}, ...game.presets }).map(([key, options]) =>
    /** @type {Preset} */ ([key, { options: { ...plain.options, ...options } }]));
  const last = lastOf(game);
  return last ? [...rows, ["last", last]] : rows;
}

/** @typedef {[key: string, wish: Partial<Wish> & { options: Options }]} Preset */

/**
 * @param {Options} one
 * @param {Options} other
 */
const same = (one, other) => Object.keys(one).every((name) => one[name] === other[name]);

/**
 * Which of these wishes is what is wished just now.
 * @param {Preset[]} presets
 * @param {Wish} wish
 */
export const chosen = (presets, wish) =>
  presets.findLast(([, { options, ...rest }]) =>
    same(options, wish.options) && same(plainly(rest), plainly(wish)))?.[0];

/**
 * What a wish says, in words that can be compared.
 * @param {Partial<Wish>} wish
 */
const plainly = (wish) => Object.fromEntries(Object.entries(wish).map(([key, value]) => [key, String(value)]));
