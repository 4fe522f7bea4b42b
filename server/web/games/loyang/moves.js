/** The moves available for a card or a good now, with the labels and prices of their buttons. */

import { optionText } from "../../core/gametext.js";
import { GAME, cardName, cardOf, isField, word } from "./cards.js";
import { wanted } from "./wanted.js";

const ON_OWN_DISPLAY = ["sow", "buy", "sell", "give", "give_up", "get", "plant", "stock", "step", "loan", "two_pack",
  "reveal"];
const ON_FIELDS = ["into", "reap", "clear", "gather", "return"];
const ON_CARDS = [
  "serve", "double", "again", "miss", "with", "use", "use_second", "stall", "offer", "swap", "take_over",
  "lay", "take", "keep", "dealt", "also", "top", "under", "field", "discard",
];
const QUIET = new Set(["discard", "miss"]);

/** Choices that are clicked on the table; any other gets a button on the action line. */
const BOARD = new Set([...ON_OWN_DISPLAY, ...ON_FIELDS, ...ON_CARDS, "pick", "trade", "hawk", "from", "partner"]);
/** @param {string} verb */
export const onBoard = (verb) => BOARD.has(verb);

/**
 * An amount of cash with its sign.
 * @param {number} n
 */
const money = (n) => (n < 0 ? `−${-n}` : n > 0 ? `+${n}` : "0");

/**
 * The price or gain of a choice in cash, at once or after its last step; "" if it involves no money.
 * @param {Loyang.Play} play
 * @param {string} verb
 * @param {number} noun
 */
export function cashOf(play, verb, noun) {
  const later = play.hints.later?.find(([one, other]) => one === verb && other === noun)?.[2];
  const cash = play.amounts(verb, noun)?.cash ?? later ?? [];
  return [cash].flat().map(money).join("/");
}

/**
 * One move.
 * @param {Loyang.Play} play
 * @param {string} verb
 * @param {number} [noun]
 * @returns {Loyang.Move}
 */
export function moveOf(play, verb, noun = -1) {
  const both = ["use", "use_second"].every((use) => play.offers.get(use)?.has(noun));
  const key = verb.startsWith("use") ? (!both ? "use" : verb === "use" ? "use_first" : verb) : verb;
  const title = optionText(GAME, play.open.seats, verb, noun);
  return { verb, noun, label: word(`do.${key}`), amount: cashOf(play, verb, noun), title, quiet: QUIET.has(verb) };
}

/**
 * Make a move. If it aimed at one thing, the follow-up question is answered automatically.
 * @param {Loyang.Play} play
 * @param {Loyang.Move} move
 */
export function take(play, move) {
  wanted.value = move.then ?? null;
  play.choose(move.verb, move.noun);
}

/**
 * @param {Loyang.Play} play
 * @param {string} verb
 * @param {number} noun
 */
const offered = (play, verb, noun) => play.offers.get(verb)?.has(noun);
/**
 * @param {Loyang.Play} play
 * @param {string[]} verbs
 * @param {number} noun
 */
const among = (play, verbs, noun) =>
  verbs.filter((verb) => offered(play, verb, noun)).map((verb) => moveOf(play, verb, noun));

/**
 * The goods that may be sown on an own field: a move each.
 * @param {Loyang.Play} play
 * @param {number} card
 */
const sowings = (play, card) =>
  (play.hints.sowings ?? [])
    .filter(([good, field]) => field === card && offered(play, "sow", good))
    .map(([good]) => ({ ...moveOf(play, "sow", good), good, then: { prompt: "sow", verb: "into", noun: card } }));

/**
 * @param {Loyang.Play} play
 * @param {number} card
 * @param {number} seat
 */
function fieldMoves(play, card, seat) {
  const owner = play.offers.has("pick") ? play.hints.owner : play.seat;
  if (seat !== owner) return [];
  return [...among(play, [...ON_FIELDS, "pick"], card), ...(seat === play.seat ? sowings(play, card) : [])];
}

/**
 * The moves with a card in the display of `seat`, or on the table (-1).
 * @param {Loyang.Play} play
 * @param {number} card
 * @param {number} [seat]
 */
export function cardMoves(play, card, seat = -1) {
  if (!play.offers.size) return [];
  if (seat >= 0 && isField(card)) return fieldMoves(play, card, seat);
  return among(play, seat < 0 ? ON_CARDS.filter((verb) => verb !== "discard") : ON_CARDS, card);
}

/**
 * The move with a good on a stall: to trade for it, or to sell it; or undefined.
 * @param {Loyang.Play} play
 * @param {number} stall
 * @param {number} good
 * @returns {Loyang.Move | undefined}
 */
export function wareMove(play, stall, good) {
  if (!play.hints.wares?.some(([card, ware]) => card === stall && ware === good)) return undefined;
  const verb = ["trade", "hawk"].find((one) => offered(play, one, good));
  if (!verb) return undefined;
  return { ...moveOf(play, verb, good), good, then: { prompt: `${verb}_from`, verb: "stall", noun: stall } };
}

/**
 * The move with a stack of goods in the own shop: buying, or planting the first crop.
 * @param {Loyang.Play} play
 * @param {number} good
 */
export function buying(play, good) {
  const [found] = among(play, ["buy", "plant", "get"], good);
  if (found?.verb !== "get") return found;
  const goods = play.amounts("get", good)?.goods ?? 1;
  return { ...found, amount: goods > 1 ? `${goods}: ${found.amount}` : found.amount };
}

/**
 * The move that sells a good of the cart to the shop.
 * @param {Loyang.Play} play
 * @param {number} good
 */
export const selling = (play, good) => among(play, ["sell"], good)[0];

/**
 * Other uses of a good on the cart: paying at a stall, giving up.
 * @param {Loyang.Play} play
 * @param {number} good
 */
export const giving = (play, good) => among(play, ["give", "give_up"], good)[0];

const STOCKS_PER_GOOD = 4;

/**
 * The accountant's amounts for a good that differ from the present stock: rows of { amount, noun }.
 * @param {Loyang.Play} play
 * @param {number} good
 */
export const stocks = (play, good) =>
  [...(play.offers.get("stock") ?? [])]
    .filter((noun) => Math.floor(noun / STOCKS_PER_GOOD) === good)
    .map((noun) => ({ amount: noun % STOCKS_PER_GOOD, noun }));

/**
 * The face-up cards of a display, each with its row if it has one.
 * @param {Loyang.Game} game
 * @param {number} seat
 * @returns {[card: number, state?: Loyang.State][]}
 */
export const cardsOf = (game, seat) => [
  ...[...game.fields[seat], ...game.regulars[seat], ...game.stalls[seat]].map(pairOf),
  ...[...game.casuals[seat], ...game.helpers[seat]].map(pairOf),
];

/**
 * A card and its row: cards without a state are plain numbers.
 * @param {Loyang.State | number} row
 * @returns {[card: number, state?: Loyang.State]}
 */
export const pairOf = (row) => (Array.isArray(row) ? [row[0], row] : [row]);

/**
 * Has this card in the display of `seat` any move?
 * @param {Loyang.Play} play
 * @param {number} card
 * @param {number} seat
 */
export const isChosenFrom = (play, card, seat) =>
  cardMoves(play, card, seat).length > 0 || cardOf(card).goods.some((good) => wareMove(play, card, good));

/**
 * A card's name as it is read out, with a note if it is our own design.
 * @param {number} card
 */
export const fullName = (card) => cardName(card) + (cardOf(card).origin === "own" ? ` (${word("own_short")})` : "");
