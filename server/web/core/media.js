/** Window sizes that the layout depends on, as signals. */

import { signal } from "./lib.js";

/** @param {string} query */
function follows(query) {
  const list = matchMedia(query);
  const value = signal(list.matches);
  list.addEventListener("change", () => (value.value = list.matches));
  return value;
}

/** A phone in any orientation, or a tablet in portrait: the table is shown in pages; see stage.js. */
export const phone =
  follows("(max-width: 700px), (max-width: 1000px) and (orientation: portrait), (max-height: 500px)");

/** A wide window has a column for log and chat beside the table; any other has a drawer. */
export const wide = follows("(min-width: 1600px)");

/** On a laptop the person can pull that column out beside the table. */
export const laptop = follows("(min-width: 1300px)");

/** A large window has room for full pictures instead of short texts. */
export const large = follows("(min-width: 1600px) and (min-height: 900px)");
