/** The modules that draw the games, fetched with their style sheets when they are needed; see table.js. */

import { fetchFile, fileAt, loadSheet } from "./files.js";
import { signal } from "./lib.js";
import { hasBoard } from "./text.js";

/** By game; one that isn't here has not been fetched yet. */
export const modules = signal(/** @type {Record<string, Board>} */ ({}));

/**
 * Fetch the module and the style sheet that draw a game.
 * @param {string} game
 */
export async function loadModule(game) {
  if (modules.value[game]) return;
  const drawn = hasBoard(game);
  const code = import(fileAt(drawn ? `games/${game}/board.js` : "games/plain.js"));
  if (drawn) fetchFile(`games/${game}/cards.json`).catch(() => {}); // the board will ask for it, and say what is wrong
  const [module] = await Promise.all([code, loadSheet(drawn ? `games/${game}/board.css` : "rooms.css")]);
  await module.default.prepare?.();
  modules.value = { ...modules.value, [game]: module.default };
}
