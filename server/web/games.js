/** The modules that draw the games, fetched with their style sheets when they are needed; see table.js. */

import { fileAt } from "./files.js";
import { signal } from "./lib.js";
import { hasBoard, loadCatalogue } from "./text.js";

/** By game; one that isn't here has not been fetched yet. */
export const modules = signal({});

function loadStyle(game) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = fileAt(`games/${game}/board.css`);
  document.head.append(sheet);
  return new Promise((done) => { sheet.onload = sheet.onerror = done; });
}

/** Fetch the module and the style sheet that draw a game. */
export async function loadModule(game) {
  if (modules.value[game]) return;
  await loadCatalogue();
  const drawn = hasBoard(game);
  const [module] = await Promise.all([import(fileAt(drawn ? `games/${game}/board.js` : "games/plain.js")), drawn && loadStyle(game)]);
  await module.default.prepare?.();
  modules.value = { ...modules.value, [game]: module.default };
}
