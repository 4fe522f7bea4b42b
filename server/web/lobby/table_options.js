/** Presets for a new table: the defaults, proven combinations, and the setup of the last one. */

import { usualOptions } from "./quick_start.js";
import { setups } from "../core/settings.js";
import { readable } from "../core/storage.js";

export const MINUTE = 60_000;
/** The available clocks: none, or [bank, increment] in ms. */
export const CLOCKS = [[], [5 * MINUTE, 10_000], [10 * MINUTE, 15_000], [20 * MINUTE, 30_000], [60 * MINUTE, 60_000],
  [24 * 60 * MINUTE, 0]];

/** When people may ask for tips. */
export const TIPS = ["never", "bots", "always"];

/**
 * The default setup: seats for people, since a game against bots alone has a shorter way.
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
 * The weakest bots, for a first game.
 * @param {Told.Game} game
 */
const lowest = ({ minds }) => (minds.includes(LOWEST) ? LOWEST : minds.at(-1) ?? "");
const LOWEST = "beginner";
/** Number of players of a first game, if the game allows it. */
const FIRST_SEATS = 3;

/**
 * The setup of a first game, apart from its variants: few players, no clock, the weakest bots.
 * @param {Told.Game} game
 */
function firstOf(game) {
  const [from, to] = game.seats;
  const others = Math.max(from, Math.min(FIRST_SEATS, to)) - 1;
  return { seats: ["me", ...Array(others).fill(lowest(game))], clock: 0, standIn: lowest(game) };
}

/**
 * The setup of this game's last table in this browser; null if there was none, or if the game has changed since.
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
 * Store a table's setup in this browser.
 * @param {Told.Game} game
 * @param {Wish} wish
 */
export function keep(game, wish) {
  setups.value = JSON.stringify({ ...readable(setups.value, {}), [game.name]: wish });
}

/**
 * The presets of a game: the name of each, and the fields of the setup that it sets.
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

/** If several presets match, these are the most specific. */
const TELLING = ["last", "first"];

/**
 * The preset that matches the current setup.
 * @param {Preset[]} presets
 * @param {Wish} wish
 */
export function chosen(presets, wish) {
  const fitting = presets.filter(([, { options, ...rest }]) =>
    same(options, wish.options) && same(plainly(rest), plainly(wish))).map(([key]) => key);
  return TELLING.find((key) => fitting.includes(key)) ?? fitting[0];
}

/**
 * The fields of a setup as comparable strings.
 * @param {Partial<Wish>} wish
 */
const plainly = (wish) => Object.fromEntries(Object.entries(wish).map(([key, value]) => [key, String(value)]));
