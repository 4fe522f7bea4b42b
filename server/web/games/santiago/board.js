/** The Santiago table: the harbor, the ring street around the town, the players. Put together here, drawn in `santiago/`. */

import { others } from "../../board.js";
import { html, useEffect, useRef } from "../../lib.js";
import { Bargains, BARGAINS } from "./bargain.js";
import { Explanation } from "../../explain.js";
import { fly } from "./flights.js";
import { House, Houses } from "./houses.js";
import { People, Portrait } from "./people.js";
import { Player, Supply } from "./players.js";
import { Quarters } from "./quarters.js";
import { Sea } from "./sea.js";
import { stages } from "./stages.js";
import { Street } from "./street.js";
import { Tokens } from "./tokens.js";
import { buildingAsked, changes, helpFor, inWords, loadCards, word } from "./words.js";

const ON_BOARD = new Set([
  "drive", "turn_down", "enter", "claim", "employ", "deliver", "deliver_wood", "cancel", "trade", "leave_out", "lower", "raise",
  "give", "give_peso", "give_vp", "swap_give", "sell", "take", "swap_take", ...BARGAINS,
]);

/** What screen readers are told of each tile besides its name. */
const Descriptions = () => html`
  <div hidden>
    <span id="sg-help-harbor">${word("harbor_help")}</span>
    ${Array.from({ length: 9 }, (_, n) => html`<span key=${n} id="sg-help-cubans-${n}">${helpFor("cubans", n)}</span>`)}
    ${Array.from({ length: 12 }, (_, n) => html`<span key=${n} id="sg-help-buildings-${n}">${helpFor("buildings", n)}</span>`)}
  </div>
`;

/** Before a game that is over: one more question, because the last move can still be taken back. */
const LastWord = ({ play }) => play.ask.prompt === "end_turn" && play.hints.last && html`<p class="sg-warning" data-test="warning">${word("last_ship")}</p>`;

function Board({ play }) {
  const ref = useRef(null);
  const { open } = play;
  const busy = buildingAsked(open.asks[0]?.[2]);
  useEffect(() => fly(ref.current, play.lines), [play.count]);
  return html`
    <div class="sg seats-${open.seats.length}" ref=${ref} data-test="board">
      <${Tokens} /><${People} /><${Houses} /><${Descriptions} />
      <${Sea} play=${play} />
      ${play.seat >= 0 && html`<${Player} play=${play} seat=${play.seat} />`}
      <${LastWord} play=${play} />
      <${Bargains} play=${play} key=${play.ask.number} />
      <${Street} play=${play}><${Quarters} play=${play} busy=${busy} /><//>
      <${Supply} play=${play} />
      <div class="sg-players">${others(play.seat, open.seats).map((seat) => html`<${Player} key=${seat} play=${play} seat=${seat} />`)}</div>
      <${Explanation} />
    </div>
  `;
}

/** A small sound for what just happened. */
function tune(happened) {
  const keys = happened.map(([key]) => key);
  if (keys.includes("rolled")) return "dice";
  if (keys.some((key) => key === "claimed" || key === "departed" || key.startsWith("delivered"))) return "built";
  return keys.some((key) => key.startsWith("exchange") || key === "gift" || key === "rent") ? "coins" : null;
}

/** What a choice costs and brings. */
const costs = (play, verb, noun) => inWords(changes(play, verb, noun));

/** What the rules page shows beside an explanation. */
const picture = (group, n) => ({
  cubans: () => html`<${Portrait} id="cuban-${n}" />`,
  buildings: () => html`<${House} building=${n} />`,
})[group]?.();

const Drawings = () => html`<${Tokens} /><${People} /><${Houses} />`;

export default {
  Board,
  prepare: loadCards,
  onBoard: (verb) => ON_BOARD.has(verb),
  stages,
  tune,
  turns: ["drove", "drove_on"],
  turn: (game) => `${game.active}`,
  costs,
  picture,
  Drawings,
};
