/** In words, what an action with a card costs and brings. The figures are the server's: `play.amounts` and `play.hints`. */

import { COLOURS, bourseOf, colourName, colourOf, nameIn, word } from "./words.js";

export const ACTIONS = ["workers", "guilders", "threat", "canal", "house", "hire"];
export const ACTION_VERBS = ACTIONS.flatMap((verb) => [verb, `${verb}_bourse`]);

/** The colour that a card has for the coming action: the one that was named for it, or its own. */
export const playedColour = ({ hints }, card) => hints.colours?.find(([named]) => named === card)?.[1] ?? colourOf(card);

/** One number or several as a list. */
const each = (amounts) => [amounts ?? []].flat();
/** The colour of the workers or markers that an action changes, or -1 where it may be any. */
const colourIn = (amounts, what) => COLOURS.findIndex((colour) => `${colour}_${what}` in amounts);

const WORDS = {
  workers(amounts) {
    const colour = colourIn(amounts, "workers");
    return colour < 0 ? word("do.workers_any", { n: amounts.workers }) : word("do.workers", { n: amounts.workers, colour: colourName(colour) });
  },
  guilders: ({ guilders }) => word("do.guilders", { n: guilders }),
  threat(amounts) {
    const [n, points] = [each(amounts.threats), each(amounts.points)].map((numbers) => Math.max(...numbers));
    const gain = each(amounts.guilders).at(-1);
    const words = n > 1 ? word("do.threats", { n, points }) : word("do.threat", { threat: nameIn("damage", colourIn(amounts, "threats")), n: points });
    return gain ? `${words}, ${word("do.guilders", { n: gain })}` : words;
  },
  canal({ guilders }) {
    const prices = each(guilders).map((n) => -n);
    const n = Math.max(...prices);
    return n === 0 ? word("do.canal_free") : word("do.canal", { price: prices.join(` ${word("or")} `), n });
  },
  house(amounts) {
    const colour = colourIn(amounts, "workers");
    const key = amounts.workers === 0 ? "do.house_free" : colour < 0 ? "do.house_any" : "do.house";
    return word(key, { colour: colour < 0 ? "" : colourName(colour) }) + (amounts.guilders ? ` ${word("do.guilders", { n: amounts.guilders })}` : "");
  },
  hire: ({ guilders }) => word("do.hire", { n: -guilders }),
};

/** What an action costs or brings, in words. */
export function amountOf(play, verb, card) {
  const [action, improved] = verb.split("_");
  const amounts = play.amounts(verb, card);
  if (!amounts) return "";
  const activates = improved && bourseOf(play.hints.bourse).improvement.activate;
  return WORDS[action](amounts) + (activates ? `, ${word("do.activate")}` : "");
}
