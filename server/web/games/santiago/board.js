/** The Santiago table: the harbor, the ring street around the town, what the players hold. Put together here. */

import { Explanation } from "../../explanation.js";
import { html, useEffect, useRef } from "../../lib.js";
import { Bargains, BARGAINS } from "./bargain.js";
import { fly } from "./flights.js";
import { House, Houses } from "./houses.js";
import { Signs, signOf } from "./marks.js";
import { Laps } from "./laps.js";
import { People, Portrait } from "./people.js";
import { Hand, Mine, Seat, figures } from "./players.js";
import { Quarters } from "./quarters.js";
import { Sea } from "./sea.js";
import { stages } from "./stages.js";
import { Street } from "./street.js";
import { Tokens } from "./tokens.js";
import { buildingAsked, costs, helpFor, loadCards, word } from "./words.js";

const ON_BOARD = new Set([
  "drive", "turn_down", "enter", "claim", "employ", "deliver", "deliver_wood", "cancel", "trade", "leave_out", "lower",
  "raise", "give", "give_peso", "give_vp", "swap_give", "sell", "take", "swap_take", ...BARGAINS,
]);

/** Questions about the ship: where there is little room, it has all of it then. */
const AT_SEA = new Set(["deliver", "demand", "roll", "roll_after", "customs_office", "trading_office", "harbor_office",
  "last_ship"]);

/** What screen readers are told of each tile besides its name. */
const Descriptions = () => html`
  <div hidden>
    <span id="sg-help-harbor">${word("harbor_help")}</span>
    ${Array.from({ length: 9 }, (_, n) => html`<span key=${n} id="sg-help-cubans-${n}">${helpFor("cubans", n)}</span>`)}
    ${Array.from({ length: 12 },
        (_, n) => html`<span key=${n} id="sg-help-buildings-${n}">${helpFor("buildings", n)}</span>`)}
  </div>
`;

/**
 * Before a game that is over: one more question, because the last move can still be taken back. And how far to
 * drive, where that is not to be told by a station.
 * @param {{ play: Santiago.Play }} props
 */
const Choices = ({ play }) => (play.ask.prompt === "end_turn" && play.hints.last
  ? html`<p class="sg-warning" data-test="warning">${word("last_ship")}</p>`
  : html`<${Laps} play=${play} key=${play.ask.number} />`);

/** @param {{ play: Santiago.Play }} props */
function Common({ play }) {
  const { asks, game } = play.open;
  const busy = buildingAsked(asks[0]?.[2]);
  const sea = asks.some(([, , prompt]) => AT_SEA.has(prompt)) || play.hints.last;
  const upper = game.spaces.indexOf(busy) < game.spaces.length / 2;
  return html`
    <div class="sg sg-common ${sea ? "at-sea" : ""}">
      <${Sea} play=${play} />
      <${Street} play=${play}>
        <${Quarters} play=${play} busy=${busy}>
          <${Bargains} play=${play} busy=${busy} upper=${upper} key=${play.ask.number} /><//>
      <//>
    </div>
  `;
}

/**
 * Around everything: the drawings that it is made of, words for readers, and what flies from one place to another.
 * @param {{ play: Santiago.Play, children: Children }} props
 */
function Frame({ play, children }) {
  const ref = useRef(null);
  useEffect(() => fly(ref.current, play.lines), [play.count]);
  return html`
    <div class="sg-frame" ref=${ref}>
      <${Tokens} /><${Signs} /><${People} /><${Houses} /><${Descriptions} />
      ${children}
      <${Explanation} />
    </div>
  `;
}

/**
 * A small sound for what just happened.
 * @param {Line[]} happened
 */
function tune(happened) {
  const keys = happened.map(([key]) => key);
  if (keys.includes("rolled")) return "dice";
  if (keys.some((key) => key === "claimed" || key === "departed" || key.startsWith("delivered"))) return "built";
  return keys.some((key) => key.startsWith("exchange") || key === "gift" || key === "rent") ? "coins" : null;
}

/**
 * What the rules page shows beside an explanation.
 * @param {string} group
 * @param {number} n
 */
const picture = (group, n) => /** @type {Record<string, () => unknown>} */ ({
  cubans: () => html`<${Portrait} id="cuban-${n}" />`,
  buildings: () => html`<${House} building=${n} />`,
})[group]?.();

const Drawings = () => html`<${Tokens} /><${People} /><${Houses} />`;

export default {
  Common,
  Mine,
  Hand,
  Seat,
  Choices,
  Frame,
  figures,
  prepare: loadCards,
  /**
   * @param {string} verb
   */
  onBoard: (verb) => ON_BOARD.has(verb),
  stages,
  tune,
  sign: signOf,
  turns: ["drove", "drove_on"],
  /** @param {Santiago.Game} game */
  turn: (game) => `${game.active}`,
  costs,
  picture,
  around: () => "sg-frame",
  Drawings,
};
