/** The Brügge table: the city with dice, stacks and track, the own part of it with the hand, the others. Drawn in `bruges/`. */

import { useArrows } from "../../arrows.js";
import { others } from "../../board.js";
import { html, useEffect, useRef, useState } from "../../lib.js";
import { Explanation } from "../../explain.js";
import { useInSight } from "../../insight.js";
import { Drawings } from "./art.js";
import { SIDE_VERBS } from "./canals.js";
import { City } from "./city.js";
import { fly } from "./flights.js";
import { CARD_VERBS, Hand } from "./hand.js";
import { HOUSE_VERBS, PERSON_VERBS } from "./houses.js";
import { Finds } from "./pile.js";
import { Portrait } from "./people.js";
import { Player, THREAT_VERBS, WORKER_VERBS } from "./player.js";
import { ACTION_VERBS, amountOf } from "./reckon.js";
import { bourseOf, cardOf, loadCards, ownDesign, shipOf, word } from "./words.js";

const ON_BOARD = new Set([...ACTION_VERBS, ...CARD_VERBS, ...HOUSE_VERBS, ...PERSON_VERBS, ...SIDE_VERBS, ...THREAT_VERBS, ...WORKER_VERBS, "stack", "ship", "fetch"]);

/** Before an opponent decides: from then on nothing can be taken back. */
const Warning = ({ play }) => play.ask.prompt === "interrupt" && html`<p class="br-warning" data-test="warning">${word("warning")}</p>`;

function Board({ play }) {
  const { seats } = play.open;
  const { number } = play.ask;
  const [picked, pick] = useState({});
  const chosen = picked.number === number ? (picked.card ?? null) : null;
  const choose = (card) => pick({ number, card });
  const ref = useRef(null);
  useEffect(() => fly(ref.current, play.lines), [play.count]);
  useInSight(play, ref);
  useArrows(play, ref);
  return html`
    <div class="br seats-${seats.length}" ref=${ref} data-test="board">
      <${Drawings} />
      <${City} play=${play} />
      <${Warning} play=${play} />
      <${Finds} play=${play} />
      ${play.seat >= 0 && html`<${Player} play=${play} seat=${play.seat}><${Hand} play=${play} chosen=${chosen} choose=${choose} /><//>`}
      <div class="br-players">${others(play.seat, seats).map((seat) => html`<${Player} key=${seat} play=${play} seat=${seat} />`)}</div>
      <${Explanation} />
    </div>
  `;
}

/** A small sound for what just happened. */
function tune(happened) {
  const keys = new Set(happened.map(([key]) => key));
  if (keys.has("rolled")) return "dice";
  if (["builds_house", "builds_canal", "hire", "takes_statue", "majority"].some((key) => keys.has(key))) return "built";
  return keys.has("gains_guilders") ? "coins" : null;
}

const ROWS = { cards: cardOf, ships: shipOf, bourse: bourseOf };

/** What an action with a card costs or brings. */
const costs = (play, verb, card) => ACTION_VERBS.includes(verb) && amountOf(play, verb, card);

/** What the rules page shows beside an explanation. */
const picture = (group, n) => (group === "cards" ? html`<${Portrait} card=${n} />` : null);

export default {
  Board,
  prepare: loadCards,
  onBoard: (verb) => ON_BOARD.has(verb),
  stages: () => [],
  tune,
  turns: ["round", "rolled", "workers", "guilders", "threat", "canal", "builds_house", "hire"],
  turn: (game) => `${game.round} ${game.phase} ${game.turn} ${game.active}`,
  costs,
  picture,
  own: (group, n) => (ROWS[group] ? ownDesign(ROWS[group](n)) : ""),
  Drawings,
};
