/** Sounds are offered once, by a question that waits for its answer without taking anybody's place. */

import { sound, told } from "./settings.js";

/** So soon one has other things to think of. */
const EARLY = 12;

/**
 * Are sounds still to be offered to whoever plays here?
 * @param {Play} play
 */
export const soundsOffered = ({ seat, version }) =>
  sound.value !== "on" && !told.value.includes("sounds") && seat >= 0 && version >= EARLY;
