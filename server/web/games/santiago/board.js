/** The Santiago table: the harbor, the ring street around the town, the players. Put together here, drawn in `santiago/`. */

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
import { Item, Tokens } from "./tokens.js";
import { GOODS, PESO, VP, WOOD, buildingAsked, changes, helpFor, holdings, inWords, loadCards, word } from "./words.js";

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

function Common({ play }) {
  const busy = buildingAsked(play.open.asks[0]?.[2]);
  return html`
    <div class="sg-common">
      <${Sea} play=${play} />
      <${Street} play=${play}><${Quarters} play=${play} busy=${busy} /><//>
      <${Supply} play=${play} />
    </div>
  `;
}

const Mine = ({ play }) => html`<${Player} play=${play} seat=${play.seat} />`;

/** How many of something, and the last word before the game is over. */
const Choices = ({ play }) => html`<${LastWord} play=${play} /><${Bargains} play=${play} key=${play.ask.number} />`;

function Frame({ play, children }) {
  const ref = useRef(null);
  useEffect(() => fly(ref.current, play.lines), [play.count]);
  return html`
    <div class="sg seats-${play.open.seats.length}" ref=${ref}>
      <${Tokens} /><${People} /><${Houses} /><${Descriptions} />
      ${children}
      <${Explanation} />
    </div>
  `;
}

const icon = (item) => () => html`<${Item} of=${item} />`;
const [Points, Pesos, Goods] = [icon(VP), icon(PESO), icon(WOOD)];

/** What a player holds; it may lie behind a screen. */
function figures(play, seat) {
  const held = holdings(play, seat);
  const hidden = word("screen");
  return [
    { key: "score", icon: Points, value: held ? held[VP] : "?", label: held ? word("figure.points") : hidden },
    { key: "money", icon: Pesos, value: held ? held[PESO] : "?", label: held ? word("figure.pesos") : hidden },
    { key: "goods", icon: Goods, value: held ? GOODS.reduce((sum, good) => sum + held[good], 0) : "?", label: held ? word("figure.goods") : hidden },
  ];
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
  Common,
  Mine,
  Seat: Player,
  Choices,
  Frame,
  figures,
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
