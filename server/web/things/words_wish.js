/** The wish for the position in words and the command line; see table/in_words.js, which is loaded for it. */

import { signal } from "../core/lib.js";

/** How often the person has asked for them on this page. */
export const wishes = signal(0);
