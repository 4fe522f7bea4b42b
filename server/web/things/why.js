/** The reasons why a thing can't be chosen, requested from the server for the asked player. */

import { reasonText, seatName } from "../core/gametext.js";
import { wire } from "../core/state.js";
import { listed, loadRules, t } from "../core/text.js";
import { Refusal } from "../net/net.js";

/** @typedef {Pick<Play["open"], "table" | "seats" | "asks">} Shared */

/** @typedef {Pick<Play, "view" | "table" | "seat" | "ask" | "past"> & { open: Shared }} Asked */

/** The reason that says only that the question is about other things; given only on an explicit request. */
const ANOTHER = "another";

/**
 * The function that gives the reasons why a thing can't be chosen: number `noun` of a kind of things, by the game's
 * name for it. Undefined if there are none: no player is asked, there is neither a table nor a puzzle, or the person
 * watches or looks at the past.
 * @param {Asked} play
 * @param {string} thing
 * @param {number} noun
 * @returns {Why | undefined}
 */
export function whyNot({ view, table, seat, ask, past, open }, thing, noun) {
  const { number } = ask;
  const { practice } = view;
  if (!(table || practice) || past || seat < 0 || open.table.phase !== "playing") return undefined;
  if (number !== undefined) {
    return (asked) => reasons(open, asked, () => (practice ? practice.why(thing, noun)
      : wire.change("why", table, seat, number, thing, noun).then(({ reasons: lines = [] }) => lines)));
  }
  const others = open.asks.map(([who]) => who);
  if (!others.length || others.includes(seat)) return undefined;
  const names = listed(others.map((who) => seatName(open.seats, who)));
  return async (asked) => (asked ? [t("why.turn", { names })] : []);
}

/**
 * The same for a thing in front of a seat. For other players' things, which can never be chosen, the reason names
 * their owner.
 * @param {Asked} play
 * @param {number} seat
 * @param {string} thing
 * @param {number} noun
 */
export const whyAt = (play, seat, thing, noun) =>
  (seat === play.seat ? whyNot(play, thing, noun) : whyNot(play, "neighbour", seat));

/**
 * @param {Shared} open
 * @param {boolean} asked
 * @param {() => Promise<Line[]>} ask
 */
async function reasons(open, asked, ask) {
  try {
    const [lines] = await Promise.all([ask(), loadRules(open.table.game).catch(() => {})]);
    const telling = lines.filter(([key]) => asked || key !== ANOTHER);
    return telling.map((line) => reasonText(open.table.game, open.seats, line)).filter(Boolean);
  } catch (refusal) {
    if (refusal instanceof Refusal) return []; // the question has changed meanwhile
    throw refusal;
  }
}
