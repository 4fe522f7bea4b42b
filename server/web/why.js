/** Why something can't be chosen: asked of the server for who is asked, in words. */

import { reasonText, seatName } from "./gametext.js";
import { wire } from "./state.js";
import { listed, loadRules, t } from "./text.js";
import { Refusal } from "./net.js";

/** @typedef {Pick<Play["open"], "table" | "seats" | "asks">} Shared */

/** A reason that says no more than that the question is another: for who wants to know, not for who looks around. */
const ANOTHER = "another";

/**
 * What says why a thing can't be chosen: number `noun` of a kind of things, by a name of the game's. Undefined where
 * there is nothing to be said: nobody plays, or one looks on, or at the past.
 * @param {Pick<Play, "table" | "seat" | "ask" | "past"> & { open: Shared }} play
 * @param {string} thing
 * @param {number} noun
 * @returns {Why | undefined}
 */
export function whyNot({ table, seat, ask, past, open }, thing, noun) {
  const { number } = ask;
  if (past || seat < 0 || open.table.phase !== "playing") return undefined;
  if (number !== undefined) return (asked) => reasons(table, seat, number, thing, noun, open, asked);
  const others = open.asks.map(([who]) => who);
  if (!others.length || others.includes(seat)) return undefined;
  const names = listed(others.map((who) => seatName(open.seats, who)));
  return async (asked) => (asked ? [t("why.turn", { names })] : []);
}

/**
 * The same for something that lies in front of a seat; of others' things that are never chosen it says whose they are.
 * @param {Parameters<typeof whyNot>[0]} play
 * @param {number} seat
 * @param {string} thing
 * @param {number} noun
 */
export const whyAt = (play, seat, thing, noun) =>
  (seat === play.seat ? whyNot(play, thing, noun) : whyNot(play, "neighbour", seat));

/**
 * @param {string} table
 * @param {number} seat
 * @param {number} number
 * @param {string} thing
 * @param {number} noun
 * @param {Shared} open
 * @param {boolean} asked
 */
async function reasons(table, seat, number, thing, noun, open, asked) {
  try {
    const [{ reasons: lines = [] }] = await Promise.all(
      [wire.change("why", table, seat, number, thing, noun), loadRules(open.table.game).catch(() => {})]);
    const telling = lines.filter(([key]) => asked || key !== ANOTHER);
    return telling.map((line) => reasonText(open.table.game, open.seats, line)).filter(Boolean);
  } catch (refusal) {
    if (refusal instanceof Refusal) return []; // the question is another by now
    throw refusal;
  }
}
