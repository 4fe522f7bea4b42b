/** What may be done with a card or a good now, and the words and prices on the button for it. */

import { optionText } from "../../gametext.js";
import { GAME, cardName, cardOf, isField, word } from "./cards.js";

const ON_OWN_DISPLAY = ["sow", "buy", "sell", "give", "give_up", "get", "plant", "stock", "step", "loan", "two_pack"];
const ON_FIELDS = ["into", "reap", "clear", "gather", "return"];
const ON_CARDS = [
  "serve", "double", "again", "miss", "with", "use", "use_second", "stall", "offer", "swap", "take_over",
  "lay", "take", "keep", "dealt", "also", "top", "under", "field", "discard",
];

/** Everything that is clicked on the table; what is left gets a button below it. */
const BOARD = new Set([
  ...ON_OWN_DISPLAY, ...ON_FIELDS, ...ON_CARDS, "pick", "trade", "hawk", "from", "partner",
]);
export const onBoard = (verb) => BOARD.has(verb);

/** An amount of cash with its sign. */
const money = (n) => (n < 0 ? `−${-n}` : n > 0 ? `+${n}` : "0");

/** What a choice costs or brings in cash, at once or when all is done; "" where it is about no money. */
export function cashOf(play, verb, noun) {
  const later = play.hints.later?.find(([one, other]) => one === verb && other === noun)?.[2];
  const cash = play.amounts(verb, noun)?.cash ?? later ?? [];
  return [cash].flat().map(money).join("/");
}

/** One move as a button shows it: { verb, noun, label, title, main }. */
function move(play, verb, noun, amount = cashOf(play, verb, noun)) {
  const key = verb === "use" && play.offers.get("use_second")?.has(noun) ? "use_first" : verb;
  const label = [word(`do.${key}`), amount].join(" ").trim();
  const said = optionText(GAME, play.open.seats, verb, noun);
  return { verb, noun, label, title: said, quiet: verb === "discard" || verb === "miss" };
}

/** The moves with a card that lies in the display of `seat`, or in the panel (-1). */
export function cardMoves(play, card, seat = -1) {
  const { offers } = play;
  const field = isField(card);
  const found = ON_CARDS.filter((verb) => offers.get(verb)?.has(card) && (seat < 0 ? verb !== "discard" : !field)).map((verb) => move(play, verb, card));
  if (!field || seat < 0) return found;
  const owner = offers.has("pick") ? play.hints.owner : play.seat;
  if (seat !== owner) return [];
  return [...ON_FIELDS, "pick"].filter((verb) => offers.get(verb)?.has(card)).map((verb) => move(play, verb, card));
}

/** May a good that lies on this stall be traded for or sold now? The verb, or null. */
export function wareVerb(play, stall, good) {
  const may = play.hints.wares?.some(([card, ware]) => card === stall && ware === good);
  return (may && ["trade", "hawk"].find((verb) => play.offers.get(verb)?.has(good))) || null;
}

/** The button on a row of the shop: buying, or planting the first crop; null where there is none. */
export function buying(play, good) {
  const { offers } = play;
  const verb = ["buy", "plant", "get"].find((one) => offers.get(one)?.has(good));
  if (!verb) return null;
  const amount = verb === "get" ? play.amounts(verb, good).goods : 1;
  const cash = cashOf(play, verb, good);
  return { ...move(play, verb, good), label: amount > 1 ? `${amount}: ${cash}` : cash };
}

/** The button that sells a good of the cart to the shop. */
export const selling = (play, good) =>
  play.offers.get("sell")?.has(good) ? { ...move(play, "sell", good), label: cashOf(play, "sell", good) } : null;

/** What else a good on the cart is for: sowing, paying at a stall, giving up. */
export function using(play, good) {
  const verb = ["sow", "give", "give_up"].find((one) => play.offers.get(one)?.has(good));
  return verb ? move(play, verb, good, "") : null;
}

/** The accountant's amounts for a good that differ from what lies there: rows of { amount, noun }. */
const STOCKS = 4;
export const stocks = (play, good) =>
  [...(play.offers.get("stock") ?? [])].filter((noun) => Math.floor(noun / STOCKS) === good).map((noun) => ({ amount: noun % STOCKS, noun }));

/** What of a question is chosen on the display of a seat: rows [verb, noun]. */
export function movesAt(play, seat) {
  const { offers, open: { game } } = play;
  if (!offers.size) return [];
  const cards = [
    ...game.fields[seat].map(([card]) => card), ...game.stalls[seat].map(([card]) => card),
    ...game.regulars[seat].map(([card]) => card), ...game.casuals[seat], ...game.helpers[seat],
  ];
  const nouns = (verb) => [...(offers.get(verb) ?? [])].map((noun) => [verb, noun]);
  return [
    ...["from", "partner"].filter((verb) => offers.get(verb)?.has(seat)).map((verb) => [verb, seat]),
    ...(seat === play.seat ? ON_OWN_DISPLAY.flatMap(nouns) : []),
    ...cards.flatMap((card) => cardMoves(play, card, seat).map(({ verb, noun }) => [verb, noun])),
    ...game.stalls[seat].flatMap(([card]) => cardOf(card).goods.flatMap((good) => (wareVerb(play, card, good) ? [[wareVerb(play, card, good), good]] : []))),
  ];
}

/** Does this display hold something to be chosen now? */
export const hasMoves = (play, seat) => movesAt(play, seat).length > 0;

/** A card's name as it is read out, with what was designed for this service marked. */
export const fullName = (card) => `${cardName(card)}${cardOf(card).origin === "own" ? ` (${word("own_short")})` : ""}`;
