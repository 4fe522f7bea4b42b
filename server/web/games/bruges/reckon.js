/**
 * The texts for prices and gains of actions and choices, and for refusals. The numbers come from the server's hints.
 */

import { COLOURS, bourseOf, colourName, colourOf, isPet, nameIn, word } from "./words.js";

export const ACTIONS = ["workers", "guilders", "threat", "canal", "house", "hire"];
export const ACTION_VERBS = ACTIONS.flatMap((verb) => [verb, `${verb}_bourse`]);

/**
 * The colour of a card for the coming action: the named one, or its own.
 * @param {{ hints: Bruges.Hints }} props
 * @param {number} card
 */
export const playedColour = ({ hints }, card) =>
  hints.colours?.find(([named]) => named === card)?.[1] ?? colourOf(card);

/**
 * One number or several as a list.
 * @param {number | number[]} [amounts]
 */
const each = (amounts) => [amounts ?? []].flat();
/**
 * The colour of the workers or markers that an action changes, or -1 if it may be any.
 * @param {Bruges.Gains} amounts
 * @param {string} what
 */
const colourIn = (amounts, what) => COLOURS.findIndex((colour) => `${colour}_${what}` in amounts);

/** @type {Record<string, (amounts: Bruges.Gains) => string>} */
const WORDS = {
  workers(amounts) {
    const colour = colourIn(amounts, "workers");
    const [n] = each(amounts.workers);
    return colour < 0 ? word("do.workers_any", { n }) : word("do.workers", { n, colour: colourName(colour) });
  },
  guilders: ({ guilders }) => word("do.guilders", { n: each(guilders)[0] }),
  threat(amounts) {
    const [n, points] = [each(amounts.threats), each(amounts.points)].map((numbers) => Math.max(...numbers));
    const gains = each(amounts.guilders);
    const words = n > 1 ? word("do.threats", { n, points })
      : word("do.threat", { threat: nameIn("damage", colourIn(amounts, "threats")), n: points });
    if (!gains.length) return words;
    return `${words}, ${word(gains.length > 1 ? "do.guilders_up_to" : "do.guilders", { n: Math.max(...gains) })}`;
  },
  canal({ guilders }) {
    const prices = each(guilders).map((n) => -n);
    const n = Math.max(...prices);
    return n === 0 ? word("do.canal_free") : word("do.canal", { price: prices.join(` ${word("or")} `), n });
  },
  house(amounts) {
    const colour = colourIn(amounts, "workers");
    const key = amounts.workers === 0 ? "do.house_free" : colour < 0 ? "do.house_any" : "do.house";
    const [gain] = each(amounts.guilders);
    return word(key, { colour: colour < 0 ? "" : colourName(colour) })
      + (gain ? ` ${word("do.guilders", { n: gain })}` : "");
  },
  hire: ({ guilders }) => word("do.hire", { n: -each(guilders)[0] }),
};

/**
 * The price or gain of an action as text.
 * @param {Bruges.Play} play
 * @param {string} verb
 * @param {number} card
 */
export function amountOf(play, verb, card) {
  const [action, improved] = verb.split("_");
  const amounts = play.amounts(verb, card);
  if (!amounts) return "";
  const activates = improved && bourseOf(play.hints.bourse).improvement.activate;
  return WORDS[action](amounts) + (activates ? `, ${word("do.activate")}` : "");
}

/**
 * Amounts that the text of a choice already contains: "Advance for 2 guilders".
 * @type {Record<string, string>}
 */
const SAID = { advance: "guilders" };

const THINGS = ["guilders", "points", "workers", "step", "canals"];

/**
 * The changes of a choice, one by one: "−1 worker: blue, +4 guilders".
 * @param {Bruges.Gains} amounts
 * @param {string} [said]
 */
function changes(amounts, said) {
  return THINGS.filter((what) => what in amounts && what !== "canals" && what !== said).map((what) => {
    const [n] = each(amounts[what]);
    const colour = what === "workers" ? colourIn(amounts, what) : -1;
    const signed = `${n < 0 ? "−" : "+"}${Math.abs(n)}`;
    return word(`change.${what}`, { signed, n: Math.abs(n) }) + (colour < 0 ? "" : ` (${colourName(colour)})`);
  });
}

/**
 * The price or gain of any option as text; "" if none is certain.
 * @param {Bruges.Play} play
 * @param {string} verb
 * @param {number} noun
 */
export function costsOf(play, verb, noun) {
  if (ACTION_VERBS.includes(verb)) return amountOf(play, verb, noun);
  const amounts = play.amounts(verb, noun);
  return amounts ? changes(amounts, SAID[verb]).join(", ") : "";
}

/**
 * Why a card does not allow one of the six actions; "" if the server gives no reason.
 * @param {Bruges.Play} play
 * @param {string} action
 * @param {number} card
 */
export function refusalOf(play, action, card) {
  const [, , reason, price = 0] = play.hints.refusals?.find(([what, n]) => what === action && n === card) ?? [];
  if (!reason) return "";
  const colour = playedColour(play, card);
  const next = (play.hints.spaces[play.seat] ?? []).map(([, space]) => colourName(space));
  if (reason === "no_space") return next.length
    ? word("why.no_space", { colours: [...new Set(next)].join(` ${word("or")} `) }) : word("why.complete");
  if (reason === "no_room" && isPet(card)) return word("why.no_room_pet");
  return word(`why.${reason}`, { n: price, colour: colourName(colour), threat: nameIn("damage", colour) });
}
