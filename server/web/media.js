/** How large the window is, as far as the layout asks: signals that follow it. */

import { signal } from "./lib.js";

/** @param {string} query */
function follows(query) {
  const list = matchMedia(query);
  const value = signal(list.matches);
  list.addEventListener("change", () => (value.value = list.matches));
  return value;
}

/** A phone shows a table in pages, however it is held, and so does a tablet that is held upright; see stage.js. */
export const phone =
  follows("(max-width: 700px), (max-width: 1000px) and (orientation: portrait), (max-height: 500px)");

/** A wide window has a column for log and chat beside the table; in any other they are a drawer. */
export const wide = follows("(min-width: 1600px)");

/** In the window of a laptop they lie beside the table too, for whoever draws them out. */
export const laptop = follows("(min-width: 1300px)");

/** A large window has room for whole pictures of what otherwise stands in few words. */
export const large = follows("(min-width: 1600px) and (min-height: 900px)");
