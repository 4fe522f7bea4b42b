/** Small sums over a display, as in the rules: what things cost and bring, shown before one decides. */

import { cardOf, goodOf } from "./cards.js";

/** What holds for the rest of an action turn, one bit each, and the helper that has caused it. */
export const LASTING = { maid: 1, official: 2, errand_boy: 4, harvest_hand: 8, saleswoman: 16 };
const BOUGHT = 32;
/** The duty of a regular customer. */
export const [FREE, DUE, SERVED, TWICE, MISSED] = [0, 1, 2, 3, 4];
export const RED = 1;
export const PENALTY = 2;
export const FIELD_COST = 2;
export const LOAN = 5;
export const LAST_SPACE = 20;
const TOP_ROW = 3;
const LURE = 2;

export const lasts = (game, seat, flag) => (game.lasting[seat] & flag) !== 0;
export const bought = (game, seat) => lasts(game, seat, BOUGHT);

/** Do several seats have turns of their own now? */
const inLanes = ({ stack }) => Array.isArray(stack.at(-1)?.[1]);

/** The step that asks a seat now, [number, seat, …]: on top of the stack, or of the lane that the seat plays in. */
export function asking(stack, seat) {
  const top = stack.at(-1) ?? [];
  if (!inLanes({ stack })) return top;
  return top[1].map(([, steps]) => steps.at(-1) ?? []).find((step) => step[1] === seat) ?? [];
}

/** What a casual customer pays more or less here; `more`: customers of that kind about to join. */
export function modifier(game, seat, more = 0) {
  if (lasts(game, seat, LASTING.saleswoman)) return 2;
  const over = game.casuals[seat].length + more - game.regulars[seat].length;
  return over > 0 ? -2 : over === 0 ? 0 : 2;
}

export const packPrice = (game, seat) =>
  lasts(game, seat, LASTING.official) ? 0 : Math.max(game.helpers[seat].length, game.stalls[seat].length);

/** What a good of a stall demands from whoever trades. */
export const bowlsOf = (game, trader, stall, place) => (trader >= 0 && lasts(game, trader, LASTING.maid) ? 1 : cardOf(stall).bowls[place]);

/** The price of the n-th step of a round from a space, and of n steps together. */
export const stepPrice = (space, n) => (n === 1 ? 1 : space + n);
export const stepsPrice = (space, n) => Array.from({ length: n }, (_, i) => stepPrice(space, i + 1)).reduce((sum, price) => sum + price, 0);

/** What serving a customer brings to the seat that serves. */
export function proceeds(game, seat, card, verb) {
  const { pays, price } = cardOf(card);
  if (!pays) return price + (verb === "swap" ? modifier(game, seat, 1) - LURE : modifier(game, seat));
  const owner = game.regulars.findIndex((rows) => rows.some(([other]) => other === card));
  const filled = game.regulars[owner].find(([other]) => other === card)[1];
  if (verb === "again") return pays[filled - 1];
  if (verb === "double") return 2 * pays[TOP_ROW];
  return pays[filled] - (owner !== seat && filled === TOP_ROW ? LURE : 0);
}

/** How many fields of a seat bear this good: what the accountant pays for. */
export const fieldsWith = (game, seat, good) => game.fields[seat].filter(([, crop, amount]) => crop === good && amount > 0).length;

/** What a purchase with the helpers in use costs: { price, amount }. */
export function purchase(game, seat, good) {
  const cards = [asking(game.stack, seat)[2] ?? []].flat();
  const effects = cards.map((card) => cardOf(card).effect);
  const fixed = effects.find(({ type }) => type === "merchant")?.price ?? goodOf(good).price;
  const less = effects.find(({ type }) => type === "shopper")?.less ?? 0;
  return { price: Math.max(0, fixed - less), amount: effects.find(({ type }) => type === "haggler")?.goods ?? 1 };
}

/**
 * The position in the order of the phase: of the action turns; before, clockwise from whoever begins.
 * 0 for those whose position is still to be decided, when a partner is named.
 */
export function position(game, seat) {
  if (game.order.length) return game.order.indexOf(seat) + 1;
  if (phaseOf(game) === "actions") return [game.first, game.second].indexOf(seat) + 1;
  const seats = game.cash.length;
  return ((seat - game.first + seats) % seats) + 1;
}

/** With four players: 0 or 1 for the pair that a seat belongs to in this action phase; else -1. */
export const pairOf = (game, seat) => (game.order.length === 4 ? game.order.indexOf(seat) % 2 : -1);

/** setup, harvest, cards or actions. The action phase begins with the partner's choice, when all have chosen cards. */
export function phaseOf(game) {
  if (!game.round) return "setup";
  if (game.order.length) return "actions";
  if (inLanes(game)) return "harvest";
  return game.chosen.length < game.cash.length ? "cards" : "actions";
}

/**
 * Something that differs from turn to turn and never comes again. In the card phase a seat's own hand changes
 * before its turn is over, and between two of its turns the hand of somebody else.
 */
export function turnOf(game) {
  if (game.order.length) return `${game.round} ${game.turn.join("")}`;
  if (inLanes(game)) return `${game.round} harvest`;
  const seat = game.stack.at(-1)?.[1];
  return `${game.round} ${seat} ${game.hand.filter((_, other) => other !== seat)}`;
}
