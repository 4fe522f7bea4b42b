/** Sounds are offered once, by a question that blocks nothing. */

import { sound, told } from "../core/settings.js";
import { isDue } from "./evening.js";

/** Before this version a player has other things to think of. */
const OFFER_FROM_VERSION = 12;

/**
 * Should sounds still be offered to this player?
 * @param {Play} play
 */
export const soundsOffered = ({ table, seat, version, open }) =>
  sound.value !== "on" && !told.value.includes("sounds") && seat >= 0 && version >= OFFER_FROM_VERSION
  && !open.table.lesson && isDue("sounds", table);
