/** The modules that draw the games, fetched with their style sheets on first use; see table.js. */

import { fetchFile, fileAt, loadCode, loadSheet } from "./files.js";
import { PLAIN } from "./lazy_list.js";
import { signal, useErrorBoundary } from "./lib.js";
import { hasBoard, hasFile } from "./text.js";

/** By game; a missing game has not been fetched yet. */
export const modules = signal(/** @type {Record<string, Board>} */ ({}));

/** The games whose own board has failed on this page. */
const unfit = new Set();

/**
 * Fetch the module and the style sheet that draw a game: its own board, or the plain table if it has none or that board
 * can't be used.
 * @param {string} game
 */
export async function loadModule(game) {
  if (modules.value[game]) return;
  const own = hasBoard(game) && !unfit.has(game) && await ownBoard(game);
  const board = own && !unfit.has(game) ? own : await prepared(PLAIN, "rooms.css");
  modules.value = { ...modules.value, [game]: board };
}

/** @param {string} code @param {string} sheet */
async function prepared(code, sheet) {
  const [{ default: board }] = await Promise.all([loadCode(code), loadSheet(sheet)]);
  await board.prepare?.();
  return board;
}

/** @param {string} game */
const codeOf = (game) => `games/${game}/board.js`;

/**
 * A game's own board, or nothing if it can't be used.
 * @param {string} game
 */
async function ownBoard(game) {
  // The board requests its cards itself and reports a failure.
  if (hasFile(game, "cards")) fetchFile(`games/${game}/cards.json`).catch(() => {});
  try {
    return await prepared(codeOf(game), `games/${game}/board.css`);
  } catch (why) {
    const { ok, status } = await fetch(fileAt(codeOf(game))); // a temporary failure is retried
    if (!ok && status !== 404) throw why;
    return giveUp(game, why);
  }
}

/**
 * Use the plain table instead of a game's own board from now on. Rethrows what the own board is not to blame for.
 * @param {string} game
 * @param {unknown} why
 */
function giveUp(game, why) {
  const { [game]: used, ...others } = modules.value;
  if (!hasBoard(game) || (used && unfit.has(game))) throw why;
  if (!unfit.has(game)) {
    console.error(`${codeOf(game)} can't be used`, why);
    tell(game, why);
  }
  unfit.add(game);
  modules.value = others;
}

/**
 * Tell the server that a board has failed, for its operator: the kind of the error and its place. The message of the
 * error stays here, because it could name what only this person sees.
 * @param {string} game
 * @param {unknown} why
 */
function tell(game, why) {
  const { name = "Error", stack = "" } = why instanceof Error ? why : {};
  const [, file = "board.js", line = 0] = stack.match(new RegExp(`games/${game}/([\\w.-]+\\.m?js)\\S*?:(\\d+):`)) ?? [];
  const error = /^[A-Z][A-Za-z]{0,39}$/.test(name) ? name : "Error";
  const body = JSON.stringify({ game, error, file, line: Number(line) });
  fetch(new URL("board-failures", location.href.split("#")[0]), { method: "POST", body }).catch(() => {});
}

/**
 * The module that draws a game, undefined while it is loading. If it fails while it draws in a descendant of the
 * calling component, it is given up; the component must then call `loadModule` again.
 * @param {string} game
 */
export function useModule(game) {
  useErrorBoundary((/** @type {unknown} */ why) => giveUp(game, why));
  return modules.value[game];
}

/**
 * The result of work with a game's board outside of drawing; undefined if the board fails, which is then given up.
 * @template T
 * @param {string} game
 * @param {() => T} work
 */
export function attempt(game, work) {
  try {
    return work();
  } catch (why) {
    return giveUp(game, why);
  }
}
