/** The Bruges table: the city with dice, stacks and track, the own area with the hand, the others. */

import { useArrows } from "../../things/arrows.js";
import { html, useEffect, useRef } from "../../core/lib.js";
import { Explanation } from "../../things/explanation.js";
import { Drawings, Sign } from "./art.js";
import { SIDE_VERBS } from "./canals.js";
import { City } from "./city.js";
import { fly } from "./flights.js";
import { Actions, CARD_VERBS, Hand } from "./hand.js";
import { HOUSE_VERBS, PERSON_VERBS } from "./houses.js";
import { Portrait } from "./people.js";
import { Player, THREAT_VERBS, WORKER_VERBS, dangers, handOf } from "./player.js";
import { ACTION_VERBS, costsOf } from "./reckon.js";
import { bourseOf, cardName, cardOf, colourOf, loadCards, ownDesign, shipOf, word } from "./words.js";

const ON_BOARD = new Set(
  [...ACTION_VERBS, ...CARD_VERBS, ...HOUSE_VERBS, ...PERSON_VERBS, ...SIDE_VERBS, ...THREAT_VERBS, ...WORKER_VERBS,
    "stack", "ship", "fetch"]);

/**
 * Shown before an opponent decides: from then on undo is impossible.
 * @param {{ play: Bruges.Play }} props
 */
const Warning = ({ play }) => play.ask.prompt === "interrupt"
  && html`<p class="br-warning" data-test="warning">${word("warning")}</p>`;

/** @param {{ play: Bruges.Play }} props */
const Common = ({ play }) => html`<${City} play=${play} />`;

/** @param {{ play: Bruges.Play }} props */
const Mine = ({ play }) => html`<${Player} play=${play} seat=${play.seat} />`;

/** @param {{ play: Bruges.Play }} props */
const Choices = ({ play }) => html`<${Warning} play=${play} /><${Actions} play=${play} />`;

/** @param {Bruges.Play} play */
const around = ({ open }) => `br seats-${open.seats.length}`;

/** @param {{ play: Bruges.Play, children: Children }} props */
function Frame({ play, children }) {
  const ref = useRef(null);
  useEffect(() => fly(ref.current, play.lines), [play.count]);
  useArrows(play, ref);
  return html`<div class=${around(play)} ref=${ref}><${Drawings} />${children}
    <${Explanation} /></div>`;
}

/** @param {string} of */
const icon = (of) => () => html`<${Sign} of=${of} />`;
const [Points, Guilder, Backs, Danger] = ["points", "guilder", "back", "danger"].map(icon);

/**
 * Points so far and the score if the game ended now; guilders, cards in hand, threats that strike with the next
 * marker.
 * @param {Bruges.Play} play
 * @param {number} seat
 */
function figures(play, seat) {
  const { game } = play.open;
  const near = dangers(play, seat);
  return [
    { key: "score", icon: Points, value: game.points[seat], label: word("score") },
    { key: "worth", value: `(${game.worth[seat]})`, label: word("worth") },
    { key: "money", icon: Guilder, value: game.guilders[seat], label: word("figure.guilders") },
    { key: "hand", icon: Backs, value: handOf(game, seat).length, label: word("figure.hand") },
    ...(near ? [{ key: "danger", icon: Danger, value: near, label: word("figure.danger") }] : []),
  ];
}

/**
 * Persons of another player that may be activated.
 * @param {Bruges.Play} props
 * @param {number} seat
 */
const offersAt = ({ offers, open: { game } }, seat) =>
  [...(offers.get("activate") ?? [])]
    .filter((card) => game.persons[seat].includes(card) || game.pets[seat].includes(card))
    .map((card) => ["activate", card]);

/**
 * The cards of the seat whose view this is, for a stream.
 * @param {Bruges.Play} play
 */
const held = ({ mine: { game: { hand = [], drawn = [] } = {} } }) => [...hand, ...drawn].map((card) =>
  ({ key: `${card}`, icon: "", value: cardName(card), label: "", tone: `c-${colourOf(card)}` }));

/**
 * The sound for these log lines.
 * @param {Line[]} happened
 */
function tune(happened) {
  const keys = new Set(happened.map(([key]) => key));
  if (keys.has("rolled")) return "dice";
  if (["builds_house", "builds_canal", "hire", "takes_statue", "majority"].some((key) => keys.has(key))) return "built";
  if (keys.has("gains_guilders")) return "coins";
  return keys.has("draws") ? "cards" : null;
}

/** @type {Record<string, (n: number) => Bruges.Made>} */
const ROWS = { cards: cardOf, ships: shipOf, bourse: bourseOf };

/**
 * The picture beside an explanation on the rules page.
 * @param {string} group
 * @param {number} n
 */
const picture = (group, n) => (group === "cards" ? html`<${Portrait} card=${n} />` : null);

export default {
  Common,
  Mine,
  Hand,
  Seat: Player,
  Choices,
  Frame,
  figures,
  offersAt,
  prepare: loadCards,
  /** @param {string} verb */
  onBoard: (verb) => ON_BOARD.has(verb),
  stages: () => [],
  tune,
  turns: ["round", "rolled", "workers", "guilders", "threat", "canal", "builds_house", "hire"],
  /** @param {Bruges.Game} game */
  turn: (game) => `${game.round} ${game.phase} ${game.turn} ${game.active}`,
  costs: costsOf,
  picture,
  /**
   * @param {string} group
   * @param {number} n
   */
  own: (group, n) => (ROWS[group] ? ownDesign(ROWS[group](n)) : ""),
  around,
  held,
  Drawings,
};
