/** A table on a page that others see: joined as a watcher without a seat, and drawn at a size of its own. */

import { loadModule, useModule } from "../core/games.js";
import { effect, useEffect, useLayoutEffect, useState } from "../core/lib.js";
import { large } from "../core/media.js";
import { language } from "../core/settings.js";
import { away, look } from "../core/state.js";
import { loadGame } from "../core/text.js";
import { staged } from "../core/ui.js";

/** Milliseconds until a board that could not be loaded is tried again: nobody is there to click. */
const RETRY_MS = 5_000;

/** For games whose module has no frame. */
export const Bare = (/** @type {{ children: Children }} */ { children }) => children;

/**
 * A table without the page around it: its view, and its game's module once both are there.
 * @param {string} table
 * @param {(view: View) => void} [prepare] called before the first document arrives
 */
export function useWatched(table, prepare) {
  const view = look(table);
  prepare?.(view);
  const game = view.show.shown.value?.public.table.game ?? "";
  const module = useModule(game);
  const [tries, again] = useState(0);
  useEffect(() => () => away(table), [table]);
  useEffect(() => {
    if (!game) return;
    Promise.all([loadGame(game), loadModule(game)]).catch(() => setTimeout(() => again(tries + 1), RETRY_MS));
  }, [game, language.value, !module, tries]);
  useLayoutEffect(() => {
    staged.value = true;
    return () => { staged.value = false; };
  }, []);
  if (module) view.show.stages = module.stages;
  return { view, module };
}

/**
 * The style that makes everything larger or smaller than in a window of this size (px), followed by the real window.
 * Boards draw as in a window with little room.
 * @param {number} width
 * @param {number} height
 */
export function useScale(width, height) {
  const scale = () => Math.min(innerWidth / width, innerHeight / height);
  const [far, set] = useState(scale);
  useLayoutEffect(() => {
    const follow = () => set(scale());
    addEventListener("resize", follow);
    const small = effect(() => { if (large.value) large.value = false; });
    return () => {
      removeEventListener("resize", follow);
      small();
    };
  }, []);
  return `--far: ${far}`;
}
