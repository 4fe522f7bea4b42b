/** What an action with a card costs and brings, before one performs it. The rules themselves are the server's. */

import { lines } from "../../gametext.js";
import { NONE, boardOf, bourseOf, cardOf, colourName, colourOf, figures, nameIn, word } from "./words.js";

export const ACTIONS = ["workers", "guilders", "threat", "canal", "house", "hire"];
export const ACTION_VERBS = ACTIONS.flatMap((verb) => [verb, `${verb}_bourse`]);

/** The persons that live with a seat and have an effect of this kind. */
const living = (game, seat, kind) => game.persons[seat].filter((card) => card !== NONE).map((card) => cardOf(card).effect).filter(({ type }) => type === kind);
const total = (effects, field) => effects.reduce((sum, effect) => sum + effect[field], 0);

/** The bourse card in force, or null. */
export const bourseInForce = (game) => (game.markers ? game.traded.at(-1) : null);

/** The colour that a card has for the coming action: its own, or the one just named for it. */
export function playedColour(open, card) {
  if (!open.game.shown.includes(card)) return colourOf(card);
  const named = lines(open.log).findLast(([key, , noun]) => key === "names_colour" && noun === card);
  return named ? named[3] : colourOf(card);
}

/** How many markers of a colour strike a seat. */
export function limitOf(game, seat, colour) {
  const guards = game.persons[seat].filter((card) => card !== NONE).map((card) => cardOf(card)).filter(({ effect }) => effect.type === "threat_threshold" && effect.colour === colour);
  return guards.length ? Math.max(...guards.map(({ effect }) => effect.markers)) : figures().threats;
}

/** What the four majorities count of a seat: steps, persons, canal tokens, pets. */
function countedOf(game, seat) {
  const living = (homes) => homes.filter((card) => card !== NONE).length;
  const tokens = game.canals[seat].reduce((sum, n) => sum + n, 0);
  return [game.step[seat], living(game.persons[seat]), tokens, living(game.pets[seat])];
}

/** How a seat stands in a majority: { n, leads }; whoever leads at the end of a round turns the marker. */
export function standing(game, seat, mark) {
  const counts = game.step.map((_, other) => countedOf(game, other)[mark]);
  const n = counts[seat];
  const most = n > 0 && n === Math.max(...counts);
  const alone = counts.filter((count) => count === n).length === 1;
  return { n, leads: most && (alone || living(game, seat, "majority_ties_count").length > 0) };
}

/** The next space of each section that a card of this colour may be built on: rows of [side, price]. */
export function nextSpaces(game, seat, colour) {
  const { sections } = boardOf(seat);
  return game.canals[seat].map((tokens, side) => [side, tokens]).filter(([side, tokens]) => tokens < sections[side].length && (colour === null || sections[side][tokens] === colour))
    .map(([side, tokens]) => [side, game.free_canal ? 0 : figures().space_prices[tokens]]);
}

const AMOUNTS = {
  workers(game, seat, colour, how) {
    const n = (how.workers ?? 2) + total(living(game, seat, "action_workers_bonus"), "bonus");
    const any = how.any_workers || living(game, seat, "action_workers_any_colour").length;
    return any ? word("do.workers_any", { n }) : word("do.workers", { n, colour: colourName(colour) });
  },
  guilders(game, seat, colour, how) {
    const least = living(game, seat, "action_guilders_min").map((effect) => effect.least);
    const n = Math.max(how.guilders || game.rolled[colour], ...least) + (how.more_guilders ?? 0) + total(living(game, seat, "action_guilders_bonus"), "bonus");
    return word("do.guilders", { n });
  },
  threat(game, seat, colour, how) {
    const n = Math.max(how.threats ?? 1, ...living(game, seat, "action_threat_bonus").map((effect) => effect.limit));
    if (n > 1) return word("do.threats", { n, m: how.points ?? 0 });
    return word("do.threat", { threat: nameIn("damage", colour), n: 1 + (how.points ?? 0) });
  },
  canal(game, seat, colour, how) {
    const prices = [...new Set(nextSpaces(game, seat, how.any_colour ? null : colour).map(([, price]) => (how.free ? 0 : price)))];
    const fair = prices.filter((price) => price <= game.guilders[seat]);
    return word("do.canal", { price: fair.join(` ${word("or")} `), n: Math.max(...fair) });
  },
  house(game, seat, colour, how) {
    const key = how.free ? "do.house_free" : living(game, seat, "house_any_worker").length ? "do.house_any" : "do.house";
    return word(key, { colour: colourName(colour) }) + (how.more_guilders ? ` ${word("do.guilders", { n: how.more_guilders })}` : "");
  },
  hire(game, seat, colour, how, card) {
    const n = Math.max(0, cardOf(card).cost - total(living(game, seat, "person_discount"), "guilders") - (how.discount ?? 0));
    return word("do.hire", { n }) + (how.activate ? `, ${word("do.activate")}` : "");
  },
};

/** What an action costs or brings, in words. */
export function amountOf(play, verb, card) {
  const [action, improved] = verb.split("_");
  const { game } = play.open;
  const how = improved ? bourseOf(bourseInForce(game)).improvement : {};
  return AMOUNTS[action](game, play.seat, playedColour(play.open, card), how, card);
}
